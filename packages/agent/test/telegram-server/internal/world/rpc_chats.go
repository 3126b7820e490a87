package world

import (
	"fmt"
	"sort"
	"strings"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

func init() {
	on(func(x *ctx, r *tg.MessagesCreateChatRequest) (bin.Encoder, error) {
		var ids []int64
		for _, q := range r.Users {
			u, err := x.user(q)
			if err != nil {
				return nil, err
			}
			ids = append(ids, u.ID)
		}
		if len(ids) == 0 {
			return nil, fail(400, "USERS_TOO_FEW")
		}
		c := x.w.addChat("group", r.Title, x.id(), ids...)
		up := x.w.service(c, x.id(), x.s, &tg.MessageActionChatCreate{Title: r.Title, Users: append([]int64{x.id()}, ids...)})
		return &tg.MessagesInvitedUsers{Updates: x.w.updates(x.id(), up), MissingInvitees: []tg.MissingInvitee{}}, nil
	})
	on(func(x *ctx, r *tg.ChannelsCreateChannelRequest) (bin.Encoder, error) {
		kind := "supergroup"
		if r.Broadcast {
			kind = "channel"
		} else if r.Forum {
			kind = "forum"
		}
		if r.Title == "" {
			return nil, fail(400, "CHAT_TITLE_EMPTY")
		}
		c := x.w.addChat(kind, r.Title, x.id())
		c.about = r.About
		up := x.w.service(c, x.id(), x.s, &tg.MessageActionChannelCreate{Title: r.Title})
		return x.w.updates(x.id(), &tg.UpdateChannel{ChannelID: rawChan(c.id)}, up), nil
	})
	on(func(x *ctx, r *tg.ChannelsInviteToChannelRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		if !c.in(x.id()) {
			return nil, fail(400, "CHANNEL_PRIVATE")
		}
		var ids []int64
		missing := []tg.MissingInvitee{}
		for _, q := range r.Users {
			u, err := x.user(q)
			if err != nil {
				return nil, err
			}
			if u.blocked[x.id()] {
				missing = append(missing, tg.MissingInvitee{UserID: u.ID})
				continue
			}
			x.w.join(c, u.ID, x.id())
			ids = append(ids, u.ID)
		}
		ups := x.w.membership(c, x.id())
		if len(ids) > 0 {
			ups.Updates = append(ups.Updates, x.w.service(c, x.id(), x.s, &tg.MessageActionChatAddUser{Users: ids}))
		}
		return &tg.MessagesInvitedUsers{Updates: x.w.updates(x.id(), ups.Updates...), MissingInvitees: missing}, nil
	})
	on(func(x *ctx, r *tg.MessagesAddChatUserRequest) (bin.Encoder, error) {
		c := x.w.chats[-r.ChatID]
		u, err := x.user(r.UserID)
		if err != nil || c == nil {
			return nil, fail(400, "CHAT_ID_INVALID")
		}
		x.w.join(c, u.ID, x.id())
		up := x.w.service(c, x.id(), x.s, &tg.MessageActionChatAddUser{Users: []int64{u.ID}})
		return &tg.MessagesInvitedUsers{Updates: x.w.updates(x.id(), up), MissingInvitees: []tg.MissingInvitee{}}, nil
	})
	on(func(x *ctx, r *tg.MessagesDeleteChatUserRequest) (bin.Encoder, error) {
		c := x.w.chats[-r.ChatID]
		u, err := x.user(r.UserID)
		if err != nil || c == nil || !c.in(u.ID) {
			return nil, fail(400, "USER_NOT_PARTICIPANT")
		}
		up := x.w.service(c, x.id(), x.s, &tg.MessageActionChatDeleteUser{UserID: u.ID})
		c.members[u.ID].left = true
		return x.w.updates(x.id(), up), nil
	})
	on(func(x *ctx, r *tg.ChannelsJoinChannelRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		if m := c.members[x.id()]; m != nil && m.banned != nil && m.banned.ViewMessages {
			return nil, fail(400, "USER_BANNED_IN_CHANNEL")
		}
		x.w.join(c, x.id(), x.id())
		return joinResult(x.w.membership(c, x.id())), nil
	})
	on(func(x *ctx, r *tg.ChannelsLeaveChannelRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		if !c.in(x.id()) {
			return nil, fail(400, "USER_NOT_PARTICIPANT")
		}
		c.members[x.id()].left = true
		return x.w.membership(c, x.id()), nil
	})
	on(func(x *ctx, r *tg.ChannelsDeleteChannelRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		if c.creator != x.id() {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		for _, m := range c.members {
			m.left = true
		}
		return x.w.membership(c, x.id()), nil
	})
	on(func(x *ctx, r *tg.MessagesGetChatsRequest) (bin.Encoder, error) {
		out := &tg.MessagesChats{Chats: []tg.ChatClass{}}
		for _, id := range r.ID {
			out.Chats = append(out.Chats, x.w.chatObj(x.id(), -id))
		}
		return out, nil
	})
	on(func(x *ctx, r *tg.ChannelsGetChannelsRequest) (bin.Encoder, error) {
		out := &tg.MessagesChats{Chats: []tg.ChatClass{}}
		for _, q := range r.ID {
			c, err := x.channel(q)
			if err != nil {
				return nil, err
			}
			out.Chats = append(out.Chats, x.w.chatObj(x.id(), c.id))
		}
		return out, nil
	})
	on(func(x *ctx, r *tg.MessagesGetFullChatRequest) (bin.Encoder, error) {
		c := x.w.chats[-r.ChatID]
		if c == nil {
			return nil, fail(400, "CHAT_ID_INVALID")
		}
		ps := &tg.ChatParticipants{ChatID: r.ChatID, Version: c.version, Participants: []tg.ChatParticipantClass{}}
		for uid, m := range c.members {
			switch {
			case m.left:
			case uid == c.creator:
				ps.Participants = append(ps.Participants, &tg.ChatParticipantCreator{UserID: uid})
			case m.admin != nil:
				ps.Participants = append(ps.Participants, &tg.ChatParticipantAdmin{UserID: uid, InviterID: m.inviter, Date: m.date})
			default:
				ps.Participants = append(ps.Participants, &tg.ChatParticipant{UserID: uid, InviterID: m.inviter, Date: m.date})
			}
		}
		f := &tg.ChatFull{ID: r.ChatID, About: c.about, Participants: ps, NotifySettings: x.me.dialog(c.id).notify}
		us, _ := x.w.entities(x.id(), ps)
		return &tg.MessagesChatFull{FullChat: f, Chats: []tg.ChatClass{x.w.chatObj(x.id(), c.id)}, Users: us}, nil
	})
	on(func(x *ctx, r *tg.ChannelsGetFullChannelRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		d := x.me.dialog(c.id)
		f := &tg.ChannelFull{ID: rawChan(c.id), About: c.about, CanViewParticipants: c.kind != "channel" || x.admin(c), CanSetUsername: c.creator == x.id(), ReadInboxMaxID: d.readIn, ReadOutboxMaxID: d.readOut,
			UnreadCount: x.w.unread(x.me, c.id), ChatPhoto: &tg.PhotoEmpty{}, NotifySettings: d.notify, BotInfo: []tg.BotInfo{}, Pts: c.box.pts}
		if c.photo != nil {
			f.ChatPhoto = c.photo
		}
		f.SetParticipantsCount(c.count())
		if c.slow > 0 {
			f.SetSlowmodeSeconds(c.slow)
		}
		for _, inv := range c.invites {
			if inv.Permanent && !inv.Revoked {
				f.SetExportedInvite(inv)
			}
		}
		return &tg.MessagesChatFull{FullChat: f, Chats: []tg.ChatClass{x.w.chatObj(x.id(), c.id)}, Users: []tg.UserClass{}}, nil
	})
	on(func(x *ctx, r *tg.ChannelsGetParticipantRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		id, err := x.peer(r.Participant)
		if err != nil {
			return nil, err
		}
		if m := c.members[id]; m == nil || (m.left && m.banned == nil) {
			return nil, fail(400, "USER_NOT_PARTICIPANT")
		}
		p := x.w.participant(c, x.id(), id)
		us, cs := x.w.entities(x.id(), p, peer(id))
		return &tg.ChannelsChannelParticipant{Participant: p, Users: us, Chats: cs}, nil
	})
	on(func(x *ctx, r *tg.ChannelsGetParticipantsRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		if c.kind == "channel" && !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		var ids []int64
		for uid, m := range c.members {
			u := x.w.users[uid]
			name := strings.ToLower(u.FirstName + " " + u.LastName + " " + u.Username)
			ok := !m.left
			switch f := r.Filter.(type) {
			case *tg.ChannelParticipantsAdmins:
				ok = ok && (m.admin != nil || c.creator == uid)
			case *tg.ChannelParticipantsBots:
				ok = ok && u.Bot
			case *tg.ChannelParticipantsSearch:
				ok = ok && strings.Contains(name, strings.ToLower(f.Q))
			case *tg.ChannelParticipantsKicked:
				ok = m.banned != nil && m.banned.ViewMessages
			case *tg.ChannelParticipantsBanned:
				ok = m.banned != nil && !m.banned.ViewMessages
			}
			if ok {
				ids = append(ids, uid)
			}
		}
		sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
		out := &tg.ChannelsChannelParticipants{Count: len(ids), Participants: []tg.ChannelParticipantClass{}}
		for i, id := range ids {
			if i >= r.Offset && len(out.Participants) < r.Limit {
				out.Participants = append(out.Participants, x.w.participant(c, x.id(), id))
			}
		}
		out.Users, out.Chats = x.w.entities(x.id(), anys(out.Participants)...)
		return out, nil
	})
	on(func(x *ctx, r *tg.ChannelsEditAdminRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		u, err := x.user(r.UserID)
		if err != nil {
			return nil, err
		}
		if !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		if u.ID == c.creator {
			return nil, fail(400, "USER_CREATOR")
		}
		x.w.join(c, u.ID, x.id())
		m := c.members[u.ID]
		rights := r.AdminRights
		rights.SetFlags()
		m.admin, m.rank = &rights, r.Rank
		if rights.Flags == 0 {
			m.admin, m.rank = nil, ""
		}
		return x.w.membership(c, x.id()), nil
	})
	on(func(x *ctx, r *tg.ChannelsEditBannedRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		id, err := x.peer(r.Participant)
		if err != nil {
			return nil, err
		}
		if !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		if id == c.creator {
			return nil, fail(400, "USER_ADMIN_INVALID")
		}
		m := c.members[id]
		if m == nil {
			m = &member{date: now(), left: true}
			c.members[id] = m
		}
		rights := r.BannedRights
		rights.SetFlags()
		m.banned, m.admin = &rights, nil
		if rights.ViewMessages {
			m.left = true
		}
		if rights.Flags == 0 || (rights.Zero() && rights.UntilDate == 0) {
			m.banned = nil
		}
		return x.w.membership(c, x.id(), id), nil
	})
	on(func(x *ctx, r *tg.MessagesEditChatAdminRequest) (bin.Encoder, error) {
		c := x.w.chats[-r.ChatID]
		u, err := x.user(r.UserID)
		if err != nil || c == nil || c.members[u.ID] == nil {
			return nil, fail(400, "USER_NOT_PARTICIPANT")
		}
		c.members[u.ID].admin = nil
		if r.IsAdmin {
			a := allRights()
			c.members[u.ID].admin = &a
		}
		x.w.membership(c, x.id())
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.MessagesEditChatDefaultBannedRightsRequest) (bin.Encoder, error) {
		id, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		c := x.w.chats[id]
		if c == nil || !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		c.defaults = r.BannedRights
		return x.w.membership(c, x.id()), nil
	})
	on(func(x *ctx, r *tg.ChannelsToggleSlowModeRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		switch r.Seconds {
		case 0, 5, 10, 30, 60, 300, 900, 3600:
		default:
			return nil, fail(400, "SECONDS_INVALID")
		}
		c.slow = r.Seconds
		return x.w.membership(c, x.id()), nil
	})
	title := func(x *ctx, c *chat, t string) (bin.Encoder, error) {
		if c == nil || !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		if c.title == t {
			return nil, fail(400, "CHAT_NOT_MODIFIED")
		}
		c.title = t
		up := x.w.service(c, x.id(), x.s, &tg.MessageActionChatEditTitle{Title: t})
		return x.w.updates(x.id(), up), nil
	}
	on(func(x *ctx, r *tg.MessagesEditChatTitleRequest) (bin.Encoder, error) {
		return title(x, x.w.chats[-r.ChatID], r.Title)
	})
	on(func(x *ctx, r *tg.ChannelsEditTitleRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		return title(x, c, r.Title)
	})
	photo := func(x *ctx, c *chat, p tg.InputChatPhotoClass) (bin.Encoder, error) {
		if c == nil || !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		switch p := p.(type) {
		case *tg.InputChatUploadedPhoto:
			f, err := x.w.take(p.File)
			if err != nil {
				return nil, err
			}
			c.photo = x.w.makePhoto(f)
		case *tg.InputChatPhotoEmpty:
			c.photo = nil
		}
		var a tg.MessageActionClass = &tg.MessageActionChatDeletePhoto{}
		if c.photo != nil {
			a = &tg.MessageActionChatEditPhoto{Photo: c.photo}
		}
		return x.w.updates(x.id(), x.w.service(c, x.id(), x.s, a)), nil
	}
	on(func(x *ctx, r *tg.MessagesEditChatPhotoRequest) (bin.Encoder, error) {
		return photo(x, x.w.chats[-r.ChatID], r.Photo)
	})
	on(func(x *ctx, r *tg.ChannelsEditPhotoRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		return photo(x, c, r.Photo)
	})
	on(func(x *ctx, r *tg.MessagesEditChatAboutRequest) (bin.Encoder, error) {
		id, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		c := x.w.chats[id]
		if c == nil || !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		c.about = r.About
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.ChannelsUpdateUsernameRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		if id := x.w.byName(r.Username); r.Username != "" && id != 0 && id != c.id {
			return nil, fail(400, "USERNAME_OCCUPIED")
		}
		c.username = r.Username
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.ChannelsToggleForumRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		c.kind = map[bool]string{true: "forum", false: "supergroup"}[r.Enabled]
		return x.w.membership(c, x.id()), nil
	})

	// ---- invite links
	on(func(x *ctx, r *tg.MessagesExportChatInviteRequest) (bin.Encoder, error) {
		id, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		c := x.w.chats[id]
		if c == nil || !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		h := fmt.Sprintf("inv%d", x.w.id())
		inv := &tg.ChatInviteExported{Link: "https://t.me/+" + h, AdminID: x.id(), Date: now(), RequestNeeded: r.RequestNeeded, Permanent: r.LegacyRevokePermanent}
		if r.ExpireDate != 0 {
			inv.SetExpireDate(r.ExpireDate)
		}
		if r.UsageLimit != 0 {
			inv.SetUsageLimit(r.UsageLimit)
		}
		if r.Title != "" {
			inv.SetTitle(r.Title)
		}
		c.invites[h] = inv
		return inv, nil
	})
	on(func(x *ctx, r *tg.MessagesGetExportedChatInvitesRequest) (bin.Encoder, error) {
		id, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		out := &tg.MessagesExportedChatInvites{Invites: []tg.ExportedChatInviteClass{}, Users: []tg.UserClass{x.w.userObj(x.id(), x.id())}}
		if c := x.w.chats[id]; c != nil {
			for _, inv := range c.invites {
				if inv.Revoked == r.Revoked {
					out.Invites = append(out.Invites, inv)
				}
			}
		}
		out.Count = len(out.Invites)
		return out, nil
	})
	on(func(x *ctx, r *tg.MessagesEditExportedChatInviteRequest) (bin.Encoder, error) {
		_, inv := x.w.find(r.Link)
		if inv == nil {
			return nil, fail(400, "INVITE_HASH_EXPIRED")
		}
		inv.Revoked = inv.Revoked || r.Revoked
		if v, ok := r.GetExpireDate(); ok {
			inv.SetExpireDate(v)
		}
		if v, ok := r.GetUsageLimit(); ok {
			inv.SetUsageLimit(v)
		}
		if v, ok := r.GetTitle(); ok {
			inv.SetTitle(v)
		}
		return &tg.MessagesExportedChatInvite{Invite: inv, Users: []tg.UserClass{x.w.userObj(x.id(), x.id())}}, nil
	})
	on(func(x *ctx, r *tg.MessagesCheckChatInviteRequest) (bin.Encoder, error) {
		c, inv := x.w.find(r.Hash)
		if c == nil || inv.Revoked {
			return nil, fail(400, "INVITE_HASH_EXPIRED")
		}
		if c.in(x.id()) {
			return &tg.ChatInviteAlready{Chat: x.w.chatObj(x.id(), c.id)}, nil
		}
		return &tg.ChatInvite{Channel: isChannel(c.id), Broadcast: c.kind == "channel", Megagroup: c.kind != "channel" && c.kind != "group", RequestNeeded: inv.RequestNeeded, Title: c.title, Photo: &tg.PhotoEmpty{}, ParticipantsCount: c.count()}, nil
	})
	on(func(x *ctx, r *tg.MessagesImportChatInviteRequest) (bin.Encoder, error) {
		c, inv := x.w.find(r.Hash)
		if c == nil || inv.Revoked || (inv.ExpireDate != 0 && inv.ExpireDate < now()) {
			return nil, fail(400, "INVITE_HASH_EXPIRED")
		}
		if c.in(x.id()) {
			return nil, fail(400, "USER_ALREADY_PARTICIPANT")
		}
		if inv.RequestNeeded {
			return nil, fail(400, "INVITE_REQUEST_SENT")
		}
		if inv.UsageLimit != 0 && inv.Usage >= inv.UsageLimit {
			return nil, fail(400, "USERS_TOO_MUCH")
		}
		inv.SetUsage(inv.Usage + 1)
		x.w.join(c, x.id(), inv.AdminID)
		up := x.w.service(c, x.id(), x.s, &tg.MessageActionChatJoinedByLink{InviterID: inv.AdminID})
		ups := x.w.membership(c, x.id())
		// messages.ChatInviteJoinResult since layer 225
		return joinResult(x.w.updates(x.id(), append(ups.Updates, up)...)), nil
	})

	// ---- forum topics
	on(func(x *ctx, r *tg.MessagesCreateForumTopicRequest) (bin.Encoder, error) {
		id, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		c := x.w.chats[id]
		if c == nil || c.kind != "forum" {
			return nil, fail(400, "CHANNEL_FORUM_MISSING")
		}
		m, up := x.w.post(post{from: x.id(), to: id, t: &tg.MessageService{Action: &tg.MessageActionTopicCreate{Title: r.Title, IconColor: r.IconColor}}, except: x.s})
		c.topics[m.id] = &tg.ForumTopic{My: true, ID: m.id, Date: now(), Peer: peer(id), Title: r.Title, IconColor: r.IconColor, TopMessage: m.id, FromID: peer(x.id())}
		return x.w.updates(x.id(), &tg.UpdateMessageID{ID: m.id, RandomID: r.RandomID}, up), nil
	})
	on(func(x *ctx, r *tg.MessagesGetForumTopicsRequest) (bin.Encoder, error) {
		id, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		c := x.w.chats[id]
		if c == nil || c.kind != "forum" {
			return nil, fail(400, "CHANNEL_FORUM_MISSING")
		}
		out := &tg.MessagesForumTopics{Topics: []tg.ForumTopicClass{}, Messages: []tg.MessageClass{}, Pts: c.box.pts}
		var ids []int
		for t := range c.topics {
			ids = append(ids, t)
		}
		sort.Ints(ids)
		for _, t := range ids {
			if strings.Contains(strings.ToLower(c.topics[t].Title), strings.ToLower(r.Q)) {
				out.Topics = append(out.Topics, c.topics[t])
				out.Messages = append(out.Messages, x.w.view(x.id(), c.box.msgs[t]))
			}
		}
		out.Count = len(out.Topics)
		out.Users, out.Chats = x.w.entities(x.id(), append(anys(out.Messages), anys(out.Topics)...)...)
		return out, nil
	})
	on(func(x *ctx, r *tg.MessagesEditForumTopicRequest) (bin.Encoder, error) {
		id, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		t := x.w.chats[id].topics[r.TopicID]
		if t == nil {
			return nil, fail(400, "TOPIC_ID_INVALID")
		}
		act := &tg.MessageActionTopicEdit{}
		if v, ok := r.GetTitle(); ok {
			t.Title = v
			act.SetTitle(v)
		}
		if v, ok := r.GetClosed(); ok {
			t.Closed = v
			act.SetClosed(v)
		}
		_, up := x.w.post(post{from: x.id(), to: id, t: &tg.MessageService{Action: act}, replyTo: r.TopicID, except: x.s})
		return x.w.updates(x.id(), up), nil
	})
}

// joinResult wraps updates the way joining answers since layer 225.
func joinResult(u tg.UpdatesClass) bin.Encoder { return &tg.MessagesChatInviteJoinResultOk{Updates: u} }
