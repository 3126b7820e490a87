package world

import (
	"encoding/json"
	"mime/multipart"
	"net/url"
	"strconv"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

// ---- requests

type apiReq struct {
	w     *World
	bot   *user
	x     *ctx
	p     url.Values
	files map[string]*multipart.FileHeader
}

func (r *apiReq) has(k string) bool { return r.p.Get(k) != "" }

func (r *apiReq) num(k string) int64 {
	n, _ := strconv.ParseInt(r.p.Get(k), 10, 64)
	return n
}

func (r *apiReq) flag(k string) bool { v := r.p.Get(k); return v == "true" || v == "True" || v == "1" }

func (r *apiReq) decode(k string, v any) error {
	if !r.has(k) {
		return nil
	}
	if err := json.Unmarshal([]byte(r.p.Get(k)), v); err != nil {
		return badRequest("can't parse %s: %v", k, err)
	}
	return nil
}

func (r *apiReq) chat(k string) (int64, error) {
	v := r.p.Get(k)
	if v == "" {
		return 0, badRequest("chat_id is empty")
	}
	id, err := strconv.ParseInt(v, 10, 64)
	if err != nil {
		id = r.w.byName(v)
	}
	if r.w.users[id] == nil && r.w.chats[id] == nil {
		return 0, badRequest("chat not found")
	}
	if isUser(id) {
		if len(r.w.history(r.bot.box, id, nil)) == 0 {
			if r.w.users[id].Bot {
				return 0, &apiError{code: 403, text: "Forbidden: bots can't send messages to bots"}
			}
			return 0, &apiError{code: 403, text: "Forbidden: bot can't initiate conversation with a user"}
		}
		if r.w.users[id].blocked[r.bot.ID] {
			return 0, &apiError{code: 403, text: "Forbidden: bot was blocked by the user"}
		}
	} else if c := r.w.chats[id]; !c.in(r.bot.ID) {
		return 0, &apiError{code: 403, text: "Forbidden: bot is not a member of the " + map[string]string{"group": "group chat", "channel": "channel chat"}[c.kind] + map[bool]string{true: "supergroup chat"}[c.kind == "supergroup" || c.kind == "forum"]}
	}
	return id, nil
}

func (r *apiReq) input(id int64) tg.InputPeerClass {
	switch {
	case isUser(id):
		return &tg.InputPeerUser{UserID: id, AccessHash: hash(r.bot.ID, id)}
	case isChannel(id):
		return &tg.InputPeerChannel{ChannelID: rawChan(id), AccessHash: hash(r.bot.ID, id)}
	}
	return &tg.InputPeerChat{ChatID: -id}
}

func (r *apiReq) reply() (tg.InputReplyToClass, error) {
	var q struct {
		MessageID   int    `json:"message_id"`
		Quote       string `json:"quote"`
		AllowAbsent bool   `json:"allow_sending_without_reply"`
	}
	if err := r.decode("reply_parameters", &q); err != nil {
		return nil, err
	}
	if q.MessageID == 0 {
		q.MessageID = int(r.num("reply_to_message_id"))
	}
	chat, err := r.chat("chat_id")
	if err != nil {
		return nil, err
	}
	top, err := r.thread(chat)
	if err != nil || (q.MessageID == 0 && top == 0) {
		return nil, err
	}
	if q.MessageID != 0 {
		if m := r.w.boxFor(r.bot, chat).msgs[q.MessageID]; m == nil || m.gone || m.dialog != chat {
			if !q.AllowAbsent {
				return nil, badRequest("message to be replied not found")
			}
			q.MessageID = 0
			if top == 0 {
				return nil, nil
			}
		}
	}
	out := &tg.InputReplyToMessage{ReplyToMsgID: q.MessageID}
	if top != 0 {
		if q.MessageID == 0 {
			out.ReplyToMsgID = top
		}
		out.SetTopMsgID(top)
	}
	if q.Quote != "" {
		out.SetQuoteText(q.Quote)
	}
	return out, nil
}

func (r *apiReq) call(req interface {
	bin.Object
	TypeID() uint32
}) (bin.Encoder, error) {
	return handlers[req.TypeID()](r.x, req)
}

// sent picks the bot's own copy of the message an Updates answer announces.
func (r *apiReq) sent(to int64, res bin.Encoder, err error) (any, error) {
	ms, err := r.sentAll(to, res, err)
	if err != nil {
		return nil, err
	}
	return ms[0], nil
}

func (r *apiReq) sentAll(to int64, res bin.Encoder, err error) ([]any, error) {
	if err != nil {
		return nil, err
	}
	preview, err := r.preview()
	if err != nil {
		return nil, err
	}
	b := r.w.boxFor(r.bot, to)
	out := []any{}
	for _, u := range res.(*tg.Updates).Updates {
		if id, ok := u.(*tg.UpdateMessageID); ok && b.msgs[id.ID] != nil {
			r.w.shared[b.msgs[id.ID].gid].preview = preview
			out = append(out, r.w.apiMessage(r.bot.ID, b.msgs[id.ID], true))
		}
	}
	if len(out) == 0 {
		return nil, badRequest("message was not sent")
	}
	return out, nil
}

// preview reads link_preview_options.
func (r *apiReq) preview() (out map[string]any, err error) {
	return out, r.decode("link_preview_options", &out)
}

// thread reads message_thread_id, which must name a topic of a forum.
func (r *apiReq) thread(chat int64) (int, error) {
	top := int(r.num("message_thread_id"))
	if top == 0 {
		return 0, nil
	}
	if c := r.w.chats[chat]; c == nil || c.kind != "forum" || c.topics[top] == nil {
		return 0, badRequest("message thread not found")
	}
	return top, nil
}

func (r *apiReq) message(k string) (int64, *msg, error) {
	to, err := r.chat("chat_id")
	if err != nil {
		return 0, nil, err
	}
	m := r.w.boxFor(r.bot, to).msgs[int(r.num(k))]
	if m == nil || m.gone || m.dialog != to {
		return to, nil, badRequest("message not found")
	}
	return to, m, nil
}
