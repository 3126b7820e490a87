package world

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

func init() {
	on(func(x *ctx, r *tg.MessagesSendMessageRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		if isUser(to) && x.me.Bot && len(x.w.history(x.me.box, to, nil)) == 0 {
			return nil, fail(400, "PEER_ID_INVALID")
		}
		if strings.TrimSpace(r.Message) == "" {
			if _, ok := r.GetRichMessage(); !ok {
				return nil, fail(400, "MESSAGE_EMPTY")
			}
		}
		if n := len(utf16(r.Message)); n > 4096 {
			return nil, fail(400, "MESSAGE_TOO_LONG")
		}
		t := &tg.Message{Message: r.Message, Silent: r.Silent, InvertMedia: r.InvertMedia, Noforwards: r.Noforwards}
		if rm, ok := r.GetRichMessage(); ok {
			t.SetRichMessage(rich(rm))
		}
		if len(r.Entities) > 0 {
			if err := checkEntities(r.Message, r.Entities); err != nil {
				return nil, err
			}
			t.SetEntities(plainEntities(r.Entities))
		}
		if r.ReplyMarkup != nil && x.me.Bot {
			if err := checkMarkup(r.ReplyMarkup); err != nil {
				return nil, err
			}
			t.SetReplyMarkup(r.ReplyMarkup)
		}
		if r.Effect != 0 {
			t.SetEffect(r.Effect)
		}
		return x.send(to, t, r.ReplyTo, r.RandomID, nil, r.ScheduleDate)
	})
	on(func(x *ctx, r *tg.MessagesSendMediaRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		sh := &shared{}
		media, err := x.media(r.Media, sh)
		if err != nil {
			return nil, err
		}
		if len(utf16(r.Message)) > 1024 {
			return nil, fail(400, "MEDIA_CAPTION_TOO_LONG")
		}
		t := &tg.Message{Message: r.Message, Silent: r.Silent}
		if media != nil {
			t.SetMedia(media)
		}
		if len(r.Entities) > 0 {
			t.SetEntities(plainEntities(r.Entities))
		}
		if r.ReplyMarkup != nil && x.me.Bot {
			t.SetReplyMarkup(r.ReplyMarkup)
		}
		return x.send(to, t, r.ReplyTo, r.RandomID, sh, r.ScheduleDate)
	})
	on(func(x *ctx, r *tg.MessagesUploadMediaRequest) (bin.Encoder, error) {
		m, err := x.media(r.Media, &shared{})
		if err != nil {
			return nil, err
		}
		return m, nil
	})
	on(func(x *ctx, r *tg.MessagesSendMultiMediaRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		if len(r.MultiMedia) > 10 {
			return nil, fail(400, "MULTI_MEDIA_TOO_LONG")
		}
		group := x.w.id()
		var ups []tg.UpdateClass
		for _, sm := range r.MultiMedia {
			sh := &shared{}
			media, err := x.media(sm.Media, sh)
			if err != nil {
				return nil, err
			}
			t := &tg.Message{Message: sm.Message, Silent: r.Silent}
			t.SetMedia(media)
			t.SetGroupedID(group)
			if len(sm.Entities) > 0 {
				t.SetEntities(plainEntities(sm.Entities))
			}
			res, err := x.send(to, t, r.ReplyTo, sm.RandomID, sh, 0)
			if err != nil {
				return nil, err
			}
			ups = append(ups, res.(*tg.Updates).Updates...)
		}
		return x.w.updates(x.id(), ups...), nil
	})
	on(func(x *ctx, r *tg.MessagesEditMessageRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		b := x.w.boxFor(x.me, to)
		m := b.msgs[r.ID]
		if m == nil || m.gone || m.dialog != to {
			return nil, fail(400, "MESSAGE_ID_INVALID")
		}
		if m.from != x.id() && !(x.w.chats[to] != nil && x.w.chats[to].kind == "channel" && x.admin(x.w.chats[to])) {
			return nil, fail(403, "MESSAGE_AUTHOR_REQUIRED")
		}
		text, hasText := r.GetMessage()
		if hasText && len(utf16(text)) > 4096 {
			return nil, fail(400, "MESSAGE_TOO_LONG")
		}
		var media tg.MessageMediaClass
		var first []tg.UpdateClass
		sh := x.w.shared[m.gid]
		if r.Media != nil {
			if ip, ok := r.Media.(*tg.InputMediaPoll); ok && sh.poll != nil {
				sh.poll.Closed = ip.Poll.Closed
				u := &tg.UpdateMessagePoll{PollID: sh.poll.ID, Results: x.w.pollResults(x.id(), sh)}
				u.SetPoll(*sh.poll)
				first = append(first, u)
			} else if media, err = x.media(r.Media, sh); err != nil {
				return nil, err
			}
		}
		if r.ReplyMarkup != nil {
			if err := checkMarkup(r.ReplyMarkup); err != nil {
				return nil, err
			}
		}
		same := true
		for _, c := range sh.copies {
			t, ok := c.t.(*tg.Message)
			if !ok {
				return nil, fail(400, "MESSAGE_ID_INVALID")
			}
			if hasText && t.Message != text {
				t.Message, same = text, false
			}
			if hasText {
				if fmt.Sprint(t.Entities) != fmt.Sprint(detect(text, plainEntities(r.Entities))) && len(t.Entities)+len(r.Entities) > 0 {
					same = false
				}
				t.SetEntities(detect(text, plainEntities(r.Entities)))
			}
			if media != nil {
				t.SetMedia(media)
				same = false
			}
			had, wasRich := t.GetRichMessage()
			if rm, ok := r.GetRichMessage(); ok {
				next := rich(rm)
				if !wasRich || !reflect.DeepEqual(had.Blocks, next.Blocks) {
					same = false
				}
				t.SetRichMessage(next)
				t.Message, t.Entities = "", nil
				t.Flags.Unset(entitiesFlag)
			} else if wasRich && hasText {
				t.RichMessage = tg.RichMessage{}
				t.Flags2.Unset(richMessageFlag)
				same = false
			}
			if r.ReplyMarkup != nil || x.me.Bot {
				if fmt.Sprint(t.ReplyMarkup) != fmt.Sprint(r.ReplyMarkup) {
					same = false
				}
				t.ReplyMarkup = r.ReplyMarkup
				if r.ReplyMarkup == nil {
					t.Flags.Unset(6)
				} else {
					t.SetReplyMarkup(r.ReplyMarkup)
				}
			}
			if sh.poll != nil {
				same = false
			}
		}
		if same {
			return nil, fail(400, "MESSAGE_NOT_MODIFIED")
		}
		for _, c := range sh.copies {
			c.t.(*tg.Message).SetEditDate(now())
		}
		sh.edits = append(sh.edits, time.Now().UnixMilli())
		return x.w.updates(x.id(), append(first, x.w.edited(m.gid, x.id(), x.s))...), nil
	})
	on(func(x *ctx, r *tg.MessagesDeleteMessagesRequest) (bin.Encoder, error) {
		_, n := x.w.remove(x.me.box, r.ID, r.Revoke, x.id(), x.s)
		return x.affected(x.me.box, n), nil
	})
	on(func(x *ctx, r *tg.ChannelsDeleteMessagesRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		for _, id := range r.ID {
			if m := c.box.msgs[id]; m != nil && m.from != x.id() && !x.admin(c) {
				return nil, fail(403, "MESSAGE_DELETE_FORBIDDEN")
			}
		}
		_, n := x.w.remove(c.box, r.ID, true, x.id(), x.s)
		return x.affected(c.box, n), nil
	})
	on(func(x *ctx, r *tg.MessagesDeleteHistoryRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		var ids []int
		for _, m := range x.w.history(x.me.box, to, nil) {
			if r.MaxID == 0 || m.id <= r.MaxID {
				ids = append(ids, m.id)
			}
		}
		_, n := x.w.remove(x.me.box, ids, r.Revoke, x.id(), x.s)
		x.me.dialog(to).hidden = !r.JustClear
		return &tg.MessagesAffectedHistory{Pts: x.me.box.pts, PtsCount: n}, nil
	})
	on(func(x *ctx, r *tg.MessagesForwardMessagesRequest) (bin.Encoder, error) {
		from, err := x.peer(r.FromPeer)
		if err != nil {
			return nil, err
		}
		to, err := x.peer(r.ToPeer)
		if err != nil {
			return nil, err
		}
		b := x.w.boxFor(x.me, from)
		if c := x.w.chats[from]; c != nil && c.noForwards {
			return nil, fail(400, "CHAT_FORWARDS_RESTRICTED")
		}
		var ups []tg.UpdateClass
		groups := map[int64]int64{} // an album that is passed on is an album
		for i, id := range r.ID {
			m := b.msgs[id]
			if m == nil || m.gone {
				return nil, fail(400, "MESSAGE_ID_INVALID")
			}
			src, ok := x.w.view(x.id(), m).(*tg.Message)
			if !ok {
				return nil, fail(400, "MESSAGE_ID_INVALID")
			}
			t := &tg.Message{Message: src.Message, Silent: r.Silent}
			if src.Media != nil {
				t.SetMedia(src.Media)
			}
			if src.Entities != nil {
				t.SetEntities(src.Entities)
			}
			if rm, ok := src.GetRichMessage(); ok {
				t.SetRichMessage(rm)
			}
			if src.GroupedID != 0 {
				if groups[src.GroupedID] == 0 {
					groups[src.GroupedID] = x.w.id()
				}
				t.SetGroupedID(groups[src.GroupedID])
			}
			if !r.DropAuthor {
				h := tg.MessageFwdHeader{Date: src.Date}
				if isChannel(from) && x.w.chats[from].kind == "channel" {
					h.SetFromID(peer(from))
					h.SetChannelPost(id)
				} else {
					h.SetFromID(peer(m.from))
				}
				t.SetFwdFrom(h)
			}
			res, err := x.send(to, t, nil, r.RandomID[i], nil, r.ScheduleDate)
			if err != nil {
				return nil, err
			}
			ups = append(ups, res.(*tg.Updates).Updates...)
		}
		return x.w.updates(x.id(), ups...), nil
	})
	on(func(x *ctx, r *tg.MessagesGetHistoryRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		b := x.w.boxFor(x.me, to)
		all := x.w.history(b, to, func(m *msg) bool {
			t, ok := m.t.(*tg.Message)
			return r.OffsetDate == 0 || !ok || t.Date < r.OffsetDate
		})
		return x.messages(page(all, r.OffsetID, r.AddOffset, r.Limit, r.MaxID, r.MinID), len(all), b, true), nil
	})
	on(func(x *ctx, r *tg.MessagesSearchRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		var from int64
		if r.FromID != nil {
			if from, err = x.peer(r.FromID); err != nil {
				return nil, err
			}
		}
		b := x.w.boxFor(x.me, to)
		all := x.w.history(b, to, func(m *msg) bool {
			return matches(m, r.Q, r.Filter) && (from == 0 || m.from == from) && (r.Filter == nil || !isPinned(r.Filter) || x.w.shared[m.gid].pinned)
		})
		return x.messages(page(all, r.OffsetID, r.AddOffset, r.Limit, r.MaxID, r.MinID), len(all), b, true), nil
	})
	on(func(x *ctx, r *tg.MessagesSearchGlobalRequest) (bin.Encoder, error) {
		var all []*msg
		seen := map[int64]bool{}
		add := func(b *box) {
			for i := len(b.order) - 1; i >= 0; i-- {
				m := b.msgs[b.order[i]]
				if !m.gone && matches(m, r.Q, r.Filter) && !seen[m.gid] {
					seen[m.gid] = true
					all = append(all, m)
				}
			}
		}
		add(x.me.box)
		for _, c := range x.w.chats {
			if c.box != nil && c.in(x.id()) {
				add(c.box)
			}
		}
		return x.messages(page(all, 0, 0, r.Limit, 0, 0), len(all), nil, true), nil
	})
	get := func(x *ctx, b *box, ids []tg.InputMessageClass) bin.Encoder {
		var ms []*msg
		for _, q := range ids {
			id := 0
			switch q := q.(type) {
			case *tg.InputMessageID:
				id = q.ID
			case *tg.InputMessageReplyTo:
				if m := b.msgs[q.ID]; m != nil {
					if t, ok := m.t.(*tg.Message); ok {
						if h, ok := t.ReplyTo.(*tg.MessageReplyHeader); ok {
							id = h.ReplyToMsgID
						}
					}
				}
			}
			if m := b.msgs[id]; m != nil {
				ms = append(ms, m)
			} else {
				ms = append(ms, &msg{id: id, gone: true})
			}
		}
		return x.messages(ms, len(ms), b, false)
	}
	on(func(x *ctx, r *tg.MessagesGetMessagesRequest) (bin.Encoder, error) {
		return get(x, x.me.box, r.ID), nil
	})
	on(func(x *ctx, r *tg.ChannelsGetMessagesRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		return get(x, c.box, r.ID), nil
	})
	on(func(x *ctx, r *tg.MessagesReadHistoryRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		n := x.w.read(x.me, to, r.MaxID, x.s)
		return x.affected(x.me.box, n), nil
	})
	on(func(x *ctx, r *tg.ChannelsReadHistoryRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		x.w.read(x.me, c.id, r.MaxID, x.s)
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.MessagesReadMessageContentsRequest) (bin.Encoder, error) {
		return x.affected(x.me.box, 0), nil
	})
	on(func(x *ctx, r *tg.MessagesSetTypingRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		a := r.Action
		if d, ok := a.(*tg.InputSendMessageRichMessageDraftAction); ok {
			a = &tg.SendMessageRichMessageDraftAction{RandomID: d.RandomID, RichMessage: rich(d.RichMessage)}
		}
		x.w.typing(x.id(), to, r.TopMsgID, a)
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.MessagesSendReactionRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		b := x.w.boxFor(x.me, to)
		m := b.msgs[r.MsgID]
		if m == nil || m.gone {
			return nil, fail(400, "MESSAGE_ID_INVALID")
		}
		for _, e := range r.Reaction {
			if k := reactionKey(e); k == "" || (len(k) < 30 && !strings.HasPrefix(k, "custom:") && !strings.Contains(allowedReactions, k)) {
				return nil, fail(400, "REACTION_INVALID")
			}
		}
		x.w.react(m, x.id(), r.Reaction)
		up := &tg.UpdateMessageReactions{Peer: peer(to), MsgID: m.id, Reactions: x.w.reactions(x.id(), x.w.shared[m.gid])}
		return x.w.updates(x.id(), up), nil
	})
	on(func(x *ctx, r *tg.MessagesUpdatePinnedMessageRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		b := x.w.boxFor(x.me, to)
		m := b.msgs[r.ID]
		if m == nil || m.gone {
			return nil, fail(400, "MESSAGE_ID_INVALID")
		}
		if c := x.w.chats[to]; c != nil && !x.admin(c) {
			return nil, fail(400, "CHAT_ADMIN_REQUIRED")
		}
		x.w.shared[m.gid].pinned = !r.Unpin
		ups := []tg.UpdateClass{x.w.changed(m.gid, x.id(), x.s, func(v int64, c *msg, pts int) tg.UpdateClass {
			if isChannel(c.dialog) {
				return &tg.UpdatePinnedChannelMessages{Pinned: !r.Unpin, ChannelID: rawChan(c.dialog), Messages: []int{c.id}, Pts: pts, PtsCount: 1}
			}
			return &tg.UpdatePinnedMessages{Pinned: !r.Unpin, Peer: peer(c.dialog), Messages: []int{c.id}, Pts: pts, PtsCount: 1}
		})}
		if !r.Unpin && !r.Silent {
			_, up := x.w.post(post{from: x.id(), to: to, t: &tg.MessageService{Action: &tg.MessageActionPinMessage{}}, replyTo: r.ID, except: x.s})
			ups = append(ups, up)
		}
		return x.w.updates(x.id(), ups...), nil
	})
	on(func(x *ctx, r *tg.MessagesUnpinAllMessagesRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		b := x.w.boxFor(x.me, to)
		for _, m := range x.w.history(b, to, nil) {
			x.w.shared[m.gid].pinned = false
		}
		return &tg.MessagesAffectedHistory{Pts: b.pts}, nil
	})
	on(func(x *ctx, r *tg.MessagesSendVoteRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		b := x.w.boxFor(x.me, to)
		m := b.msgs[r.MsgID]
		if m == nil || x.w.shared[m.gid].poll == nil {
			return nil, fail(400, "MESSAGE_ID_INVALID")
		}
		up, err := x.w.vote(m, x.id(), r.Options)
		if err != nil {
			return nil, err
		}
		return x.w.updates(x.id(), up), nil
	})
	on(func(x *ctx, r *tg.MessagesSaveDraftRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		x.me.dialog(to).draft = nil
		if r.Message != "" {
			x.me.dialog(to).draft = &tg.DraftMessage{Message: r.Message, Entities: r.Entities, Date: now()}
		}
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.MessagesGetScheduledHistoryRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		list := []tg.MessageClass{}
		for _, m := range x.me.scheduled {
			if m.dialog == to {
				list = append(list, m.t)
			}
		}
		us, cs := x.w.entities(x.id(), anys(list)...)
		return &tg.MessagesMessages{Messages: list, Users: us, Chats: cs}, nil
	})
	on(func(x *ctx, r *tg.MessagesDeleteScheduledMessagesRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		for _, id := range r.ID {
			delete(x.me.scheduled, id)
		}
		return x.w.updates(x.id(), &tg.UpdateDeleteScheduledMessages{Peer: peer(to), Messages: r.ID}), nil
	})
	on(func(x *ctx, r *tg.MessagesSendScheduledMessagesRequest) (bin.Encoder, error) {
		for _, id := range r.ID {
			x.w.fireScheduled(x.me, id)
		}
		return x.w.updates(x.id()), nil
	})
	on(func(x *ctx, r *tg.MessagesTranscribeAudioRequest) (bin.Encoder, error) {
		return &tg.MessagesTranscribedAudio{TranscriptionID: x.w.id(), Text: "transcribed by the test server"}, nil
	})
}
