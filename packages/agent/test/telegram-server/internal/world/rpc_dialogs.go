package world

import (
	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

func init() {
	on(func(x *ctx, r *tg.MessagesGetDialogsRequest) (bin.Encoder, error) {
		ids := x.w.dialogIDs(x.me, func(d *dialog) bool { return d.folder == r.FolderID && !(r.ExcludePinned && d.pinned) })
		total := len(ids)
		if _, none := r.OffsetPeer.(*tg.InputPeerEmpty); !none {
			if off, err := x.peer(r.OffsetPeer); err == nil {
				for i, id := range ids {
					if id == off {
						ids = ids[i+1:]
						break
					}
				}
			}
		}
		if r.Limit > 0 && len(ids) > r.Limit {
			ids = ids[:r.Limit]
		}
		ds, ms, us, cs := x.dialogs(ids)
		if len(ids) == total {
			return &tg.MessagesDialogs{Dialogs: ds, Messages: ms, Users: us, Chats: cs}, nil
		}
		return &tg.MessagesDialogsSlice{Count: total, Dialogs: ds, Messages: ms, Users: us, Chats: cs}, nil
	})
	on(func(x *ctx, r *tg.MessagesGetPinnedDialogsRequest) (bin.Encoder, error) {
		ids := x.w.dialogIDs(x.me, func(d *dialog) bool { return d.folder == r.FolderID && d.pinned })
		ds, ms, us, cs := x.dialogs(ids)
		return &tg.MessagesPeerDialogs{Dialogs: ds, Messages: ms, Users: us, Chats: cs, State: x.state()}, nil
	})
	on(func(x *ctx, r *tg.MessagesGetPeerDialogsRequest) (bin.Encoder, error) {
		var ids []int64
		for _, q := range r.Peers {
			if p, ok := q.(*tg.InputDialogPeer); ok {
				id, err := x.peer(p.Peer)
				if err != nil {
					return nil, err
				}
				ids = append(ids, id)
			}
		}
		ds, ms, us, cs := x.dialogs(ids)
		return &tg.MessagesPeerDialogs{Dialogs: ds, Messages: ms, Users: us, Chats: cs, State: x.state()}, nil
	})
	on(func(x *ctx, r *tg.MessagesToggleDialogPinRequest) (bin.Encoder, error) {
		if p, ok := r.Peer.(*tg.InputDialogPeer); ok {
			id, err := x.peer(p.Peer)
			if err != nil {
				return nil, err
			}
			x.me.dialog(id).pinned = r.Pinned
		}
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.FoldersEditPeerFoldersRequest) (bin.Encoder, error) {
		var fp []tg.FolderPeer
		for _, q := range r.FolderPeers {
			id, err := x.peer(q.Peer)
			if err != nil {
				return nil, err
			}
			x.me.dialog(id).folder = q.FolderID
			fp = append(fp, tg.FolderPeer{Peer: peer(id), FolderID: q.FolderID})
		}
		b := x.me.box
		e := b.record(1, nil, func(v int64, pts int) tg.UpdateClass {
			return &tg.UpdateFolderPeers{FolderPeers: fp, Pts: pts, PtsCount: 1}
		})
		return x.w.updates(x.id(), e.upd(x.id())), nil
	})
	on(func(x *ctx, r *tg.MessagesGetDialogFiltersRequest) (bin.Encoder, error) {
		return &tg.MessagesDialogFilters{Filters: append([]tg.DialogFilterClass{&tg.DialogFilterDefault{}}, x.me.filters...)}, nil
	})
	on(func(x *ctx, r *tg.MessagesUpdateDialogFilterRequest) (bin.Encoder, error) {
		id := func(f tg.DialogFilterClass) int {
			if d, ok := f.(*tg.DialogFilter); ok {
				return d.ID
			}
			return 0
		}
		var kept []tg.DialogFilterClass
		for _, f := range x.me.filters {
			if id(f) != r.ID {
				kept = append(kept, f)
			}
		}
		if r.Filter != nil {
			kept = append(kept, r.Filter)
		}
		x.me.filters = kept
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.AccountUpdateNotifySettingsRequest) (bin.Encoder, error) {
		if p, ok := r.Peer.(*tg.InputNotifyPeer); ok {
			id, err := x.peer(p.Peer)
			if err != nil {
				return nil, err
			}
			n := tg.PeerNotifySettings{}
			if v, ok := r.Settings.GetMuteUntil(); ok {
				n.SetMuteUntil(v)
			}
			if v, ok := r.Settings.GetSilent(); ok {
				n.SetSilent(v)
			}
			x.me.dialog(id).notify = n
		}
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.AccountGetNotifySettingsRequest) (bin.Encoder, error) {
		if p, ok := r.Peer.(*tg.InputNotifyPeer); ok {
			id, err := x.peer(p.Peer)
			if err != nil {
				return nil, err
			}
			n := x.me.dialog(id).notify
			return &n, nil
		}
		return &tg.PeerNotifySettings{}, nil
	})
}
