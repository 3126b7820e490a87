package world

import (
	"time"

	"github.com/gotd/td/tg"

	"telegramserver/internal/mtp"
)

func (w *World) updates(viewer int64, ups ...tg.UpdateClass) *tg.Updates {
	users, chats := w.entities(viewer, anys(ups)...)
	return &tg.Updates{Updates: ups, Users: users, Chats: chats, Date: now()}
}

func anys[T any](xs []T) []any {
	out := make([]any, len(xs))
	for i, x := range xs {
		out[i] = x
	}
	return out
}

// push sends updates to a user's sessions, except the one that caused them.
func (w *World) push(uid int64, except *mtp.Session, ups ...tg.UpdateClass) {
	if len(ups) == 0 {
		return
	}
	if u := w.users[uid]; u != nil && u.Bot {
		for _, up := range ups {
			w.botUpdate(u, up)
		}
	}
	if w.hold[uid] > 0 {
		w.hold[uid]--
		w.event(map[string]any{"event": "swallowed", "user": uid})
		return
	}
	u := w.updates(uid, ups...)
	for _, s := range w.srv.Sessions(uid) {
		if s != except && s.WantsUpdates() {
			if _, err := s.Push(u); err != nil {
				w.event(map[string]any{"event": "error", "error": "push: " + err.Error()})
			}
		}
	}
}

// record appends to a box's log and returns the pts after it.
func (b *box) record(count int, m *msg, upd func(viewer int64, pts int) tg.UpdateClass) entry {
	b.pts += count
	pts := b.pts
	e := entry{pts: pts, count: count, msg: m, upd: func(v int64) tg.UpdateClass { return upd(v, pts) }}
	b.log = append(b.log, e)
	return e
}

func (b *box) put(m *msg) {
	b.next++
	m.id = b.next
	b.msgs[m.id] = m
	b.order = append(b.order, m.id)
}

// post files a message for everybody concerned and pushes it. It returns the sender's own copy and update
// (nil when the sender has no copy, as for a channel the sender is the channel).
type post struct {
	from    int64 // marked: a user, or a channel posting as itself
	to      int64 // marked dialog as the sender names it
	t       tg.MessageClass
	replyTo int // id in the sender's box
	except  *mtp.Session
	sh      *shared
	silent  bool
}

func (w *World) post(p post) (*msg, tg.UpdateClass) {
	w.gid++
	gid := w.gid
	sh := p.sh
	if sh == nil {
		sh = &shared{}
	}
	sh.at = time.Now().UnixMilli()
	sh.copies = map[*box]*msg{}
	sh.reactions = map[int64][]tg.ReactionClass{}
	sh.votes = map[int64][][]byte{}
	w.shared[gid] = sh
	var replyGid int64
	if p.replyTo != 0 {
		var b *box
		if isChannel(p.to) {
			b = w.chats[p.to].box
		} else if u := w.users[p.from]; u != nil {
			b = u.box
		}
		if b != nil && b.msgs[p.replyTo] != nil {
			replyGid = b.msgs[p.replyTo].gid
		}
	}
	clone := func(b *box, dlg int64) *msg {
		m := &msg{gid: gid, dialog: dlg, from: p.from}
		switch t := p.t.(type) {
		case *tg.Message:
			x := *t
			m.t = &x
		case *tg.MessageService:
			x := *t
			m.t = &x
		}
		b.put(m)
		sh.copies[b] = m
		var rid int
		if replyGid != 0 {
			if rm := w.shared[replyGid].copies[b]; rm != nil {
				rid = rm.id
			}
		}
		switch x := m.t.(type) {
		case *tg.Message:
			x.ID, x.PeerID = m.id, peer(dlg)
			x.Date = now()
			x.Silent = x.Silent || p.silent
			if c := w.chats[p.to]; c != nil && c.kind == "channel" {
				x.Post = true
				x.SetViews(1)
			} else {
				x.SetFromID(peer(p.from))
			}
			if rid != 0 {
				h, _ := x.ReplyTo.(*tg.MessageReplyHeader)
				if h == nil {
					h = &tg.MessageReplyHeader{}
				} else {
					cp := *h
					h = &cp
				}
				h.SetReplyToMsgID(rid)
				x.SetReplyTo(h)
			}
		case *tg.MessageService:
			x.ID, x.PeerID = m.id, peer(dlg)
			x.Date = now()
			x.SetFromID(peer(p.from))
			if rid != 0 {
				x.SetReplyTo(&tg.MessageReplyHeader{ReplyToMsgID: rid})
			}
		}
		return m
	}
	if t, ok := p.t.(*tg.Message); ok && t.Message != "" {
		cp := *t
		if es := detect(t.Message, t.Entities); len(es) > 0 {
			cp.SetEntities(es)
		}
		p.t = &cp
	}
	var mine *msg
	var myUpd tg.UpdateClass
	deliver := func(viewer int64, e entry) {
		ex := (*mtp.Session)(nil)
		if viewer == p.from {
			ex = p.except
		}
		w.push(viewer, ex, e.upd(viewer))
	}
	switch {
	case isUser(p.to):
		boxes := []int64{p.from}
		if p.to != p.from {
			boxes = append(boxes, p.to)
		}
		for _, owner := range boxes {
			u := w.users[owner]
			dlg := p.to
			if owner == p.to && p.to != p.from {
				dlg = p.from
			}
			if owner == p.to && w.users[p.to].blocked[p.from] {
				continue
			}
			m := clone(u.box, dlg)
			u.dialog(dlg).hidden = false
			e := u.box.record(1, m, func(v int64, pts int) tg.UpdateClass {
				return &tg.UpdateNewMessage{Message: w.view(v, m), Pts: pts, PtsCount: 1}
			})
			if owner == p.from {
				mine, myUpd = m, e.upd(owner)
			}
			defer deliver(owner, e)
		}
	case isChannel(p.to):
		c := w.chats[p.to]
		m := clone(c.box, p.to)
		e := c.box.record(1, m, func(v int64, pts int) tg.UpdateClass {
			return &tg.UpdateNewChannelMessage{Message: w.view(v, m), Pts: pts, PtsCount: 1}
		})
		mine, myUpd = m, e.upd(p.from)
		for uid := range c.members {
			if c.in(uid) {
				w.users[uid].dialog(p.to).hidden = false
				deliver(uid, e)
			}
		}
	default:
		c := w.chats[p.to]
		for uid := range c.members {
			if !c.in(uid) {
				continue
			}
			u := w.users[uid]
			m := clone(u.box, p.to)
			u.dialog(p.to).hidden = false
			e := u.box.record(1, m, func(v int64, pts int) tg.UpdateClass {
				return &tg.UpdateNewMessage{Message: w.view(v, m), Pts: pts, PtsCount: 1}
			})
			if uid == p.from {
				mine, myUpd = m, e.upd(uid)
			}
			deliver(uid, e)
		}
	}
	return mine, myUpd
}

// each calls f for every viewer of a message's copies: the box, the copy and the viewing user.
func (w *World) each(gid int64, f func(b *box, m *msg, viewer int64)) {
	for b, m := range w.shared[gid].copies {
		if isUser(b.owner) {
			f(b, m, b.owner)
			continue
		}
		for uid := range w.chats[b.owner].members {
			if w.chats[b.owner].in(uid) {
				f(b, m, uid)
			}
		}
	}
}

// changed records one logged update per box for all copies of a message and pushes it; it returns the actor's update.
func (w *World) changed(gid int64, actor int64, except *mtp.Session, mk func(viewer int64, m *msg, pts int) tg.UpdateClass) tg.UpdateClass {
	var mine tg.UpdateClass
	for b, m := range w.shared[gid].copies {
		if m.gone {
			continue
		}
		e := b.record(1, nil, func(v int64, pts int) tg.UpdateClass { return mk(v, m, pts) })
		if isUser(b.owner) {
			if b.owner == actor {
				mine = e.upd(actor)
				w.push(b.owner, except, e.upd(b.owner))
			} else {
				w.push(b.owner, nil, e.upd(b.owner))
			}
			continue
		}
		mine = e.upd(actor)
		for uid := range w.chats[b.owner].members {
			if !w.chats[b.owner].in(uid) {
				continue
			}
			if uid == actor {
				w.push(uid, except, e.upd(uid))
			} else {
				w.push(uid, nil, e.upd(uid))
			}
		}
	}
	return mine
}

func (w *World) edited(gid int64, actor int64, except *mtp.Session) tg.UpdateClass {
	return w.changed(gid, actor, except, func(v int64, m *msg, pts int) tg.UpdateClass {
		if isChannel(m.dialog) {
			return &tg.UpdateEditChannelMessage{Message: w.view(v, m), Pts: pts, PtsCount: 1}
		}
		return &tg.UpdateEditMessage{Message: w.view(v, m), Pts: pts, PtsCount: 1}
	})
}

// remove deletes messages of one box (and, when revoke, their other copies).
func (w *World) remove(b *box, ids []int, revoke bool, actor int64, except *mtp.Session) (pts, count int) {
	per := map[*box][]int{}
	for _, id := range ids {
		m := b.msgs[id]
		if m == nil || m.gone {
			continue
		}
		for ob, om := range w.shared[m.gid].copies {
			if (ob == b || revoke) && !om.gone {
				om.gone = true
				per[ob] = append(per[ob], om.id)
			}
		}
	}
	for ob, gone := range per {
		n := len(gone)
		e := ob.record(n, nil, func(v int64, pts int) tg.UpdateClass {
			if isChannel(ob.owner) {
				return &tg.UpdateDeleteChannelMessages{ChannelID: rawChan(ob.owner), Messages: gone, Pts: pts, PtsCount: n}
			}
			return &tg.UpdateDeleteMessages{Messages: gone, Pts: pts, PtsCount: n}
		})
		if isUser(ob.owner) {
			ex := (*mtp.Session)(nil)
			if ob.owner == actor {
				ex = except
			}
			w.push(ob.owner, ex, e.upd(ob.owner))
			continue
		}
		for uid := range w.chats[ob.owner].members {
			if w.chats[ob.owner].in(uid) {
				ex := (*mtp.Session)(nil)
				if uid == actor {
					ex = except
				}
				w.push(uid, ex, e.upd(uid))
			}
		}
	}
	return b.pts, len(per[b])
}
