package world

import (
	"github.com/gotd/td/tg"
)

// editable refuses to edit a text that a message does not have, or a caption.
func (r *apiReq) editable(what string) error {
	_, m, err := r.message("message_id")
	if err != nil {
		return nil // told by edit
	}
	t, ok := m.t.(*tg.Message)
	if !ok {
		return badRequest("message can't be edited")
	}
	if hasMedia := t.Media != nil; hasMedia != (what == "caption") {
		return badRequest("there is no %s in the message to edit", what)
	}
	return nil
}

func (r *apiReq) edit(text *string, es []tg.MessageEntityClass, media tg.InputMediaClass, rm tg.InputRichMessageClass) (any, error) {
	to, m, err := r.message("message_id")
	if err != nil {
		return nil, badRequest("message to edit not found")
	}
	mk, err := r.markup()
	if err != nil {
		return nil, err
	}
	q := &tg.MessagesEditMessageRequest{Peer: r.input(to), ID: m.id, ReplyMarkup: mk, Media: media}
	if text != nil {
		q.SetMessage(*text)
		q.SetEntities(es)
	}
	if rm != nil {
		q.SetRichMessage(rm)
	}
	preview, err := r.preview()
	if err != nil {
		return nil, err
	}
	if _, err := r.call(q); err != nil {
		return nil, err
	}
	if text != nil {
		r.w.shared[m.gid].preview = preview
	}
	return r.w.apiMessage(r.bot.ID, m, true), nil
}
