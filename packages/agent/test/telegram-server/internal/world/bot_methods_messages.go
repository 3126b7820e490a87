package world

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gotd/td/tg"
	"github.com/gotd/td/tgerr"
)

func init() {
	botMethod("sendMessage", func(r *apiReq) (any, error) {
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		text, es, err := r.text("text", "entities")
		if err != nil {
			return nil, err
		}
		if text == "" {
			return nil, badRequest("message text is empty")
		}
		mk, err := r.markup()
		if err != nil {
			return nil, err
		}
		rp, err := r.reply()
		if err != nil {
			return nil, err
		}
		res, err := r.call(&tg.MessagesSendMessageRequest{Peer: r.input(to), Message: text, Entities: es, ReplyMarkup: mk, ReplyTo: rp, Silent: r.flag("disable_notification"), Noforwards: r.flag("protect_content"), RandomID: r.w.id()})
		return r.sent(to, res, err)
	})
	botMethod("sendRichMessage", func(r *apiReq) (any, error) {
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		rm, err := r.richMessage()
		if err != nil {
			return nil, err
		}
		mk, err := r.markup()
		if err != nil {
			return nil, err
		}
		rp, err := r.reply()
		if err != nil {
			return nil, err
		}
		q := &tg.MessagesSendMessageRequest{Peer: r.input(to), ReplyMarkup: mk, ReplyTo: rp, RandomID: r.w.id()}
		q.SetRichMessage(rm)
		res, err := r.call(q)
		return r.sent(to, res, err)
	})
	draft := func(r *apiReq, a tg.SendMessageActionClass) (any, error) {
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		if !isUser(to) {
			return nil, badRequest("drafts can be sent only to private chats")
		}
		if r.num("draft_id") == 0 {
			return nil, badRequest("draft_id must be non-zero")
		}
		if _, err := r.call(&tg.MessagesSetTypingRequest{Peer: r.input(to), Action: a}); err != nil {
			return nil, err
		}
		return true, nil
	}
	botMethod("sendMessageDraft", func(r *apiReq) (any, error) {
		text, es, err := r.text("text", "entities")
		if err != nil {
			return nil, err
		}
		if len(utf16(text)) > 4096 {
			return nil, badRequest("message is too long")
		}
		if es == nil {
			es = []tg.MessageEntityClass{}
		}
		return draft(r, &tg.SendMessageTextDraftAction{RandomID: r.num("draft_id"), Text: tg.TextWithEntities{Text: text, Entities: es}})
	})
	botMethod("sendRichMessageDraft", func(r *apiReq) (any, error) {
		rm, err := r.richMessage()
		if err != nil {
			return nil, err
		}
		return draft(r, &tg.InputSendMessageRichMessageDraftAction{RandomID: r.num("draft_id"), RichMessage: rm})
	})
	for _, kind := range []string{"photo", "audio", "document", "video", "animation", "voice", "video_note", "sticker"} {
		name := "send" + strings.ReplaceAll(kind, "_", "")
		botMethod(name, func(r *apiReq) (any, error) {
			opt := map[string]string{}
			for _, k := range []string{"duration", "width", "height", "title", "performer", "emoji"} {
				opt[k] = r.p.Get(k)
			}
			in, err := r.upload(r.p.Get(kind), kind, opt)
			if err != nil {
				return nil, err
			}
			return r.sendMedia(in)
		})
	}
	botMethod("sendMediaGroup", func(r *apiReq) (any, error) {
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		var list []map[string]any
		if err := r.decode("media", &list); err != nil {
			return nil, err
		}
		if len(list) < 2 || len(list) > 10 {
			return nil, badRequest("wrong number of media in the album: 2-10 expected")
		}
		q := &tg.MessagesSendMultiMediaRequest{Peer: r.input(to), Silent: r.flag("disable_notification")}
		for _, it := range list {
			str := func(k string) string { s, _ := it[k].(string); return s }
			in, err := r.upload(str("media"), str("type"), map[string]string{})
			if err != nil {
				return nil, err
			}
			raw, _ := json.Marshal(it["caption_entities"])
			if it["caption_entities"] == nil {
				raw = nil
			}
			text, es, err := formatted(str("caption"), str("parse_mode"), raw)
			if err != nil {
				return nil, err
			}
			q.MultiMedia = append(q.MultiMedia, tg.InputSingleMedia{Media: in, RandomID: r.w.id(), Message: text, Entities: es})
		}
		if q.ReplyTo, err = r.reply(); err != nil {
			return nil, err
		}
		res, err := r.call(q)
		return r.sentAll(to, res, err)
	})
	geoIn := func(r *apiReq) tg.InputGeoPointClass {
		lat, _ := strconv.ParseFloat(r.p.Get("latitude"), 64)
		long, _ := strconv.ParseFloat(r.p.Get("longitude"), 64)
		return &tg.InputGeoPoint{Lat: lat, Long: long}
	}
	botMethod("sendLocation", func(r *apiReq) (any, error) { return r.sendMedia(&tg.InputMediaGeoPoint{GeoPoint: geoIn(r)}) })
	botMethod("sendVenue", func(r *apiReq) (any, error) {
		return r.sendMedia(&tg.InputMediaVenue{GeoPoint: geoIn(r), Title: r.p.Get("title"), Address: r.p.Get("address")})
	})
	botMethod("sendContact", func(r *apiReq) (any, error) {
		return r.sendMedia(&tg.InputMediaContact{PhoneNumber: r.p.Get("phone_number"), FirstName: r.p.Get("first_name"), LastName: r.p.Get("last_name")})
	})
	botMethod("sendDice", func(r *apiReq) (any, error) {
		e := r.p.Get("emoji")
		if e == "" {
			e = "🎲"
		}
		return r.sendMedia(&tg.InputMediaDice{Emoticon: e})
	})
	botMethod("sendPoll", func(r *apiReq) (any, error) {
		var opts []json.RawMessage
		if err := r.decode("options", &opts); err != nil {
			return nil, err
		}
		p := tg.Poll{Question: tg.TextWithEntities{Text: r.p.Get("question"), Entities: []tg.MessageEntityClass{}}, PublicVoters: r.p.Get("is_anonymous") == "false", Quiz: r.p.Get("type") == "quiz", MultipleChoice: r.flag("allows_multiple_answers")}
		for _, o := range opts {
			var t struct {
				Text string `json:"text"`
			}
			if json.Unmarshal(o, &t.Text) != nil {
				_ = json.Unmarshal(o, &t)
			}
			p.Answers = append(p.Answers, &tg.InputPollAnswer{Text: tg.TextWithEntities{Text: t.Text, Entities: []tg.MessageEntityClass{}}})
		}
		in := &tg.InputMediaPoll{Poll: p, Solution: r.p.Get("explanation")}
		if p.Quiz {
			var ids []int
			if r.has("correct_option_id") {
				ids = []int{int(r.num("correct_option_id"))}
			} else if err := r.decode("correct_option_ids", &ids); err != nil {
				return nil, err
			}
			in.SetCorrectAnswers(ids)
		}
		return r.sendMedia(in)
	})
	botMethod("stopPoll", func(r *apiReq) (any, error) {
		_, mm, err := r.message("message_id")
		if err != nil || r.w.shared[mm.gid].poll == nil {
			return nil, badRequest("message with poll to stop not found")
		}
		sh := r.w.shared[mm.gid]
		sh.poll.Closed = true
		r.w.edited(mm.gid, r.bot.ID, nil)
		return apiPoll(*sh.poll, r.w.pollResults(r.bot.ID, sh)), nil
	})
	botMethod("sendChatAction", func(r *apiReq) (any, error) {
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		a := map[string]tg.SendMessageActionClass{"typing": &tg.SendMessageTypingAction{}, "upload_photo": &tg.SendMessageUploadPhotoAction{}, "record_voice": &tg.SendMessageRecordAudioAction{}, "upload_voice": &tg.SendMessageUploadAudioAction{},
			"upload_document": &tg.SendMessageUploadDocumentAction{}, "record_video_note": &tg.SendMessageRecordRoundAction{}, "upload_video_note": &tg.SendMessageUploadRoundAction{}, "record_video": &tg.SendMessageRecordVideoAction{}, "upload_video": &tg.SendMessageUploadVideoAction{}, "choose_sticker": &tg.SendMessageChooseStickerAction{}, "find_location": &tg.SendMessageGeoLocationAction{}}[r.p.Get("action")]
		if a == nil {
			return nil, badRequest("wrong parameter action in request")
		}
		top, err := r.thread(to)
		if err != nil {
			return nil, err
		}
		r.w.typing(r.bot.ID, to, top, a)
		return true, nil
	})
	botMethod("setMessageReaction", func(r *apiReq) (any, error) {
		to, mm, err := r.message("message_id")
		if err != nil {
			return nil, badRequest("message to react not found")
		}
		var list []struct{ Type, Emoji string }
		if err := r.decode("reaction", &list); err != nil {
			return nil, err
		}
		q := &tg.MessagesSendReactionRequest{Peer: r.input(to), MsgID: mm.id}
		for _, e := range list {
			q.Reaction = append(q.Reaction, &tg.ReactionEmoji{Emoticon: e.Emoji})
		}
		_, err = r.call(q)
		return true, err
	})

	botMethod("editMessageText", func(r *apiReq) (any, error) {
		if err := r.editable("text"); err != nil {
			return nil, err
		}
		if r.has("rich_message") {
			rm, err := r.richMessage()
			if err != nil {
				return nil, err
			}
			return r.edit(nil, nil, nil, rm)
		}
		text, es, err := r.text("text", "entities")
		if err != nil {
			return nil, err
		}
		if text == "" {
			return nil, badRequest("message text is empty")
		}
		return r.edit(&text, es, nil, nil)
	})
	botMethod("editMessageCaption", func(r *apiReq) (any, error) {
		if err := r.editable("caption"); err != nil {
			return nil, err
		}
		text, es, err := r.text("caption", "caption_entities")
		if err != nil {
			return nil, err
		}
		return r.edit(&text, es, nil, nil)
	})
	botMethod("editMessageReplyMarkup", func(r *apiReq) (any, error) { return r.edit(nil, nil, nil, nil) })
	botMethod("editMessageMedia", func(r *apiReq) (any, error) {
		var it map[string]any
		if err := r.decode("media", &it); err != nil {
			return nil, err
		}
		str := func(k string) string { s, _ := it[k].(string); return s }
		in, err := r.upload(str("media"), str("type"), map[string]string{})
		if err != nil {
			return nil, err
		}
		text, es, err := formatted(str("caption"), str("parse_mode"), nil)
		if err != nil {
			return nil, err
		}
		return r.edit(&text, es, in, nil)
	})
	del := func(r *apiReq, ids []int) (any, error) {
		if len(ids) == 0 || len(ids) > 100 {
			return nil, badRequest("message identifiers are not specified")
		}
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		b := r.w.boxFor(r.bot, to)
		for _, id := range ids {
			mm := b.msgs[id]
			if mm == nil || mm.gone || mm.dialog != to {
				return nil, badRequest("message to delete not found")
			}
			if c := r.w.chats[to]; c != nil && mm.from != r.bot.ID && !r.x.admin(c) {
				return nil, badRequest("message can't be deleted")
			}
		}
		r.w.remove(b, ids, true, r.bot.ID, nil)
		return true, nil
	}
	botMethod("deleteMessage", func(r *apiReq) (any, error) { return del(r, []int{int(r.num("message_id"))}) })
	botMethod("deleteMessages", func(r *apiReq) (any, error) {
		var ids []int
		if err := r.decode("message_ids", &ids); err != nil {
			return nil, err
		}
		return del(r, ids)
	})
	forward := func(r *apiReq, ids []int, copying bool) ([]any, error) {
		to, err := r.chat("chat_id")
		if err != nil {
			return nil, err
		}
		from, err := r.chat("from_chat_id")
		if err != nil {
			return nil, err
		}
		q := &tg.MessagesForwardMessagesRequest{FromPeer: r.input(from), ToPeer: r.input(to), ID: ids, DropAuthor: copying}
		for range ids {
			q.RandomID = append(q.RandomID, r.w.id())
		}
		res, err := r.call(q)
		if te, ok := tgerr.As(err); ok && te.Message == "MESSAGE_ID_INVALID" {
			err = badRequest("message to forward not found")
		}
		return r.sentAll(to, res, err)
	}
	botMethod("forwardMessage", func(r *apiReq) (any, error) {
		l, err := forward(r, []int{int(r.num("message_id"))}, false)
		if err != nil {
			return nil, err
		}
		return l[0], nil
	})
	botMethod("copyMessage", func(r *apiReq) (any, error) {
		l, err := forward(r, []int{int(r.num("message_id"))}, true)
		if err != nil {
			return nil, err
		}
		return map[string]any{"message_id": l[0].(map[string]any)["message_id"]}, nil
	})
	botMethod("answerCallbackQuery", func(r *apiReq) (any, error) {
		if len([]rune(r.p.Get("text"))) > 200 {
			return nil, badRequest("MESSAGE_TOO_LONG")
		}
		_, err := r.call(&tg.MessagesSetBotCallbackAnswerRequest{QueryID: r.num("callback_query_id"), Message: r.p.Get("text"), Alert: r.flag("show_alert"), URL: r.p.Get("url"), CacheTime: int(r.num("cache_time"))})
		return true, err
	})
	botMethod("getFile", func(r *apiReq) (any, error) {
		n, _ := strconv.ParseInt(strings.TrimPrefix(r.p.Get("file_id"), "FILE"), 10, 64)
		f := r.w.files[n]
		if f == nil {
			return nil, badRequest("wrong file_id or the file is temporarily unavailable")
		}
		if len(f.data) > 20<<20 {
			return nil, badRequest("file is too big")
		}
		out := apiFile(n, int64(len(f.data)))
		dir, ext := "documents", filepath.Ext(f.name)
		if f.photo != nil {
			dir, ext = "photos", ".jpg"
		} else if f.doc != nil && strings.HasPrefix(f.doc.MimeType, "audio/ogg") {
			dir, ext = "voice", ".oga"
		}
		out["file_path"] = fmt.Sprintf("%s/file_%d%s", dir, n, ext)
		return out, nil
	})
	botMethod("getUserProfilePhotos", func(r *apiReq) (any, error) {
		u := r.w.users[r.num("user_id")]
		if u == nil {
			return nil, badRequest("user not found")
		}
		ps := []any{}
		if u.photo != nil {
			ps = append(ps, r.w.apiPhoto(u.photo))
		}
		return map[string]any{"total_count": len(ps), "photos": ps}, nil
	})
}
