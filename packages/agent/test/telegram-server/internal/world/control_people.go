package world

import (
	"errors"
	"fmt"

	"github.com/gotd/td/tg"
)

// cmdAddUser is the command addUser.
func (w *World) cmdAddUser(c Cmd) (any, error) {
	u := w.addUser(tg.User{ID: c.ID, FirstName: c.FirstName, LastName: c.LastName, Username: c.Username, Phone: digits(c.Phone), Bot: c.Bot, Premium: c.Premium, LangCode: c.LanguageCode})
	u.old = c.OldClient != nil && *c.OldClient
	u.botToBot = c.BotToBot
	u.about, u.password, u.token = c.About, c.Password, c.Token
	if c.Contact {
		for id, o := range w.users {
			if id != u.ID {
				o.contacts[u.ID], u.contacts[id] = true, true
			}
		}
	}
	return map[string]any{"id": u.ID}, nil
}

// cmdAddChat is the command addChat.
func (w *World) cmdAddChat(c Cmd) (any, error) {
	kind := c.Kind
	if kind == "" {
		kind = "supergroup"
	}
	switch {
	case w.users[c.User] == nil:
		return nil, errors.New("user (the creator) unknown")
	case kind != "group" && kind != "supergroup" && kind != "forum" && kind != "channel":
		return nil, fmt.Errorf("unknown kind %q", kind)
	}
	ch := w.addChat(kind, c.Title, c.User, c.Members...)
	ch.username, ch.about, ch.slow, ch.noForwards = c.Username, c.About, c.Slow, c.Protected
	for _, a := range c.Admins {
		if m := ch.members[a]; m != nil {
			r := allRights()
			m.admin = &r
		}
	}
	var act tg.MessageActionClass = &tg.MessageActionChannelCreate{Title: c.Title}
	if kind == "group" {
		act = &tg.MessageActionChatCreate{Title: c.Title, Users: append([]int64{c.User}, c.Members...)}
	}
	w.service(ch, c.User, nil, act)
	for uid, m := range ch.members {
		status := "member"
		if m.admin != nil {
			status = "administrator"
		}
		w.botMembership(uid, ch.id, c.User, "left", status)
	}
	return map[string]any{"id": ch.id}, nil
}

// cmdJoinOrLeave is the command join, leave.
func (w *World) cmdJoinOrLeave(c Cmd) (any, error) {
	ch := w.chats[c.Chat]
	if ch == nil || w.users[c.User] == nil {
		return nil, errors.New("no such chat or user")
	}
	if c.Cmd == "join" {
		w.join(ch, c.User, c.User)
		w.botMembership(c.User, ch.id, ch.creator, "left", "member")
		w.service(ch, c.User, nil, &tg.MessageActionChatAddUser{Users: []int64{c.User}})
	} else {
		w.service(ch, c.User, nil, &tg.MessageActionChatDeleteUser{UserID: c.User})
		if m := ch.members[c.User]; m != nil {
			m.left = true
		}
		w.botMembership(c.User, ch.id, ch.creator, "member", "kicked")
	}
	w.membership(ch, 0, c.User)
	return map[string]any{}, nil
}
