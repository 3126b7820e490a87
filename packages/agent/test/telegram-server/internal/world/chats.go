package world

import (
	"sort"
	"strings"
	"time"

	"github.com/gotd/td/tg"

	"telegramserver/internal/mtp"
)

func (w *World) dialogIDs(u *user, keep func(*dialog) bool) []int64 {
	type row struct {
		id     int64
		pinned bool
		date   int
	}
	var rows []row
	add := func(id int64, date int) {
		d := u.dialog(id)
		if !d.hidden && keep(d) {
			rows = append(rows, row{id, d.pinned, date})
		}
	}
	last := map[int64]int{}
	date := func(m *msg) int {
		switch t := m.t.(type) {
		case *tg.Message:
			return t.Date
		case *tg.MessageService:
			return t.Date
		}
		return 0
	}
	for _, id := range u.box.order {
		if m := u.box.msgs[id]; !m.gone && w.visible(u, m.dialog) {
			last[m.dialog] = date(m)*1000 + m.id
		}
	}
	for id, c := range w.chats {
		if c.box == nil || !c.in(u.ID) {
			continue
		}
		last[id] = c.date * 1000
		if h := w.history(c.box, id, nil); len(h) > 0 {
			last[id] = date(h[0])*1000 + h[0].id
		}
	}
	for id, d := range last {
		add(id, d)
	}
	sort.Slice(rows, func(i, j int) bool {
		if rows[i].pinned != rows[j].pinned {
			return rows[i].pinned
		}
		if rows[i].date != rows[j].date {
			return rows[i].date > rows[j].date
		}
		return rows[i].id < rows[j].id
	})
	var ids []int64
	for _, r := range rows {
		ids = append(ids, r.id)
	}
	return ids
}

// read marks a dialog read for u up to maxID, tells u's other sessions and the senders; it returns the pts used.
func (w *World) read(u *user, dlg int64, maxID int, except *mtp.Session) int {
	b := w.boxFor(u, dlg)
	d := u.dialog(dlg)
	if maxID == 0 || maxID > b.next {
		maxID = b.next
	}
	if maxID <= d.readIn {
		return 0
	}
	var senders = map[int64]int{}
	for _, m := range w.history(b, dlg, nil) {
		if m.id <= maxID && m.id > d.readIn && m.from != u.ID {
			for ob, om := range w.shared[m.gid].copies {
				if ob.owner == m.from || isChannel(ob.owner) {
					senders[m.from] = max(senders[m.from], om.id)
				}
			}
		}
	}
	d.readIn = maxID
	n := 0
	if isChannel(dlg) {
		w.push(u.ID, except, &tg.UpdateReadChannelInbox{ChannelID: rawChan(dlg), MaxID: maxID, StillUnreadCount: w.unread(u, dlg), Pts: b.pts})
	} else {
		n = 1
		e := b.record(1, nil, func(v int64, pts int) tg.UpdateClass {
			return &tg.UpdateReadHistoryInbox{Peer: peer(dlg), MaxID: maxID, StillUnreadCount: w.unread(u, dlg), Pts: pts, PtsCount: 1}
		})
		w.push(u.ID, except, e.upd(u.ID))
	}
	for s, id := range senders {
		su := w.users[s]
		if su == nil {
			continue
		}
		sd := dlg
		if isUser(dlg) {
			sd = u.ID
		}
		su.dialog(sd).readOut = max(su.dialog(sd).readOut, id)
		if isChannel(dlg) {
			w.push(s, nil, &tg.UpdateReadChannelOutbox{ChannelID: rawChan(dlg), MaxID: id})
			continue
		}
		e := su.box.record(1, nil, func(v int64, pts int) tg.UpdateClass {
			return &tg.UpdateReadHistoryOutbox{Peer: peer(sd), MaxID: id, Pts: pts, PtsCount: 1}
		})
		w.push(s, nil, e.upd(s))
	}
	return n
}

// typing shows an action, in a topic of a forum where top is not 0.
func (w *World) typing(from, to int64, top int, action tg.SendMessageActionClass) {
	w.recordAction(from, to, top, action)
	switch {
	case isUser(to):
		if _, isRich := action.(*tg.SendMessageRichMessageDraftAction); isRich && w.users[to].old {
			return
		}
		w.push(to, nil, &tg.UpdateUserTyping{UserID: from, Action: action})
	default:
		c := w.chats[to]
		for uid := range c.members {
			if !c.in(uid) || uid == from {
				continue
			}
			if isChannel(to) {
				up := &tg.UpdateChannelUserTyping{ChannelID: rawChan(to), FromID: peer(from), Action: action}
				if top != 0 {
					up.SetTopMsgID(top)
				}
				w.push(uid, nil, up)
			} else {
				w.push(uid, nil, &tg.UpdateChatUserTyping{ChatID: -to, FromID: peer(from), Action: action})
			}
		}
	}
}

func (w *World) react(m *msg, uid int64, rs []tg.ReactionClass) {
	sh := w.shared[m.gid]
	if sh.reactions == nil {
		sh.reactions = map[int64][]tg.ReactionClass{}
	}
	kept := sh.order[:0]
	for _, o := range sh.order {
		if o != uid {
			kept = append(kept, o)
		}
	}
	sh.order = kept
	delete(sh.reactions, uid)
	if len(rs) > 0 {
		sh.reactions[uid] = rs
		sh.order = append(sh.order, uid)
	}
	w.each(m.gid, func(b *box, c *msg, viewer int64) {
		if viewer == uid {
			return
		}
		if v := w.users[viewer]; v.Bot {
			if old := []tg.ReactionClass{}; true {
				w.push(viewer, nil, &tg.UpdateBotMessageReaction{Peer: peer(c.dialog), MsgID: c.id, Date: now(), Actor: peer(uid), OldReactions: old, NewReactions: rs})
			}
			return
		}
		w.push(viewer, nil, &tg.UpdateMessageReactions{Peer: peer(c.dialog), MsgID: c.id, Reactions: w.reactions(viewer, sh)})
	})
}

func (w *World) vote(m *msg, uid int64, options [][]byte) (tg.UpdateClass, error) {
	sh := w.shared[m.gid]
	if sh.poll.Closed {
		return nil, fail(400, "MESSAGE_POLL_CLOSED")
	}
	if sh.poll.Quiz && sh.votes[uid] != nil {
		return nil, fail(400, "REVOTE_NOT_ALLOWED")
	}
	if len(options) > 1 && !sh.poll.MultipleChoice {
		return nil, fail(400, "OPTIONS_TOO_MUCH")
	}
	delete(sh.votes, uid)
	if len(options) > 0 {
		sh.votes[uid] = options
	}
	upd := func(viewer int64) tg.UpdateClass {
		u := &tg.UpdateMessagePoll{PollID: sh.poll.ID, Results: w.pollResults(viewer, sh)}
		u.SetPoll(*sh.poll)
		return u
	}
	w.each(m.gid, func(b *box, c *msg, viewer int64) {
		if viewer != uid {
			w.push(viewer, nil, upd(viewer))
		}
	})
	return upd(uid), nil
}

// click sends a callback query to the bot that sent the message; f gets its answer (or BOT_RESPONSE_TIMEOUT).
func (w *World) click(uid, dlg int64, id int, data []byte, f func(*tg.MessagesBotCallbackAnswer, error)) error {
	u := w.users[uid]
	b := w.boxFor(u, dlg)
	if b == nil || b.msgs[id] == nil {
		return fail(400, "MESSAGE_ID_INVALID")
	}
	m := b.msgs[id]
	bot := w.users[m.from]
	if bot == nil || !bot.Bot {
		return fail(400, "BOT_INVALID")
	}
	var botMsg *msg
	for ob, om := range w.shared[m.gid].copies {
		if ob.owner == bot.ID || isChannel(ob.owner) {
			botMsg = om
		}
	}
	if t, ok := botMsg.t.(*tg.Message); ok {
		found := false
		if im, ok := t.ReplyMarkup.(*tg.ReplyInlineMarkup); ok {
			for _, r := range im.Rows {
				for _, k := range r.Buttons {
					if c, ok := k.(*tg.KeyboardButtonCallback); ok && string(c.Data) == string(data) {
						found = true
					}
				}
			}
		}
		if !found {
			return fail(400, "DATA_INVALID")
		}
	}
	q := w.id() + 7_000_000_000
	asked := &query{id: q, user: uid, bot: bot.ID, chat: dlg, message: id, data: string(data), at: time.Now().UnixMilli()}
	w.queries = append(w.queries, asked)
	w.waits[q] = func(v any) {
		a, _ := v.(*tg.MessagesBotCallbackAnswer)
		if a == nil {
			f(nil, fail(400, "BOT_RESPONSE_TIMEOUT"))
			return
		}
		asked.answer, asked.answeredAt = a, time.Now().UnixMilli()
		f(a, nil)
	}
	up := &tg.UpdateBotCallbackQuery{QueryID: q, UserID: uid, Peer: peer(botMsg.dialog), MsgID: botMsg.id, ChatInstance: hash(9, dlg)}
	up.SetData(data)
	w.push(bot.ID, nil, up)
	time.AfterFunc(10*time.Second, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if g := w.waits[q]; g != nil {
			delete(w.waits, q)
			g(nil)
		}
	})
	return nil
}

func (w *World) join(c *chat, uid, inviter int64) {
	m := c.members[uid]
	if m == nil {
		m = &member{}
		c.members[uid] = m
	}
	m.left, m.date, m.inviter = false, now(), inviter
	if m.banned != nil && m.banned.ViewMessages {
		m.banned = nil
	}
}

func (w *World) find(link string) (*chat, *tg.ChatInviteExported) {
	h := link[strings.LastIndexAny(link, "/+")+1:]
	for _, c := range w.chats {
		if inv := c.invites[h]; inv != nil {
			return c, inv
		}
	}
	return nil, nil
}
