package world

import (
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/gotd/td/tg"

	"telegramserver/internal/tljson"
)

// cmdMessage is the command message.
func (w *World) cmdMessage(c Cmd) (any, error) {
	from := w.users[c.From]
	if from == nil || (w.users[c.Chat] == nil && w.chats[c.Chat] == nil) {
		return nil, errors.New("from or chat unknown")
	}
	t := &tg.Message{Silent: c.Silent}
	if c.Text != nil {
		t.Message = *c.Text
	}
	if c.File != nil {
		m, err := w.file(c.File)
		if err != nil {
			return nil, err
		}
		t.SetMedia(m)
	}
	sh := &shared{}
	if v, err := parse(c.Media); err != nil {
		return nil, err
	} else if v != nil {
		o, err := tljson.FromJSON(v)
		if err != nil {
			return nil, err
		}
		switch m := o.(type) {
		case tg.MessageMediaClass:
			t.SetMedia(m)
		case tg.InputMediaClass:
			x := &ctx{w: w, me: from}
			mm, err := x.media(m, sh)
			if err != nil {
				return nil, err
			}
			t.SetMedia(mm)
		default:
			return nil, fmt.Errorf("%T is no media", o)
		}
	}
	if v, err := parse(c.Entities); err != nil {
		return nil, err
	} else if a, ok := v.([]any); ok {
		var es []tg.MessageEntityClass
		for _, e := range a {
			o, err := tljson.FromJSON(e)
			if err != nil {
				return nil, err
			}
			en, ok := o.(tg.MessageEntityClass)
			if !ok {
				return nil, fmt.Errorf("%T is no entity", o)
			}
			es = append(es, en)
		}
		t.SetEntities(es)
	}
	if v, err := parse(c.Markup); err != nil {
		return nil, err
	} else if v != nil {
		o, err := tljson.FromJSON(v)
		if err != nil {
			return nil, err
		}
		mk, ok := o.(tg.ReplyMarkupClass)
		if !ok {
			return nil, fmt.Errorf("%T is no markup", o)
		}
		t.SetReplyMarkup(mk)
	}
	if c.ForwardOf != 0 {
		h := tg.MessageFwdHeader{Date: now() - 60}
		h.SetFromID(peer(c.ForwardOf))
		t.SetFwdFrom(h)
	}
	m, _ := w.post(post{from: c.From, to: c.Chat, t: t, replyTo: c.ReplyTo, sh: sh})
	if m == nil {
		return nil, errors.New("sender is not in that chat")
	}
	if isUser(c.Chat) {
		from.dialog(c.Chat).readIn = m.id
	}
	return map[string]any{"id": m.id, "ids": w.msgIDs(m.gid)}, nil
}

// cmdChangeMessage is the command edit, delete, react, click, vote, pin.
func (w *World) cmdChangeMessage(c Cmd) (any, error) {
	as := c.From
	if as == 0 {
		as = c.User
	}
	if c.Cmd == "delete" && len(c.Msgs) > 0 {
		c.Msg = c.Msgs[0]
	}
	b, m, err := w.locate(as, c.Chat, c.Msg)
	if err != nil {
		return nil, err
	}
	switch c.Cmd {
	case "edit":
		for _, k := range w.shared[m.gid].copies {
			if t, ok := k.t.(*tg.Message); ok {
				if c.Text != nil {
					t.Message = *c.Text
					t.Entities = nil
					t.Flags.Unset(7)
				}
				t.SetEditDate(now())
			}
		}
		w.shared[m.gid].edits = append(w.shared[m.gid].edits, time.Now().UnixMilli())
		w.edited(m.gid, 0, nil)
	case "delete":
		ids := c.Msgs
		if len(ids) == 0 {
			ids = []int{c.Msg}
		}
		w.remove(b, ids, c.Revoke == nil || *c.Revoke, 0, nil)
	case "react":
		rs := []tg.ReactionClass{}
		for _, e := range c.Emoji {
			rs = append(rs, &tg.ReactionEmoji{Emoticon: e})
		}
		w.react(m, as, rs)
	case "vote":
		var opts [][]byte
		for _, i := range c.Options {
			opts = append(opts, []byte(fmt.Sprint(i)))
		}
		if _, err := w.vote(m, as, opts); err != nil {
			return nil, err
		}
	case "pin":
		w.shared[m.gid].pinned = true
	case "click":
		data := []byte(c.Data)
		if c.DataB64 != "" {
			if data, err = base64.StdEncoding.DecodeString(c.DataB64); err != nil {
				return nil, err
			}
		}
		ch := make(chan map[string]any, 1)
		if err := w.click(as, c.Chat, m.id, data, func(a *tg.MessagesBotCallbackAnswer, err error) {
			if err != nil {
				ch <- map[string]any{"error": err.Error()}
				return
			}
			ch <- map[string]any{"answer": rec.ToJSON(a)}
		}); err != nil {
			return nil, err
		}
		w.mu.Unlock()
		defer w.mu.Lock()
		return <-ch, nil
	}
	return map[string]any{"ids": w.msgIDs(m.gid)}, nil
}

// cmdRead is the command read.
func (w *World) cmdRead(c Cmd) (any, error) {
	u := w.users[c.User]
	if u == nil {
		return nil, errors.New("no such user")
	}
	return map[string]any{"pts": w.read(u, c.Chat, c.MaxID, nil)}, nil
}

// cmdTyping is the command typing.
func (w *World) cmdTyping(c Cmd) (any, error) {
	var a tg.SendMessageActionClass = &tg.SendMessageTypingAction{}
	if v, err := parse(c.Action); err != nil {
		return nil, err
	} else if v != nil {
		o, err := tljson.FromJSON(v)
		if err != nil {
			return nil, err
		}
		var ok bool
		if a, ok = o.(tg.SendMessageActionClass); !ok {
			return nil, fmt.Errorf("%T is no typing action", o)
		}
	}
	w.typing(c.From, c.Chat, c.Topic, a)
	return map[string]any{}, nil
}

// cmdPush is the command push: raw updates to one user, not logged (no pts bookkeeping).
func (w *World) cmdPush(c Cmd) (any, error) {
	v, err := parse(c.Updates)
	if err != nil {
		return nil, err
	}
	if v == nil {
		one, err := parse(c.Update)
		if err != nil {
			return nil, err
		}
		v = []any{one}
	}
	arr, _ := v.([]any)
	var ups []tg.UpdateClass
	for _, x := range arr {
		o, err := tljson.FromJSON(x)
		if err != nil {
			return nil, err
		}
		if whole, ok := o.(tg.UpdatesClass); ok {
			for _, s := range w.srv.Sessions(c.User) {
				if s.WantsUpdates() {
					_, _ = s.Push(whole)
				}
			}
			continue
		}
		u, ok := o.(tg.UpdateClass)
		if !ok {
			return nil, fmt.Errorf("%T is no update", o)
		}
		ups = append(ups, u)
	}
	w.push(c.User, nil, ups...)
	return map[string]any{}, nil
}
