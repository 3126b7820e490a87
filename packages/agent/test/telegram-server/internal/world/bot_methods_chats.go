package world

import (
	"sort"

	"github.com/gotd/td/tg"
)

func init() {
	// ---- chats
	chatOf := func(r *apiReq) (*chat, error) {
		id, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		if c := r.w.chats[id]; c != nil {
			return c, nil
		}
		return nil, badRequest("method is available for groups and channels only")
	}
	botMethod("getChat", func(r *apiReq) (any, error) {
		id, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		out := r.w.apiChat(id)
		out["accent_color_id"], out["max_reaction_count"], out["accepted_gift_types"] = 0, 11, map[string]any{"unlimited_gifts": true, "limited_gifts": true, "unique_gifts": true, "premium_subscription": true, "gifts_from_channels": true}
		if u := r.w.users[id]; u != nil {
			put(out, "bio", u.about)
		} else {
			put(out, "description", r.w.chats[id].about)
		}
		return out, nil
	})
	botMethod("getChatMember", func(r *apiReq) (any, error) {
		c, err := chatOf(r)
		if err != nil {
			return nil, err
		}
		if r.w.users[r.num("user_id")] == nil {
			return nil, badRequest("user not found")
		}
		return r.member(c, r.num("user_id")), nil
	})
	botMethod("getChatAdministrators", func(r *apiReq) (any, error) {
		c, err := chatOf(r)
		if err != nil {
			return nil, err
		}
		var ids []int64
		for id, mb := range c.members {
			if c.in(id) && (mb.admin != nil || id == c.creator) {
				ids = append(ids, id)
			}
		}
		sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
		out := []any{}
		for _, id := range ids {
			out = append(out, r.member(c, id))
		}
		return out, nil
	})
	botMethod("getChatMemberCount", func(r *apiReq) (any, error) {
		c, err := chatOf(r)
		if err != nil {
			return nil, err
		}
		return c.count(), nil
	})
	banned := func(r *apiReq, rights tg.ChatBannedRights) (any, error) {
		c, err := chatOf(r)
		if err != nil {
			return nil, err
		}
		if !isChannel(c.id) {
			return nil, badRequest("method is available only for supergroups and channels")
		}
		id := r.num("user_id")
		if r.w.users[id] == nil {
			return nil, badRequest("user not found")
		}
		_, err = r.call(&tg.ChannelsEditBannedRequest{Channel: &tg.InputChannel{ChannelID: rawChan(c.id), AccessHash: hash(r.bot.ID, c.id)}, Participant: r.input(id), BannedRights: rights})
		return true, err
	}
	botMethod("banChatMember", func(r *apiReq) (any, error) {
		return banned(r, tg.ChatBannedRights{ViewMessages: true, SendMessages: true, UntilDate: int(r.num("until_date"))})
	})
	botMethod("unbanChatMember", func(r *apiReq) (any, error) { return banned(r, tg.ChatBannedRights{}) })
	botMethod("restrictChatMember", func(r *apiReq) (any, error) {
		var p struct {
			Send *bool `json:"can_send_messages"`
		}
		if err := r.decode("permissions", &p); err != nil {
			return nil, err
		}
		return banned(r, tg.ChatBannedRights{SendMessages: p.Send == nil || !*p.Send, UntilDate: int(r.num("until_date"))})
	})
	botMethod("promoteChatMember", func(r *apiReq) (any, error) {
		c, err := chatOf(r)
		if err != nil {
			return nil, err
		}
		u := r.w.users[r.num("user_id")]
		if u == nil {
			return nil, badRequest("user not found")
		}
		rights := tg.ChatAdminRights{ChangeInfo: r.flag("can_change_info"), DeleteMessages: r.flag("can_delete_messages"), BanUsers: r.flag("can_restrict_members"), InviteUsers: r.flag("can_invite_users"), PinMessages: r.flag("can_pin_messages"), AddAdmins: r.flag("can_promote_members"), ManageTopics: r.flag("can_manage_topics"), Other: r.flag("can_manage_chat")}
		_, err = r.call(&tg.ChannelsEditAdminRequest{Channel: &tg.InputChannel{ChannelID: rawChan(c.id), AccessHash: hash(r.bot.ID, c.id)}, UserID: &tg.InputUser{UserID: u.ID, AccessHash: hash(r.bot.ID, u.ID)}, AdminRights: rights})
		return true, err
	})
	botMethod("leaveChat", func(r *apiReq) (any, error) {
		c, err := chatOf(r)
		if err != nil {
			return nil, err
		}
		c.members[r.bot.ID].left = true
		return true, nil
	})
	botMethod("setChatTitle", func(r *apiReq) (any, error) {
		c, err := chatOf(r)
		if err != nil {
			return nil, err
		}
		if !r.x.admin(c) {
			return nil, badRequest("not enough rights to change chat title")
		}
		c.title = r.p.Get("title")
		r.w.service(c, r.bot.ID, nil, &tg.MessageActionChatEditTitle{Title: c.title})
		return true, nil
	})
	pin := func(r *apiReq, unpin bool) (any, error) {
		to, mm, err := r.message("message_id")
		if err != nil {
			return nil, badRequest("message to pin not found")
		}
		_, err = r.call(&tg.MessagesUpdatePinnedMessageRequest{Peer: r.input(to), ID: mm.id, Unpin: unpin, Silent: r.flag("disable_notification")})
		return true, err
	}
	botMethod("pinChatMessage", func(r *apiReq) (any, error) { return pin(r, false) })
	botMethod("unpinChatMessage", func(r *apiReq) (any, error) { return pin(r, true) })
	botMethod("createForumTopic", func(r *apiReq) (any, error) {
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		res, err := r.call(&tg.MessagesCreateForumTopicRequest{Peer: r.input(to), Title: r.p.Get("name"), IconColor: int(r.num("icon_color")), RandomID: r.w.id()})
		if err != nil {
			return nil, err
		}
		id := res.(*tg.Updates).Updates[0].(*tg.UpdateMessageID).ID
		return map[string]any{"message_thread_id": id, "name": r.p.Get("name"), "icon_color": r.num("icon_color")}, nil
	})
	botMethod("createChatInviteLink", func(r *apiReq) (any, error) {
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		res, err := r.call(&tg.MessagesExportChatInviteRequest{Peer: r.input(to), Title: r.p.Get("name"), ExpireDate: int(r.num("expire_date")), UsageLimit: int(r.num("member_limit"))})
		if err != nil {
			return nil, err
		}
		return map[string]any{"invite_link": res.(*tg.ChatInviteExported).Link, "creator": r.w.apiUser(r.bot.ID), "creates_join_request": false, "is_primary": false, "is_revoked": false}, nil
	})
}

func (r *apiReq) member(c *chat, uid int64) map[string]any {
	out := map[string]any{"user": r.w.apiUser(uid)}
	m := c.members[uid]
	switch {
	case c.creator == uid:
		out["status"], out["is_anonymous"] = "creator", false
	case m == nil || (m.left && m.banned == nil):
		out["status"] = "left"
	case m.banned != nil && m.banned.ViewMessages:
		out["status"], out["until_date"] = "kicked", m.banned.UntilDate
	case m.banned != nil:
		out["status"], out["is_member"], out["can_send_messages"], out["until_date"] = "restricted", !m.left, !m.banned.SendMessages, m.banned.UntilDate
	case m.admin != nil:
		out["status"], out["can_be_edited"], out["can_delete_messages"], out["can_restrict_members"], out["can_promote_members"], out["can_invite_users"], out["can_pin_messages"] = "administrator", false, m.admin.DeleteMessages, m.admin.BanUsers, m.admin.AddAdmins, m.admin.InviteUsers, m.admin.PinMessages
		put(out, "custom_title", m.rank)
	default:
		out["status"] = "member"
	}
	return out
}
