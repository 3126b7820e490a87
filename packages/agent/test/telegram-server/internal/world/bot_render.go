package world

import (
	"fmt"

	"github.com/gotd/td/tg"
)

// ---- TL to Bot API JSON

func (w *World) apiUser(id int64) map[string]any {
	u := w.users[id]
	if u == nil {
		return map[string]any{"id": id, "is_bot": false, "first_name": "?"}
	}
	m := map[string]any{"id": u.ID, "is_bot": u.Bot, "first_name": u.FirstName}
	put(m, "last_name", u.LastName)
	put(m, "username", u.Username)
	put(m, "language_code", u.LangCode)
	if u.Premium {
		m["is_premium"] = true
	}
	return m
}

func put(m map[string]any, k, v string) {
	if v != "" {
		m[k] = v
	}
}

func (w *World) apiChat(id int64) map[string]any {
	if u := w.users[id]; u != nil {
		m := map[string]any{"id": id, "type": "private", "first_name": u.FirstName}
		put(m, "last_name", u.LastName)
		put(m, "username", u.Username)
		return m
	}
	c := w.chats[id]
	if c == nil {
		return map[string]any{"id": id, "type": "private"}
	}
	t := map[string]string{"group": "group", "supergroup": "supergroup", "forum": "supergroup", "channel": "channel"}[c.kind]
	m := map[string]any{"id": id, "type": t, "title": c.title}
	put(m, "username", c.username)
	if c.kind == "forum" {
		m["is_forum"] = true
	}
	return m
}

func apiEntities(w *World, es []tg.MessageEntityClass) []any {
	out := []any{}
	for _, e := range es {
		m := map[string]any{"offset": e.GetOffset(), "length": e.GetLength()}
		switch e := e.(type) {
		case *tg.MessageEntityBold:
			m["type"] = "bold"
		case *tg.MessageEntityItalic:
			m["type"] = "italic"
		case *tg.MessageEntityUnderline:
			m["type"] = "underline"
		case *tg.MessageEntityStrike:
			m["type"] = "strikethrough"
		case *tg.MessageEntitySpoiler:
			m["type"] = "spoiler"
		case *tg.MessageEntityCode:
			m["type"] = "code"
		case *tg.MessageEntityPre:
			m["type"] = "pre"
			put(m, "language", e.Language)
		case *tg.MessageEntityTextURL:
			m["type"], m["url"] = "text_link", e.URL
		case *tg.MessageEntityMentionName:
			m["type"], m["user"] = "text_mention", w.apiUser(e.UserID)
		case *tg.MessageEntityCustomEmoji:
			m["type"], m["custom_emoji_id"] = "custom_emoji", fmt.Sprint(e.DocumentID)
		case *tg.MessageEntityBlockquote:
			m["type"] = "blockquote"
			if e.Collapsed {
				m["type"] = "expandable_blockquote"
			}
		case *tg.MessageEntityURL:
			m["type"] = "url"
		case *tg.MessageEntityEmail:
			m["type"] = "email"
		case *tg.MessageEntityMention:
			m["type"] = "mention"
		case *tg.MessageEntityHashtag:
			m["type"] = "hashtag"
		case *tg.MessageEntityBotCommand:
			m["type"] = "bot_command"
		default:
			continue
		}
		out = append(out, m)
	}
	return out
}

func fileID(id int64) string { return fmt.Sprintf("FILE%d", id) }

func apiFile(id, size int64) map[string]any {
	return map[string]any{"file_id": fileID(id), "file_unique_id": fmt.Sprintf("U%d", id), "file_size": size}
}

func (w *World) apiPhoto(p *tg.Photo) []any {
	out := []any{}
	for _, s := range p.Sizes {
		if z, ok := s.(*tg.PhotoSize); ok {
			m := apiFile(p.ID, int64(z.Size))
			m["width"], m["height"] = z.W, z.H
			out = append(out, m)
		}
	}
	return out
}

func (w *World) apiMedia(m map[string]any, media tg.MessageMediaClass) {
	switch t := media.(type) {
	case *tg.MessageMediaPhoto:
		if p, ok := t.Photo.(*tg.Photo); ok {
			m["photo"] = w.apiPhoto(p)
		}
	case *tg.MessageMediaDocument:
		d, ok := t.Document.(*tg.Document)
		if !ok {
			return
		}
		f := apiFile(d.ID, d.Size)
		f["mime_type"] = d.MimeType
		kind := "document"
		for _, a := range d.Attributes {
			switch a := a.(type) {
			case *tg.DocumentAttributeFilename:
				f["file_name"] = a.FileName
			case *tg.DocumentAttributeAudio:
				kind = "audio"
				if a.Voice {
					kind = "voice"
				}
				f["duration"] = a.Duration
				put(f, "title", a.Title)
				put(f, "performer", a.Performer)
			case *tg.DocumentAttributeVideo:
				if kind == "document" {
					kind = "video"
				}
				if a.RoundMessage {
					kind = "video_note"
					f["length"] = a.W
				}
				f["duration"], f["width"], f["height"] = int(a.Duration), a.W, a.H
			case *tg.DocumentAttributeAnimated:
				kind = "animation"
			case *tg.DocumentAttributeSticker:
				kind = "sticker"
				f["emoji"], f["type"], f["is_animated"], f["is_video"] = a.Alt, "regular", false, false
				f["width"], f["height"] = 512, 512
			}
		}
		m[kind] = f
		if kind == "animation" {
			m["document"] = f
		}
	case *tg.MessageMediaGeo:
		if g, ok := t.Geo.(*tg.GeoPoint); ok {
			m["location"] = map[string]any{"latitude": g.Lat, "longitude": g.Long}
		}
	case *tg.MessageMediaVenue:
		if g, ok := t.Geo.(*tg.GeoPoint); ok {
			loc := map[string]any{"latitude": g.Lat, "longitude": g.Long}
			m["venue"], m["location"] = map[string]any{"location": loc, "title": t.Title, "address": t.Address}, loc
		}
	case *tg.MessageMediaContact:
		c := map[string]any{"phone_number": t.PhoneNumber, "first_name": t.FirstName}
		put(c, "last_name", t.LastName)
		if t.UserID != 0 {
			c["user_id"] = t.UserID
		}
		m["contact"] = c
	case *tg.MessageMediaDice:
		m["dice"] = map[string]any{"emoji": t.Emoticon, "value": t.Value}
	case *tg.MessageMediaInvoice:
		m["invoice"] = map[string]any{"title": t.Title, "description": t.Description, "start_parameter": "", "currency": t.Currency, "total_amount": t.TotalAmount}
	case *tg.MessageMediaPoll:
		m["poll"] = apiPoll(t.Poll, t.Results)
	}
}

func apiPoll(p tg.Poll, r tg.PollResults) map[string]any {
	opts := []any{}
	votes := map[string]int{}
	for _, v := range r.Results {
		votes[string(v.Option)] = v.Voters
	}
	for _, a := range p.Answers {
		if pa, ok := a.(*tg.PollAnswer); ok {
			opts = append(opts, map[string]any{"text": pa.Text.Text, "voter_count": votes[string(pa.Option)]})
		}
	}
	kind := "regular"
	if p.Quiz {
		kind = "quiz"
	}
	return map[string]any{"id": fmt.Sprint(p.ID), "question": p.Question.Text, "options": opts, "total_voter_count": r.TotalVoters, "is_closed": p.Closed, "is_anonymous": !p.PublicVoters, "type": kind, "allows_multiple_answers": p.MultipleChoice}
}

func apiStyle(m map[string]any, s tg.KeyboardButtonStyle) {
	switch {
	case s.BgPrimary:
		m["style"] = "primary"
	case s.BgDanger:
		m["style"] = "danger"
	case s.BgSuccess:
		m["style"] = "success"
	}
	if s.Icon != 0 {
		m["icon_custom_emoji_id"] = fmt.Sprint(s.Icon)
	}
}

func apiMarkup(mk tg.ReplyMarkupClass) any {
	im, ok := mk.(*tg.ReplyInlineMarkup)
	if !ok {
		return nil
	}
	rows := []any{}
	for _, r := range im.Rows {
		row := []any{}
		for _, b := range r.Buttons {
			m := map[string]any{"text": b.GetText()}
			switch b := b.(type) {
			case *tg.KeyboardButtonCallback:
				m["callback_data"] = string(b.Data)
				apiStyle(m, b.Style)
			case *tg.KeyboardButtonURL:
				m["url"] = b.URL
				apiStyle(m, b.Style)
			case *tg.KeyboardButtonWebView:
				m["web_app"] = map[string]any{"url": b.URL}
				apiStyle(m, b.Style)
			case *tg.KeyboardButtonCopy:
				m["copy_text"] = map[string]any{"text": b.CopyText}
				apiStyle(m, b.Style)
			case *tg.KeyboardButtonSwitchInline:
				m["switch_inline_query"] = b.Query
				apiStyle(m, b.Style)
			}
			row = append(row, m)
		}
		rows = append(rows, row)
	}
	return map[string]any{"inline_keyboard": rows}
}

// apiMessage renders a message of a box as a bot sees it.
func (w *World) apiMessage(viewer int64, mm *msg, deep bool) map[string]any {
	c := w.chats[mm.dialog]
	m := map[string]any{"message_id": mm.id, "chat": w.apiChat(mm.dialog)}
	if c != nil && c.kind == "channel" {
		m["sender_chat"] = w.apiChat(c.id)
	} else {
		m["from"] = w.apiUser(mm.from)
	}
	b := w.boxFor(w.users[viewer], mm.dialog)
	reply := func(h tg.MessageReplyHeaderClass) {
		r, ok := h.(*tg.MessageReplyHeader)
		if !ok {
			return
		}
		if c != nil && c.kind == "forum" {
			top := r.ReplyToTopID
			if top == 0 {
				top = r.ReplyToMsgID
			}
			if c.topics[top] != nil {
				m["message_thread_id"], m["is_topic_message"] = top, true
			}
		}
		if rm := b.msgs[r.ReplyToMsgID]; rm != nil && deep && !rm.gone {
			m["reply_to_message"] = w.apiMessage(viewer, rm, false)
		}
		if r.QuoteText != "" {
			m["quote"] = map[string]any{"text": r.QuoteText, "position": r.QuoteOffset}
		}
	}
	switch t := w.view(viewer, mm).(type) {
	case *tg.Message:
		m["date"] = t.Date
		if t.EditDate != 0 {
			m["edit_date"] = t.EditDate
		}
		if t.GroupedID != 0 {
			m["media_group_id"] = fmt.Sprint(t.GroupedID)
		}
		if f, ok := t.GetFwdFrom(); ok {
			o := map[string]any{"type": "user", "date": f.Date, "sender_user": w.apiUser(marked(f.FromID))}
			if id := marked(f.FromID); id < 0 {
				o = map[string]any{"type": "channel", "date": f.Date, "chat": w.apiChat(id), "message_id": f.ChannelPost}
			}
			m["forward_origin"] = o
		}
		if t.Media != nil {
			w.apiMedia(m, t.Media)
			if t.Message != "" {
				m["caption"] = t.Message
				if len(t.Entities) > 0 {
					m["caption_entities"] = apiEntities(w, t.Entities)
				}
			}
		} else if rm, ok := t.GetRichMessage(); ok {
			m["rich_message"] = apiRich(rm.Blocks)
		} else {
			m["text"] = t.Message
			if len(t.Entities) > 0 {
				m["entities"] = apiEntities(w, t.Entities)
			}
		}
		if p := w.shared[mm.gid].preview; p != nil {
			m["link_preview_options"] = p
		}
		if k := apiMarkup(t.ReplyMarkup); k != nil {
			m["reply_markup"] = k
		}
		reply(t.ReplyTo)
	case *tg.MessageService:
		m["date"] = t.Date
		switch a := t.Action.(type) {
		case *tg.MessageActionChatAddUser:
			us := []any{}
			for _, id := range a.Users {
				us = append(us, w.apiUser(id))
			}
			m["new_chat_members"] = us
		case *tg.MessageActionChatJoinedByLink:
			m["new_chat_members"] = []any{w.apiUser(mm.from)}
		case *tg.MessageActionChatDeleteUser:
			m["left_chat_member"] = w.apiUser(a.UserID)
		case *tg.MessageActionChatEditTitle:
			m["new_chat_title"] = a.Title
		case *tg.MessageActionChatEditPhoto:
			if p, ok := a.Photo.(*tg.Photo); ok {
				m["new_chat_photo"] = w.apiPhoto(p)
			}
		case *tg.MessageActionChatCreate:
			m["group_chat_created"] = true
		case *tg.MessageActionChannelCreate:
			m["supergroup_chat_created"] = true
		case *tg.MessageActionTopicCreate:
			m["forum_topic_created"] = map[string]any{"name": a.Title, "icon_color": a.IconColor}
		case *tg.MessageActionPaymentSentMe:
			m["successful_payment"] = map[string]any{"currency": a.Currency, "total_amount": a.TotalAmount, "invoice_payload": string(a.Payload), "telegram_payment_charge_id": a.Charge.ID, "provider_payment_charge_id": ""}
		case *tg.MessageActionPinMessage:
			if h, ok := t.ReplyTo.(*tg.MessageReplyHeader); ok && b.msgs[h.ReplyToMsgID] != nil {
				m["pinned_message"] = w.apiMessage(viewer, b.msgs[h.ReplyToMsgID], false)
			}
		}
		reply(t.ReplyTo)
	}
	return m
}
