package world

import (
	"strconv"

	"github.com/gotd/td/tg"
)

func (r *apiReq) markup() (tg.ReplyMarkupClass, error) {
	if !r.has("reply_markup") {
		return nil, nil
	}
	var m struct {
		InlineKeyboard [][]map[string]any `json:"inline_keyboard"`
		Keyboard       [][]any            `json:"keyboard"`
		RemoveKeyboard bool               `json:"remove_keyboard"`
		ForceReply     bool               `json:"force_reply"`
		Resize         bool               `json:"resize_keyboard"`
		OneTime        bool               `json:"one_time_keyboard"`
		Selective      bool               `json:"selective"`
		Placeholder    string             `json:"input_field_placeholder"`
	}
	if err := r.decode("reply_markup", &m); err != nil {
		return nil, err
	}
	style := func(b map[string]any) (s tg.KeyboardButtonStyle, err error) {
		switch b["style"] {
		case nil, "":
		case "primary":
			s.BgPrimary = true
		case "danger":
			s.BgDanger = true
		case "success":
			s.BgSuccess = true
		default:
			return s, badRequest("can't parse inline keyboard button: invalid button style specified")
		}
		if v, ok := b["icon_custom_emoji_id"].(string); ok {
			n, _ := strconv.ParseInt(v, 10, 64)
			s.SetIcon(n)
		}
		return s, nil
	}
	switch {
	case m.InlineKeyboard != nil:
		out := &tg.ReplyInlineMarkup{Rows: []tg.KeyboardButtonRow{}}
		for _, row := range m.InlineKeyboard {
			tr := tg.KeyboardButtonRow{Buttons: []tg.KeyboardButtonClass{}}
			for _, b := range row {
				text, _ := b["text"].(string)
				if text == "" {
					return nil, badRequest("text buttons are unallowed in the inline keyboard")
				}
				st, err := style(b)
				if err != nil {
					return nil, err
				}
				str := func(k string) (string, bool) { v, ok := b[k].(string); return v, ok }
				if v, ok := str("callback_data"); ok {
					k := &tg.KeyboardButtonCallback{Text: text, Data: []byte(v)}
					k.SetStyle(st)
					tr.Buttons = append(tr.Buttons, k)
				} else if v, ok := str("url"); ok {
					k := &tg.KeyboardButtonURL{Text: text, URL: v}
					k.SetStyle(st)
					tr.Buttons = append(tr.Buttons, k)
				} else if v, ok := b["web_app"].(map[string]any); ok {
					u, _ := v["url"].(string)
					tr.Buttons = append(tr.Buttons, &tg.KeyboardButtonWebView{Text: text, URL: u})
				} else if v, ok := b["copy_text"].(map[string]any); ok {
					u, _ := v["text"].(string)
					tr.Buttons = append(tr.Buttons, &tg.KeyboardButtonCopy{Text: text, CopyText: u})
				} else if v, ok := str("switch_inline_query"); ok {
					tr.Buttons = append(tr.Buttons, &tg.KeyboardButtonSwitchInline{Text: text, Query: v})
				} else if v, ok := str("switch_inline_query_current_chat"); ok {
					tr.Buttons = append(tr.Buttons, &tg.KeyboardButtonSwitchInline{Text: text, Query: v, SamePeer: true})
				} else {
					return nil, badRequest("text buttons are unallowed in the inline keyboard")
				}
			}
			if len(tr.Buttons) > 0 {
				out.Rows = append(out.Rows, tr)
			}
		}
		if err := checkMarkup(out); err != nil {
			return nil, err
		}
		if len(out.Rows) == 0 {
			return nil, nil
		}
		return out, nil
	case m.Keyboard != nil:
		out := &tg.ReplyKeyboardMarkup{Resize: m.Resize, SingleUse: m.OneTime, Selective: m.Selective}
		if m.Placeholder != "" {
			out.SetPlaceholder(m.Placeholder)
		}
		for _, row := range m.Keyboard {
			tr := tg.KeyboardButtonRow{}
			for _, b := range row {
				switch b := b.(type) {
				case string:
					tr.Buttons = append(tr.Buttons, &tg.KeyboardButton{Text: b})
				case map[string]any:
					t, _ := b["text"].(string)
					tr.Buttons = append(tr.Buttons, &tg.KeyboardButton{Text: t})
				}
			}
			out.Rows = append(out.Rows, tr)
		}
		return out, nil
	case m.RemoveKeyboard:
		return &tg.ReplyKeyboardHide{Selective: m.Selective}, nil
	case m.ForceReply:
		return &tg.ReplyKeyboardForceReply{Selective: m.Selective}, nil
	}
	return nil, nil
}
