package world

import (
	"fmt"
	"time"

	"github.com/gotd/td/tg"
)

// query is a button that somebody pressed; its spinner turns until there is an answer.
type query struct {
	id, user, bot, chat int64
	message             int
	data                string
	at, answeredAt      int64
	answer              *tg.MessagesBotCallbackAnswer
}

func (q *query) tell() map[string]any {
	m := map[string]any{"id": fmt.Sprint(q.id), "user": q.user, "bot": q.bot, "chat": q.chat, "message": q.message, "data": q.data, "t": q.at, "answered": q.answer != nil}
	if q.answer != nil {
		m["answeredAt"], m["text"], m["alert"] = q.answeredAt, q.answer.Message, q.answer.Alert
	}
	return m
}

var actionNames = map[string]string{
	"*tg.SendMessageTypingAction":         "typing",
	"*tg.SendMessageCancelAction":         "cancel",
	"*tg.SendMessageUploadPhotoAction":    "upload_photo",
	"*tg.SendMessageRecordAudioAction":    "record_voice",
	"*tg.SendMessageUploadAudioAction":    "upload_voice",
	"*tg.SendMessageUploadDocumentAction": "upload_document",
	"*tg.SendMessageRecordVideoAction":    "record_video",
	"*tg.SendMessageUploadVideoAction":    "upload_video",
	"*tg.SendMessageRecordRoundAction":    "record_video_note",
	"*tg.SendMessageUploadRoundAction":    "upload_video_note",
	"*tg.SendMessageChooseStickerAction":  "choose_sticker",
	"*tg.SendMessageGeoLocationAction":    "find_location",
}

// recordAction keeps what somebody was seen doing, and the drafts of bots apart.
func (w *World) recordAction(from, to int64, top int, action tg.SendMessageActionClass) {
	m := map[string]any{"from": from, "chat": to, "t": time.Now().UnixMilli()}
	if top != 0 {
		m["topic"] = top
	}
	switch a := action.(type) {
	case *tg.SendMessageTextDraftAction:
		m["draft"], m["text"] = a.RandomID, a.Text.Text
		w.drafts = append(w.drafts, m)
	case *tg.SendMessageRichMessageDraftAction:
		m["draft"], m["rich"] = a.RandomID, true
		m["text"] = richText(a.RichMessage.Blocks)
		w.drafts = append(w.drafts, m)
	default:
		m["action"] = actionNames[fmt.Sprintf("%T", action)]
		w.actions = append(w.actions, m)
	}
}
