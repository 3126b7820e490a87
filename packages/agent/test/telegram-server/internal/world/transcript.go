package world

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/gotd/td/tg"
)

// unsupported is what an app too old for a kind of message shows in its place.
const unsupported = "This message is not supported by your version of Telegram."

func sortByText[T any](list []T, text func(T) string) {
	sort.Slice(list, func(i, j int) bool { return text(list[i]) < text(list[j]) })
}

// transcript tells a chat as one of its people sees it now, oldest message first; with all, deleted messages, too.
func (w *World) transcript(viewer, chat int64, all bool) ([]any, error) {
	u := w.users[viewer]
	if u == nil {
		return nil, errors.New("no such user")
	}
	if !w.visible(u, chat) {
		return nil, fmt.Errorf("user %d does not see chat %d", viewer, chat)
	}
	b := w.boxFor(u, chat)
	out := []any{}
	for _, id := range b.order {
		m := b.msgs[id]
		if m.dialog != chat || (m.gone && !all) {
			continue
		}
		out = append(out, w.line(u, b, m))
	}
	return out, nil
}

func (w *World) line(u *user, b *box, m *msg) map[string]any {
	sh := w.shared[m.gid]
	line := map[string]any{"id": m.id, "from": m.from, "name": w.nameOf(m.from), "t": sh.at, "edits": len(sh.edits)}
	if m.gone {
		line["deleted"] = true
	}
	if len(sh.edits) > 0 {
		line["editedAt"] = sh.edits[len(sh.edits)-1]
	}
	shown := *m
	shown.gone = false
	switch t := w.view(u.ID, &shown).(type) {
	case *tg.Message:
		line["text"] = t.Message
		if rm, ok := t.GetRichMessage(); ok {
			line["text"], line["rich"] = richText(rm.Blocks), true
		}
		if len(t.Entities) > 0 {
			line["entities"] = apiEntities(w, t.Entities)
		}
		media := map[string]any{}
		w.apiMedia(media, t.Media)
		for kind := range media {
			if kind != "document" || len(media) == 1 {
				line["media"] = kind
			}
		}
		if _, ok := t.Media.(*tg.MessageMediaUnsupported); ok {
			line["text"], line["media"] = unsupported, "unsupported"
		}
		if k, ok := apiMarkup(t.ReplyMarkup).(map[string]any); ok {
			line["buttons"] = k["inline_keyboard"]
		}
		if h, ok := t.ReplyTo.(*tg.MessageReplyHeader); ok {
			w.lineReply(line, h, m.dialog)
		}
		if len(sh.reactions) > 0 {
			line["reactions"] = w.lineReactions(sh)
		}
		if sh.preview != nil {
			line["linkPreview"] = sh.preview
		}
		if t.Silent {
			line["silent"] = true
		}
	case *tg.MessageService:
		line["service"] = strings.TrimPrefix(fmt.Sprintf("%T", t.Action), "*tg.MessageAction")
		line["text"] = ""
	}
	return line
}

func (w *World) lineReply(line map[string]any, h *tg.MessageReplyHeader, chat int64) {
	topic := h.ReplyToTopID
	if c := w.chats[chat]; topic == 0 && c != nil && c.topics[h.ReplyToMsgID] != nil {
		topic = h.ReplyToMsgID
	}
	if topic != 0 {
		line["topic"] = topic
	}
	if h.ReplyToMsgID != 0 && h.ReplyToMsgID != topic {
		line["replyTo"] = h.ReplyToMsgID
	}
	if h.QuoteText != "" {
		line["quote"] = h.QuoteText
	}
}

func (w *World) lineReactions(sh *shared) []any {
	out := []any{}
	for _, uid := range sh.order {
		for _, r := range sh.reactions[uid] {
			out = append(out, map[string]any{"from": uid, "emoji": reactionKey(r)})
		}
	}
	return out
}

func (w *World) nameOf(id int64) string {
	if u := w.users[id]; u != nil {
		return strings.TrimSpace(u.FirstName + " " + u.LastName)
	}
	if c := w.chats[id]; c != nil {
		return c.title
	}
	return ""
}
