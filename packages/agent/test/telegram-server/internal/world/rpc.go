package world

import (
	"crypto/sha256"
	"math/big"
	"sort"
	"strings"
	"time"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"

	"telegramserver/internal/mtp"
)

type login struct {
	phone    string
	needPass int64
	srpID    int64
	srpB     *big.Int
	srpBPub  []byte
	verifier *big.Int
	salt1    []byte
	token    []byte
}

func loginOf(a *mtp.Auth) *login {
	if l, ok := a.Data.(*login); ok {
		return l
	}
	l := &login{}
	a.Data = l
	return l
}

var primeP, _ = new(big.Int).SetString("C71CAEB9C6B1C9048E6C522F70F13F73980D40238E3E21C14934D037563D930F48198A0AA7C14058229493D22530F4DBFA336F6E0AC925139543AED44CCE7C3720FD51F69458705AC68CD4FE6B6B13ABDC9746512969328454F18FAF8C595F642477FE96BB2A941D5BCD1D4AC8CC49880708FA9B378E3C4F3A9060BEE67CF9A4A4A695811051907E162753B56B0F6B410DBA74D8A84B2A14B3144E0EF1284754FD17ED950D5965B4B9DD46582DB1178D169C6BC465B0D6FF9CA3928FEF5B9AE4E418FC15E83EBEA0F87FA9FF5EED70050DED2849F47BF959D956850CE929851F0D8115F635B105EE2E4E15D04B2454BF6F4FADF034B10403119CD8E3B92FCC5B", 16)

func h256(parts ...[]byte) []byte {
	h := sha256.New()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

func pad256(n *big.Int) []byte { return n.FillBytes(make([]byte, 256)) }

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

func (w *World) byPhone(p string) *user {
	for _, u := range w.users {
		if u.Phone != "" && digits(u.Phone) == digits(p) {
			return u
		}
	}
	return nil
}

// ---- resolving input peers

func (x *ctx) peer(p tg.InputPeerClass) (int64, error) {
	bad := fail(400, "PEER_ID_INVALID")
	check := func(id, got int64) (int64, error) {
		if (isUser(id) && x.w.users[id] == nil) || (!isUser(id) && x.w.chats[id] == nil) {
			return 0, bad
		}
		if got != hash(x.id(), id) && !(x.me.Bot && got == 0) {
			if isChannel(id) {
				return 0, fail(400, "CHANNEL_INVALID")
			}
			return 0, bad
		}
		return id, nil
	}
	switch p := p.(type) {
	case *tg.InputPeerSelf:
		return x.id(), nil
	case *tg.InputPeerUser:
		if p.UserID == x.id() {
			return p.UserID, nil
		}
		return check(p.UserID, p.AccessHash)
	case *tg.InputPeerChat:
		if x.w.chats[-p.ChatID] == nil {
			return 0, bad
		}
		return -p.ChatID, nil
	case *tg.InputPeerChannel:
		return check(chanID(p.ChannelID), p.AccessHash)
	case *tg.InputPeerUserFromMessage:
		return p.UserID, nil
	case *tg.InputPeerChannelFromMessage:
		return chanID(p.ChannelID), nil
	}
	return 0, bad
}

func (x *ctx) user(p tg.InputUserClass) (*user, error) {
	var id int64
	switch p := p.(type) {
	case *tg.InputUserSelf:
		id = x.id()
	case *tg.InputUser:
		if p.UserID != x.id() && p.AccessHash != hash(x.id(), p.UserID) && !(x.me.Bot && p.AccessHash == 0) {
			return nil, fail(400, "USER_ID_INVALID")
		}
		id = p.UserID
	case *tg.InputUserFromMessage:
		id = p.UserID
	}
	if u := x.w.users[id]; u != nil {
		return u, nil
	}
	return nil, fail(400, "USER_ID_INVALID")
}

func (x *ctx) channel(p tg.InputChannelClass) (*chat, error) {
	switch p := p.(type) {
	case *tg.InputChannel:
		c := x.w.chats[chanID(p.ChannelID)]
		if c == nil || (p.AccessHash != hash(x.id(), c.id) && !(x.me.Bot && p.AccessHash == 0)) {
			return nil, fail(400, "CHANNEL_INVALID")
		}
		return c, nil
	case *tg.InputChannelFromMessage:
		if c := x.w.chats[chanID(p.ChannelID)]; c != nil {
			return c, nil
		}
	}
	return nil, fail(400, "CHANNEL_INVALID")
}

// admin tells whether the caller may administer a chat.
func (x *ctx) admin(c *chat) bool {
	m := c.members[x.id()]
	return c.creator == x.id() || (m != nil && m.admin != nil && !m.left)
}

func (x *ctx) mayWrite(id int64) error {
	if isUser(id) {
		u := x.w.users[id]
		if u == nil {
			return fail(400, "PEER_ID_INVALID")
		}
		if x.me.blocked[id] {
			return fail(400, "YOU_BLOCKED_USER")
		}
		if u.blocked[x.id()] {
			if x.me.Bot {
				return fail(403, "USER_IS_BLOCKED")
			}
			return nil
		}
		if u.Bot && x.me.Bot {
			return fail(400, "USER_IS_BOT")
		}
		return nil
	}
	c := x.w.chats[id]
	if c == nil || !c.in(x.id()) {
		if isChannel(id) {
			return fail(400, "CHANNEL_PRIVATE")
		}
		return fail(400, "CHAT_ID_INVALID")
	}
	m := c.members[x.id()]
	if c.kind == "channel" && !x.admin(c) {
		return fail(403, "CHAT_WRITE_FORBIDDEN")
	}
	if !x.admin(c) {
		if c.defaults.SendMessages || (m.banned != nil && m.banned.SendMessages) {
			return fail(403, "CHAT_WRITE_FORBIDDEN")
		}
		if c.slow > 0 {
			for _, om := range x.w.history(x.w.boxFor(x.me, id), id, func(q *msg) bool { return q.from == x.id() }) {
				if t, ok := om.t.(*tg.Message); ok {
					if left := t.Date + c.slow - now(); left > 0 {
						return fail(420, "SLOWMODE_WAIT_%d", left)
					}
				}
				break
			}
		}
	}
	return nil
}

func (x *ctx) messages(ms []*msg, total int, b *box, paged bool) bin.Encoder {
	list := []tg.MessageClass{}
	for _, m := range ms {
		list = append(list, x.w.view(x.id(), m))
	}
	users, chats := x.w.entities(x.id(), anys(list)...)
	switch {
	case b != nil && isChannel(b.owner):
		return &tg.MessagesChannelMessages{Pts: b.pts, Count: total, Messages: list, Users: users, Chats: chats}
	case paged:
		return &tg.MessagesMessagesSlice{Count: total, Messages: list, Users: users, Chats: chats}
	default:
		return &tg.MessagesMessages{Messages: list, Users: users, Chats: chats}
	}
}

func page(all []*msg, offsetID, add, limit, maxID, minID int) []*msg {
	start := 0
	if offsetID > 0 {
		start = sort.Search(len(all), func(i int) bool { return all[i].id < offsetID })
	}
	start += add
	if start < 0 {
		limit += start
		start = 0
	}
	if limit <= 0 || limit > 100 {
		limit = 100
	}
	var out []*msg
	for i := start; i < len(all) && len(out) < limit; i++ {
		m := all[i]
		if (maxID > 0 && m.id >= maxID) || (minID > 0 && m.id <= minID) {
			continue
		}
		out = append(out, m)
	}
	return out
}

func replyOf(r tg.InputReplyToClass) (id int, h *tg.MessageReplyHeader) {
	m, ok := r.(*tg.InputReplyToMessage)
	if !ok {
		return 0, nil
	}
	h = &tg.MessageReplyHeader{}
	if m.QuoteText != "" {
		h.Quote = true
		h.SetQuoteText(m.QuoteText)
		h.SetQuoteEntities(m.QuoteEntities)
	}
	if m.TopMsgID != 0 {
		h.ForumTopic = true
		h.SetReplyToTopID(m.TopMsgID)
	}
	return m.ReplyToMsgID, h
}

// send posts a new message of the caller and builds the Updates answer.
func (x *ctx) send(to int64, t *tg.Message, reply tg.InputReplyToClass, randomID int64, sh *shared, schedule int) (bin.Encoder, error) {
	if err := x.mayWrite(to); err != nil {
		return nil, err
	}
	rid, h := replyOf(reply)
	if h != nil {
		if c := x.w.chats[to]; c != nil && c.kind == "forum" && rid != 0 && c.topics[rid] != nil {
			h.ForumTopic = true
		}
		t.SetReplyTo(h)
	}
	if schedule > 0 && schedule > now()+9 {
		return x.schedule(to, t, schedule, randomID), nil
	}
	m, up := x.w.post(post{from: x.id(), to: to, t: t, replyTo: rid, except: x.s, sh: sh})
	if isUser(to) && to != x.id() {
		x.me.dialog(to).readIn = max(x.me.dialog(to).readIn, m.id)
	}
	return x.w.updates(x.id(), &tg.UpdateMessageID{ID: m.id, RandomID: randomID}, up), nil
}

func (x *ctx) schedule(to int64, t *tg.Message, at int, randomID int64) bin.Encoder {
	id := int(x.w.id())
	t.ID, t.PeerID, t.Date, t.Out, t.FromScheduled = id, peer(to), at, true, true
	t.SetFromID(peer(x.id()))
	x.w.gid++
	x.w.shared[x.w.gid] = &shared{}
	x.me.scheduled[id] = &msg{id: id, gid: x.w.gid, dialog: to, from: x.id(), t: t}
	uid := x.id()
	time.AfterFunc(time.Until(time.Unix(int64(at), 0)), func() {
		x.w.mu.Lock()
		defer x.w.mu.Unlock()
		x.w.fireScheduled(x.w.users[uid], id)
	})
	return x.w.updates(x.id(), &tg.UpdateMessageID{ID: id, RandomID: randomID}, &tg.UpdateNewScheduledMessage{Message: t})
}

func (w *World) fireScheduled(u *user, id int) {
	m := u.scheduled[id]
	if m == nil {
		return
	}
	delete(u.scheduled, id)
	t := *(m.t.(*tg.Message))
	t.FromScheduled = true
	p, _ := w.post(post{from: u.ID, to: m.dialog, t: &t})
	d := &tg.UpdateDeleteScheduledMessages{Peer: peer(m.dialog), Messages: []int{id}}
	d.SetSentMessages([]int{p.id})
	w.push(u.ID, nil, d)
}

func (x *ctx) affected(b *box, n int) *tg.MessagesAffectedMessages {
	return &tg.MessagesAffectedMessages{Pts: b.pts, PtsCount: n}
}

func (w *World) login(a *mtp.Auth, u *user) bin.Encoder {
	a.User.Store(u.ID)
	a.Data = nil
	u.online = true
	w.event(map[string]any{"event": "login", "user": u.ID, "device": a.Client().Device})
	return &tg.AuthAuthorization{User: w.userObj(u.ID, u.ID)}
}

func (w *World) userFull(x *ctx, u *user) *tg.UserFull {
	f := &tg.UserFull{ID: u.ID, Settings: tg.PeerSettings{}, NotifySettings: x.me.dialog(u.ID).notify, Blocked: x.me.blocked[u.ID], CanPinMessage: true}
	if u.about != "" {
		f.SetAbout(u.about)
	}
	if u.photo != nil {
		f.SetProfilePhoto(u.photo)
	}
	if u.Bot {
		f.SetBotInfo(tg.BotInfo{UserID: u.ID})
	}
	return f
}

func (w *World) participant(c *chat, viewer, uid int64) tg.ChannelParticipantClass {
	m := c.members[uid]
	switch {
	case c.creator == uid:
		return &tg.ChannelParticipantCreator{UserID: uid, AdminRights: allRights()}
	case m == nil:
		return &tg.ChannelParticipantLeft{Peer: peer(uid)}
	case m.banned != nil:
		return &tg.ChannelParticipantBanned{Left: m.left, Peer: peer(uid), KickedBy: c.creator, Date: m.date, BannedRights: *m.banned}
	case m.left:
		return &tg.ChannelParticipantLeft{Peer: peer(uid)}
	case m.admin != nil:
		p := &tg.ChannelParticipantAdmin{UserID: uid, Self: uid == viewer, CanEdit: c.creator == viewer, PromotedBy: c.creator, Date: m.date, AdminRights: *m.admin}
		if m.rank != "" {
			p.SetRank(m.rank)
		}
		return p
	case uid == viewer:
		return &tg.ChannelParticipantSelf{UserID: uid, InviterID: m.inviter, Date: m.date}
	default:
		return &tg.ChannelParticipant{UserID: uid, Date: m.date}
	}
}

// membership pushes a chat change to everybody concerned and returns the actor's updates.
func (w *World) membership(c *chat, actor int64, also ...int64) *tg.Updates {
	up := func() tg.UpdateClass {
		if isChannel(c.id) {
			return &tg.UpdateChannel{ChannelID: rawChan(c.id)}
		}
		return &tg.UpdateChat{ChatID: -c.id}
	}
	c.version++
	seen := map[int64]bool{actor: true}
	for uid := range c.members {
		if c.in(uid) && !seen[uid] {
			seen[uid] = true
			w.push(uid, nil, up())
		}
	}
	for _, uid := range also {
		if !seen[uid] {
			w.push(uid, nil, up())
		}
	}
	return w.updates(actor, up())
}

func (w *World) service(c *chat, actor int64, except *mtp.Session, action tg.MessageActionClass) tg.UpdateClass {
	_, up := w.post(post{from: actor, to: c.id, t: &tg.MessageService{Action: action}, except: except})
	return up
}

func (x *ctx) dialogs(ids []int64) (ds []tg.DialogClass, ms []tg.MessageClass, us []tg.UserClass, cs []tg.ChatClass) {
	ds, ms = []tg.DialogClass{}, []tg.MessageClass{}
	for _, id := range ids {
		b := x.w.boxFor(x.me, id)
		if b == nil {
			continue
		}
		d := x.me.dialog(id)
		td := &tg.Dialog{Peer: peer(id), ReadInboxMaxID: d.readIn, ReadOutboxMaxID: d.readOut, UnreadCount: x.w.unread(x.me, id), Pinned: d.pinned, UnreadMark: d.unreadMark, NotifySettings: d.notify}
		if h := x.w.history(b, id, nil); len(h) > 0 {
			td.TopMessage = h[0].id
			ms = append(ms, x.w.view(x.id(), h[0]))
		}
		if isChannel(id) {
			td.SetPts(b.pts)
		}
		if d.draft != nil {
			td.SetDraft(d.draft)
		}
		if d.folder != 0 {
			td.SetFolderID(d.folder)
		}
		ds = append(ds, td)
	}
	us, cs = x.w.entities(x.id(), append(anys(ds), anys(ms)...)...)
	return
}

func (x *ctx) state() tg.UpdatesState {
	return tg.UpdatesState{Pts: x.me.box.pts, Qts: 0, Date: now(), Seq: 0}
}
