package world

import (
	"fmt"
	"reflect"
	"sort"

	"github.com/gotd/td/tg"
)

func (w *World) userObj(viewer, id int64) tg.UserClass {
	u := w.users[id]
	if u == nil {
		return &tg.UserEmpty{ID: id}
	}
	x := u.User
	x.Self = viewer == id
	x.AccessHash = hash(viewer, id)
	if v := w.users[viewer]; v != nil && v.contacts[id] {
		x.Contact = true
		x.MutualContact = u.contacts[viewer]
	} else if viewer != id {
		x.Phone = ""
	}
	if u.photo != nil {
		x.Photo = &tg.UserProfilePhoto{PhotoID: u.photo.ID, DCID: w.opt.DC}
	}
	if !x.Bot {
		if u.online {
			x.Status = &tg.UserStatusOnline{Expires: now() + 300}
		} else {
			x.Status = &tg.UserStatusRecently{}
		}
	}
	return &x
}

func (c *chat) chatPhoto(dc int) tg.ChatPhotoClass {
	if c.photo == nil {
		return &tg.ChatPhotoEmpty{}
	}
	return &tg.ChatPhoto{PhotoID: c.photo.ID, DCID: dc}
}

func (c *chat) count() (n int) {
	for _, m := range c.members {
		if !m.left {
			n++
		}
	}
	return
}

func allRights() tg.ChatAdminRights {
	return tg.ChatAdminRights{ChangeInfo: true, PostMessages: true, EditMessages: true, DeleteMessages: true, BanUsers: true, InviteUsers: true, PinMessages: true, AddAdmins: true, ManageCall: true, Other: true, ManageTopics: true}
}

func (w *World) chatObj(viewer, id int64) tg.ChatClass {
	c := w.chats[id]
	if c == nil {
		if isChannel(id) {
			return &tg.ChannelForbidden{ID: rawChan(id)}
		}
		return &tg.ChatEmpty{ID: -id}
	}
	m := c.members[viewer]
	left := m == nil || m.left
	if c.kind == "group" {
		x := &tg.Chat{ID: -c.id, Title: c.title, Photo: c.chatPhoto(w.opt.DC), ParticipantsCount: c.count(), Date: c.date, Version: c.version, Creator: c.creator == viewer, Left: left}
		if m != nil && m.admin != nil {
			x.SetAdminRights(*m.admin)
		}
		x.SetDefaultBannedRights(c.defaults)
		return x
	}
	if m != nil && m.banned != nil && m.banned.ViewMessages {
		return &tg.ChannelForbidden{ID: rawChan(id), AccessHash: hash(viewer, id), Title: c.title, Megagroup: c.kind != "channel", Broadcast: c.kind == "channel"}
	}
	x := &tg.Channel{ID: rawChan(id), AccessHash: hash(viewer, id), Title: c.title, Username: c.username, Photo: c.chatPhoto(w.opt.DC), Date: c.date,
		Creator: c.creator == viewer, Left: left, Broadcast: c.kind == "channel", Megagroup: c.kind != "channel", Forum: c.kind == "forum", SlowmodeEnabled: c.slow > 0, Noforwards: c.noForwards}
	x.SetParticipantsCount(c.count())
	if c.creator == viewer {
		x.SetAdminRights(allRights())
	} else if m != nil && m.admin != nil {
		x.SetAdminRights(*m.admin)
	}
	if m != nil && m.banned != nil {
		x.SetBannedRights(*m.banned)
	}
	x.SetDefaultBannedRights(c.defaults)
	return x
}

// view is a message as a viewer sees it.
func (w *World) view(viewer int64, m *msg) tg.MessageClass {
	if m == nil {
		return nil
	}
	if m.gone {
		return &tg.MessageEmpty{ID: m.id}
	}
	sh := w.shared[m.gid]
	switch t := m.t.(type) {
	case *tg.Message:
		x := *t
		x.Out = m.from == viewer && m.dialog != viewer
		x.Pinned = sh.pinned
		if len(sh.reactions) > 0 {
			x.SetReactions(w.reactions(viewer, sh))
		}
		if v := w.users[viewer]; v != nil && v.old {
			if _, ok := x.GetRichMessage(); ok {
				x.RichMessage = tg.RichMessage{}
				x.Flags2.Unset(richMessageFlag)
				x.SetMedia(&tg.MessageMediaUnsupported{})
			}
		}
		if sh.poll != nil {
			x.SetMedia(&tg.MessageMediaPoll{Poll: *sh.poll, Results: w.pollResults(viewer, sh)})
		}
		return &x
	case *tg.MessageService:
		x := *t
		x.Out = m.from == viewer && m.dialog != viewer
		return &x
	}
	return m.t
}

func reactionKey(r tg.ReactionClass) string {
	switch r := r.(type) {
	case *tg.ReactionEmoji:
		return r.Emoticon
	case *tg.ReactionCustomEmoji:
		return fmt.Sprint("custom:", r.DocumentID)
	case *tg.ReactionPaid:
		return "paid"
	}
	return ""
}

func (w *World) reactions(viewer int64, sh *shared) tg.MessageReactions {
	counts := map[string]*tg.ReactionCount{}
	var keys []string
	out := tg.MessageReactions{CanSeeList: true}
	for _, uid := range sh.order {
		for i, r := range sh.reactions[uid] {
			k := reactionKey(r)
			if counts[k] == nil {
				counts[k] = &tg.ReactionCount{Reaction: r}
				keys = append(keys, k)
			}
			counts[k].Count++
			if uid == viewer {
				counts[k].SetChosenOrder(i)
			}
			out.RecentReactions = append(out.RecentReactions, tg.MessagePeerReaction{PeerID: peer(uid), Date: now(), Reaction: r, My: uid == viewer})
		}
	}
	for _, k := range keys {
		out.Results = append(out.Results, *counts[k])
	}
	return out
}

func (w *World) pollResults(viewer int64, sh *shared) tg.PollResults {
	r := tg.PollResults{}
	r.SetTotalVoters(len(sh.votes))
	var rows []tg.PollAnswerVoters
	mine := sh.votes[viewer]
	for _, a := range sh.poll.Answers {
		pa, ok := a.(*tg.PollAnswer)
		if !ok {
			continue
		}
		row := tg.PollAnswerVoters{Option: pa.Option}
		for _, vs := range sh.votes {
			for _, v := range vs {
				if string(v) == string(pa.Option) {
					row.Voters++
				}
			}
		}
		for _, v := range mine {
			row.Chosen = row.Chosen || string(v) == string(pa.Option)
		}
		if mine != nil {
			for _, v := range sh.correct {
				row.Correct = row.Correct || string(v) == string(pa.Option)
			}
		}
		rows = append(rows, row)
	}
	if mine != nil || sh.poll.Closed {
		r.SetResults(rows)
		if sh.solution != "" {
			r.SetSolution(sh.solution)
			r.SetSolutionEntities(nil)
		}
	}
	return r
}

// entities collects the users and chats that TL values mention, as the viewer sees them.
func (w *World) entities(viewer int64, vals ...any) ([]tg.UserClass, []tg.ChatClass) {
	ids := map[int64]bool{}
	for _, v := range vals {
		collect(reflect.ValueOf(v), "", ids)
	}
	var list []int64
	for id := range ids {
		list = append(list, id)
	}
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	users, chats := []tg.UserClass{}, []tg.ChatClass{}
	for _, id := range list {
		if isUser(id) && w.users[id] != nil {
			users = append(users, w.userObj(viewer, id))
		} else if !isUser(id) && w.chats[id] != nil {
			chats = append(chats, w.chatObj(viewer, id))
		}
	}
	return users, chats
}

func collect(v reflect.Value, name string, ids map[int64]bool) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if p, ok := v.Interface().(tg.PeerClass); ok {
			ids[marked(p)] = true
			return
		}
		collect(v.Elem(), name, ids)
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			if v.Type().Field(i).IsExported() {
				collect(v.Field(i), v.Type().Field(i).Name, ids)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := 0; i < v.Len(); i++ {
			collect(v.Index(i), name, ids)
		}
	case reflect.Int64:
		switch name {
		case "UserID", "InviterID", "PromotedBy", "KickedBy", "ViaBotID", "BotID", "Users", "CreatorID", "AdminID", "ActorID":
			ids[v.Int()] = true
		case "ChatID":
			ids[-v.Int()] = true
		case "ChannelID":
			ids[chanID(v.Int())] = true
		}
	}
}
