package world

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gotd/td/tg"
)

// botUpdate turns an update for a bot account into a Bot API update and queues it.
func (w *World) botUpdate(u *user, up tg.UpdateClass) {
	find := func(mc tg.MessageClass) *msg {
		var dlg int64
		var id int
		switch t := mc.(type) {
		case *tg.Message:
			dlg, id = marked(t.PeerID), t.ID
		case *tg.MessageService:
			dlg, id = marked(t.PeerID), t.ID
		}
		if b := w.boxFor(u, dlg); b != nil {
			return b.msgs[id]
		}
		return nil
	}
	message := func(mc tg.MessageClass, kind, post string) {
		m := find(mc)
		if m == nil || m.from == u.ID || !w.mayHear(u, m) {
			return
		}
		if c := w.chats[m.dialog]; c != nil && c.kind == "channel" {
			kind = post
		}
		w.queue(u, kind, w.apiMessage(u.ID, m, true))
	}
	switch t := up.(type) {
	case *tg.UpdateNewMessage:
		message(t.Message, "message", "channel_post")
	case *tg.UpdateNewChannelMessage:
		message(t.Message, "message", "channel_post")
	case *tg.UpdateEditMessage:
		message(t.Message, "edited_message", "edited_channel_post")
	case *tg.UpdateEditChannelMessage:
		message(t.Message, "edited_message", "edited_channel_post")
	case *tg.UpdateBotCallbackQuery:
		q := map[string]any{"id": fmt.Sprint(t.QueryID), "from": w.apiUser(t.UserID), "chat_instance": fmt.Sprint(t.ChatInstance), "data": string(t.Data)}
		if b := w.boxFor(u, marked(t.Peer)); b != nil && b.msgs[t.MsgID] != nil {
			q["message"] = w.apiMessage(u.ID, b.msgs[t.MsgID], true)
		}
		w.queue(u, "callback_query", q)
	case *tg.UpdateBotMessageReaction:
		rs := func(in []tg.ReactionClass) []any {
			out := []any{}
			for _, r := range in {
				if e, ok := r.(*tg.ReactionEmoji); ok {
					out = append(out, map[string]any{"type": "emoji", "emoji": e.Emoticon})
				}
			}
			return out
		}
		w.queue(u, "message_reaction", map[string]any{"chat": w.apiChat(marked(t.Peer)), "message_id": t.MsgID, "user": w.apiUser(marked(t.Actor)), "date": t.Date, "old_reaction": rs(t.OldReactions), "new_reaction": rs(t.NewReactions)})
	case *tg.UpdateMessagePoll:
		if p, ok := t.GetPoll(); ok {
			w.queue(u, "poll", apiPoll(p, t.Results))
		}
	}
}

// mayHear tells whether a bot is told of a message: of other bots' only in bot-to-bot communication.
// Where one of the two has that mode, it hears replies to it and commands that name it; where it has the
// mode itself, all, as it hears all that people say.
func (w *World) mayHear(u *user, m *msg) bool {
	from := w.users[m.from]
	if from == nil || !from.Bot || u.botToBot {
		return true
	}
	t, ok := m.t.(*tg.Message)
	if !ok || !from.botToBot {
		return !ok
	}
	if named := "@" + strings.ToLower(u.Username); strings.HasPrefix(t.Message, "/") &&
		strings.HasSuffix(strings.ToLower(strings.SplitN(t.Message, " ", 2)[0]), named) {
		return true
	}
	h, ok := t.ReplyTo.(*tg.MessageReplyHeader)
	if !ok {
		return false
	}
	replied := w.boxFor(u, m.dialog).msgs[h.ReplyToMsgID]
	return replied != nil && replied.from == u.ID
}

// queue appends an update and delivers it to the webhook if there is one.
func (w *World) queue(u *user, kind string, v map[string]any) {
	s := u.api()
	if s.allowed != nil && !s.allowed[kind] {
		return
	}
	if s.allowed == nil && (kind == "message_reaction" || kind == "message_reaction_count" || kind == "chat_member") {
		return // not sent unless asked for
	}
	s.updates = append(s.updates, map[string]any{"update_id": s.next, kind: v})
	s.next++
	w.cond.Broadcast()
	w.deliver(u)
}

// allow reads allowed_updates: absent leaves the setting, empty brings back the default.
func (s *botState) allow(r *apiReq) error {
	if !r.has("allowed_updates") {
		return nil
	}
	var list []string
	if err := r.decode("allowed_updates", &list); err != nil {
		return err
	}
	s.allowed = nil
	if len(list) > 0 {
		s.allowed = map[string]bool{}
		for _, kind := range list {
			s.allowed[kind] = true
		}
	}
	return nil
}

func updateID(up map[string]any) int64 { return up["update_id"].(int64) }

// acknowledge drops the updates that isDone from the queue.
func (s *botState) acknowledge(isDone func(up map[string]any) bool) {
	kept := []map[string]any{}
	for _, up := range s.updates {
		if isDone(up) {
			s.done = append(s.done, up)
		} else {
			kept = append(kept, up)
		}
	}
	s.updates = kept
}

// waits tells whether nobody has acknowledged an update yet.
func (s *botState) waits(up map[string]any) bool {
	return slices.ContainsFunc(s.updates, func(one map[string]any) bool { return updateID(one) == updateID(up) })
}

// repeat has the last acknowledged updates delivered once more.
func (s *botState) repeat(count int) int {
	from := max(0, len(s.done)-count)
	s.again = append(s.again, s.done[from:]...)
	return len(s.done) - from
}

// poll is getUpdates: it waits until there is something, the time is over, or another poll begins.
func (r *apiReq) poll() (any, error) {
	s := r.bot.api()
	if s.webhook.url != "" {
		return nil, conflict("can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
	}
	if err := s.allow(r); err != nil {
		return nil, err
	}
	if offset := r.num("offset"); offset > 0 {
		s.acknowledge(func(up map[string]any) bool { return updateID(up) < offset })
	} else if offset < 0 {
		first := s.next + offset
		s.acknowledge(func(up map[string]any) bool { return updateID(up) < first })
	}
	s.poll++
	generation := s.poll
	r.w.cond.Broadcast()
	deadline := time.Now().Add(time.Duration(r.num("timeout")) * time.Second)
	stop := time.AfterFunc(time.Until(deadline)+time.Millisecond, r.w.cond.Broadcast)
	defer stop.Stop()
	for len(s.updates)+len(s.again) == 0 && time.Now().Before(deadline) && s.poll == generation && !r.w.isDown {
		r.w.cond.Wait()
	}
	if s.poll != generation {
		return nil, conflict("terminated by other getUpdates request; make sure that only one bot instance is running")
	}
	limit := int(r.num("limit"))
	if limit <= 0 || limit > 100 {
		limit = 100
	}
	out := append(append([]map[string]any{}, s.again...), s.updates...)
	s.again = nil
	return out[:min(limit, len(out))], nil
}

func conflict(text string) error { return &apiError{code: 409, text: "Conflict: " + text} }

// botMembership tells a bot that its place in a chat has changed; for anybody else it does nothing.
func (w *World) botMembership(uid, chat, actor int64, before, after string) {
	bot := w.users[uid]
	if bot == nil || !bot.Bot {
		return
	}
	member := func(status string) map[string]any {
		m := map[string]any{"user": w.apiUser(uid), "status": status}
		if status == "kicked" {
			m["until_date"] = 0
		}
		return m
	}
	w.queue(bot, "my_chat_member", map[string]any{"chat": w.apiChat(chat), "from": w.apiUser(actor), "date": now(), "old_chat_member": member(before), "new_chat_member": member(after)})
}

// block stops or lets through what an account sends to somebody; a bot is told.
func (w *World) block(u *user, id int64, on bool) {
	if u.blocked[id] == on {
		return
	}
	if !on {
		delete(u.blocked, id)
		w.botMembership(id, u.ID, u.ID, "kicked", "member")
		return
	}
	u.blocked[id] = true
	w.botMembership(id, u.ID, u.ID, "member", "kicked")
}
