package world

import (
	"io"
	"strconv"
	"strings"

	"github.com/gotd/td/tg"
)

// upload turns a file parameter (multipart, attach://, file_id or URL) into input media.
func (r *apiReq) upload(v, kind string, opt map[string]string) (tg.InputMediaClass, error) {
	if id, ok := strings.CutPrefix(v, "FILE"); ok {
		n, _ := strconv.ParseInt(id, 10, 64)
		f := r.w.files[n]
		if f == nil {
			return nil, badRequest("wrong file identifier/HTTP URL specified")
		}
		if f.photo != nil {
			return &tg.InputMediaPhoto{ID: &tg.InputPhoto{ID: n, AccessHash: f.photo.AccessHash}}, nil
		}
		return &tg.InputMediaDocument{ID: &tg.InputDocument{ID: n, AccessHash: hash(0, n)}}, nil
	}
	if strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://") {
		if kind == "photo" {
			return &tg.InputMediaPhotoExternal{URL: v}, nil
		}
		return &tg.InputMediaDocumentExternal{URL: v}, nil
	}
	name := strings.TrimPrefix(v, "attach://")
	fh := r.files[name]
	if fh == nil {
		fh = r.files[kind]
	}
	if fh == nil {
		return nil, badRequest("there is no %s in the request", kind)
	}
	f, err := fh.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, badRequest("file must be non-empty")
	}
	if len(data) > 50<<20 {
		return nil, &apiError{code: 413, text: "Request Entity Too Large"}
	}
	id := r.w.id()
	r.w.parts[id] = map[int][]byte{0: data}
	in := &tg.InputFile{ID: id, Parts: 1, Name: fh.Filename}
	if kind == "photo" {
		return &tg.InputMediaUploadedPhoto{File: in}, nil
	}
	dur, _ := strconv.ParseFloat(opt["duration"], 64)
	wd, _ := strconv.Atoi(opt["width"])
	ht, _ := strconv.Atoi(opt["height"])
	mime := fh.Header.Get("Content-Type")
	var a []tg.DocumentAttributeClass
	switch kind {
	case "voice":
		mime = "audio/ogg"
		a = append(a, &tg.DocumentAttributeAudio{Voice: true, Duration: int(dur)})
	case "audio":
		a = append(a, &tg.DocumentAttributeAudio{Duration: int(dur), Title: opt["title"], Performer: opt["performer"]})
	case "video", "animation", "video_note":
		mime = "video/mp4"
		a = append(a, &tg.DocumentAttributeVideo{Duration: dur, W: wd, H: ht, RoundMessage: kind == "video_note"})
		if kind == "animation" {
			a = append(a, &tg.DocumentAttributeAnimated{})
		}
	case "sticker":
		mime = "image/webp"
		a = append(a, &tg.DocumentAttributeSticker{Alt: opt["emoji"], Stickerset: &tg.InputStickerSetEmpty{}})
	}
	return &tg.InputMediaUploadedDocument{File: in, MimeType: mime, Attributes: a}, nil
}

func (r *apiReq) sendMedia(m tg.InputMediaClass) (any, error) {
	to, err := r.chat("chat_id")
	if err != nil {
		return nil, err
	}
	text, es, err := r.text("caption", "caption_entities")
	if err != nil {
		return nil, err
	}
	mk, err := r.markup()
	if err != nil {
		return nil, err
	}
	rp, err := r.reply()
	if err != nil {
		return nil, err
	}
	res, err := r.call(&tg.MessagesSendMediaRequest{Peer: r.input(to), Media: m, Message: text, Entities: es, ReplyMarkup: mk, ReplyTo: rp, Silent: r.flag("disable_notification"), RandomID: r.w.id()})
	return r.sent(to, res, err)
}
