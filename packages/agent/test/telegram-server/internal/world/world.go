// Package world is a small in-memory Telegram: users, groups, channels, message boxes with pts, dialogs, files.
package world

import (
	"encoding/binary"
	"hash/fnv"
	"strings"
	"sync"
	"time"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"

	"telegramserver/internal/mtp"
)

// Peers are kept as Bot API style marked ids: user 5, basic group -5, channel or supergroup -1000000000005.
const channelBase = int64(1_000_000_000_000)

func chanID(raw int64) int64  { return -channelBase - raw }
func isUser(id int64) bool    { return id > 0 }
func isChannel(id int64) bool { return id < -channelBase }
func rawChan(id int64) int64  { return -id - channelBase }
func now() int                { return int(time.Now().Unix()) }
func peer(id int64) tg.PeerClass {
	switch {
	case isUser(id):
		return &tg.PeerUser{UserID: id}
	case isChannel(id):
		return &tg.PeerChannel{ChannelID: rawChan(id)}
	default:
		return &tg.PeerChat{ChatID: -id}
	}
}

func marked(p tg.PeerClass) int64 {
	switch p := p.(type) {
	case *tg.PeerUser:
		return p.UserID
	case *tg.PeerChat:
		return -p.ChatID
	case *tg.PeerChannel:
		return chanID(p.ChannelID)
	}
	return 0
}

// hash is the access hash of a peer as one viewer sees it: another viewer's hash does not work, as on Telegram.
func hash(viewer, id int64) int64 {
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, [2]int64{viewer, id})
	return int64(h.Sum64()>>1) | 1
}

type user struct {
	tg.User
	about, password, token string
	contacts               map[int64]bool
	blocked                map[int64]bool
	box                    *box
	dialogs                map[int64]*dialog
	photo                  *tg.Photo
	filters                []tg.DialogFilterClass
	scheduled              map[int]*msg
	online                 bool
	old                    bool // an app that cannot show rich messages
	botToBot               bool // a bot that talks with other bots
	bot                    *botState
}

type dialog struct {
	readIn, readOut int
	pinned          bool
	folder          int
	unreadMark      bool
	draft           *tg.DraftMessage
	notify          tg.PeerNotifySettings
	hidden          bool
}

type member struct {
	date    int
	inviter int64
	admin   *tg.ChatAdminRights
	rank    string
	banned  *tg.ChatBannedRights
	left    bool
}

type chat struct {
	id                     int64 // marked
	kind                   string
	title, about, username string
	creator                int64
	members                map[int64]*member
	defaults               tg.ChatBannedRights
	slow, date, version    int
	box                    *box // channels only
	invites                map[string]*tg.ChatInviteExported
	topics                 map[int]*tg.ForumTopic
	photo                  *tg.Photo
	noForwards             bool
}

func (c *chat) in(id int64) bool { m := c.members[id]; return m != nil && !m.left }

type msg struct {
	id     int
	gid    int64
	dialog int64 // marked peer the message is filed under, as the box owner sees it
	from   int64
	t      tg.MessageClass
	gone   bool
}

// shared is what all copies of a message have in common.
type shared struct {
	copies    map[*box]*msg
	reactions map[int64][]tg.ReactionClass
	order     []int64
	poll      *tg.Poll
	correct   [][]byte
	solution  string
	votes     map[int64][][]byte
	pinned    bool
	at        int64          // when it was sent, in milliseconds
	edits     []int64        // when it was edited
	preview   map[string]any // link_preview_options
}

type entry struct {
	pts, count int
	msg        *msg // a new message
	upd        func(viewer int64) tg.UpdateClass
}

type box struct {
	owner int64 // user, or marked channel
	pts   int
	next  int
	msgs  map[int]*msg
	order []int
	log   []entry
}

func newBox(owner int64) *box { return &box{owner: owner, pts: 1, msgs: map[int]*msg{}} }

type file struct {
	id    int64
	data  []byte
	photo *tg.Photo
	doc   *tg.Document
	name  string
	url   string
}

// World is the server state. All of it is guarded by mu.
type World struct {
	mu     sync.Mutex
	srv    *mtp.Server
	opt    Options
	users  map[int64]*user
	chats  map[int64]*chat
	shared map[int64]*shared
	files  map[int64]*file
	parts  map[int64]map[int][]byte
	gid    int64
	nextID int64
	hold   map[int64]int // user -> pushes to swallow
	stubs  map[string][]*stub
	calls  []map[string]any
	events []map[string]any
	cond   *sync.Cond
	waits  map[int64]func(any) // delegated calls and pending callback queries, by id
	dice   int
	qr     map[string]int64

	limits   limits
	queries  []*query
	invoices map[string]invoice // by the key in their media
	payments []*payment
	actions  []map[string]any
	drafts   []map[string]any
	isDown   bool
	retry    time.Duration // before a webhook is tried again for the first time
	doors    []Door
}

// Door is where clients come in; closing it cuts off who is in, too.
type Door interface {
	Open() error
	Close()
}

// Guard has the world close and open a door with the commands down and up.
func (w *World) Guard(d Door) { w.doors = append(w.doors, d) }

// Options of the world.
type Options struct {
	Addr     string
	Port     int
	DC       int
	Code     string
	Emit     func(ev map[string]any)
	AutoStub bool
	Delegate time.Duration
}

// New world.
func New(opt Options) *World {
	w := &World{opt: opt, users: map[int64]*user{}, chats: map[int64]*chat{}, shared: map[int64]*shared{}, files: map[int64]*file{},
		parts: map[int64]map[int][]byte{}, hold: map[int64]int{}, stubs: map[string][]*stub{}, waits: map[int64]func(any){}, invoices: map[string]invoice{}, nextID: 1000, qr: map[string]int64{}, retry: time.Second, limits: limits{burst: 3, usage: map[int64]*botUsage{}}}
	w.cond = sync.NewCond(&w.mu)
	w.addUser(tg.User{ID: 777000, FirstName: "Telegram", Verified: true, Support: true, Phone: "42777"})
	return w
}

// Attach the transport.
func (w *World) Attach(s *mtp.Server) { w.srv = s }

func (w *World) id() int64 { w.nextID++; return w.nextID }

func (w *World) addUser(u tg.User) *user {
	if u.ID == 0 {
		u.ID = w.id()
	}
	x := &user{User: u, contacts: map[int64]bool{}, blocked: map[int64]bool{}, box: newBox(u.ID), dialogs: map[int64]*dialog{}, scheduled: map[int]*msg{}}
	w.users[u.ID] = x
	return x
}

func (w *World) addChat(kind, title string, creator int64, members ...int64) *chat {
	raw := w.id()
	c := &chat{kind: kind, title: title, creator: creator, members: map[int64]*member{}, date: now(), version: 1, invites: map[string]*tg.ChatInviteExported{}, topics: map[int]*tg.ForumTopic{}}
	c.id = -raw
	if kind != "group" {
		c.id = chanID(raw)
		c.box = newBox(c.id)
	}
	for _, m := range append([]int64{creator}, members...) {
		if w.users[m] != nil {
			c.members[m] = &member{date: now(), inviter: creator}
		}
	}
	w.chats[c.id] = c
	return c
}

// boxFor is where messages of a dialog live for a user.
func (w *World) boxFor(u *user, id int64) *box {
	if isChannel(id) {
		if c := w.chats[id]; c != nil {
			return c.box
		}
		return nil
	}
	return u.box
}

func (u *user) dialog(id int64) *dialog {
	d := u.dialogs[id]
	if d == nil {
		d = &dialog{}
		u.dialogs[id] = d
	}
	return d
}

func (w *World) event(ev map[string]any) {
	ev["n"] = len(w.events) + 1
	ev["t"] = time.Now().UnixMilli()
	w.events = append(w.events, ev)
	w.cond.Broadcast()
	if w.opt.Emit != nil {
		w.opt.Emit(ev)
	}
}

func (w *World) byName(name string) int64 {
	name = strings.ToLower(strings.TrimPrefix(name, "@"))
	for id, u := range w.users {
		if strings.ToLower(u.Username) == name {
			return id
		}
	}
	for id, c := range w.chats {
		if c.username != "" && strings.ToLower(c.username) == name {
			return id
		}
	}
	return 0
}

var _ bin.Encoder = (*tg.Updates)(nil)
