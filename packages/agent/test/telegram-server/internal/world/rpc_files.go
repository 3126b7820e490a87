package world

import (
	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

func init() {
	on(func(x *ctx, r *tg.UploadSaveFilePartRequest) (bin.Encoder, error) {
		return x.w.savePart(r.FileID, r.FilePart, r.Bytes)
	})
	on(func(x *ctx, r *tg.UploadSaveBigFilePartRequest) (bin.Encoder, error) {
		return x.w.savePart(r.FileID, r.FilePart, r.Bytes)
	})
	on(func(x *ctx, r *tg.UploadGetFileRequest) (bin.Encoder, error) {
		var f *file
		switch l := r.Location.(type) {
		case *tg.InputPhotoFileLocation:
			f = x.w.files[l.ID]
		case *tg.InputDocumentFileLocation:
			f = x.w.files[l.ID]
		case *tg.InputPeerPhotoFileLocation:
			f = x.w.files[l.PhotoID]
		}
		if f == nil {
			return nil, fail(400, "LOCATION_INVALID")
		}
		if r.Limit <= 0 || r.Limit > 1<<20 || r.Offset%1024 != 0 && !r.Precise {
			return nil, fail(400, "LIMIT_INVALID")
		}
		out := &tg.UploadFile{Type: &tg.StorageFileUnknown{}, Mtime: now(), Bytes: []byte{}}
		if r.Offset < int64(len(f.data)) {
			end := min(r.Offset+int64(r.Limit), int64(len(f.data)))
			out.Bytes = f.data[r.Offset:end]
		}
		return out, nil
	})
}
