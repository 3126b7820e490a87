package world

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gotd/td/tg"
)

type apiEntity struct {
	Type          string `json:"type"`
	Offset        int    `json:"offset"`
	Length        int    `json:"length"`
	URL           string `json:"url"`
	Language      string `json:"language"`
	CustomEmojiID string `json:"custom_emoji_id"`
	User          struct {
		ID int64 `json:"id"`
	} `json:"user"`
}

func (r *apiReq) text(key, entKey string) (string, []tg.MessageEntityClass, error) {
	return formatted(r.p.Get(key), r.p.Get("parse_mode"), []byte(r.p.Get(entKey)))
}

func formatted(s, mode string, raw []byte) (string, []tg.MessageEntityClass, error) {
	var es []tg.MessageEntityClass
	var err error
	switch strings.ToLower(mode) {
	case "":
		var in []apiEntity
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &in); err != nil {
				return "", nil, badRequest("can't parse entities: %v", err)
			}
		}
		if err := checkInput(s, in); err != nil {
			return "", nil, err
		}
		for _, e := range in {
			arg := e.URL
			switch e.Type {
			case "pre":
				arg = e.Language
			case "custom_emoji":
				arg = e.CustomEmojiID
			case "text_mention":
				es = append(es, &tg.MessageEntityMentionName{Offset: e.Offset, Length: e.Length, UserID: e.User.ID})
				continue
			}
			if t := entity(e.Type, arg, e.Offset, e.Length); t != nil {
				es = append(es, t)
			}
		}
	case "html":
		s, es, err = parseHTML(s)
	case "markdownv2":
		s, es, err = parseMarkdownV2(s)
	case "markdown":
		// the legacy mode: only *b* _i_ `c` ```p``` [l](u); close enough to V2 with everything else escaped
		esc := strings.NewReplacer("~", `\~`, ">", `\>`, "#", `\#`, "+", `\+`, "-", `\-`, "=", `\=`, "|", `\|`, "{", `\{`, "}", `\}`, ".", `\.`, "!", `\!`)
		s, es, err = parseMarkdownV2(esc.Replace(s))
	default:
		return "", nil, badRequest("unsupported parse_mode")
	}
	if err != nil {
		return "", nil, badRequest("%v", err)
	}
	// Telegram trims the text
	lead := len(utf16(s)) - len(utf16(strings.TrimLeft(s, " \n\t")))
	s = strings.Trim(s, " \n\t")
	n := len(utf16(s))
	var kept []tg.MessageEntityClass
	for _, e := range es {
		a, b := max(e.GetOffset()-lead, 0), min(e.GetOffset()-lead+e.GetLength(), n)
		if b > a && len(kept) < 100 {
			kept = append(kept, shift(e, a, b-a))
		}
	}
	return s, nested(kept), nil
}

func shift(e tg.MessageEntityClass, off, n int) tg.MessageEntityClass {
	switch e := e.(type) {
	case *tg.MessageEntityPre:
		return &tg.MessageEntityPre{Offset: off, Length: n, Language: e.Language}
	case *tg.MessageEntityTextURL:
		return &tg.MessageEntityTextURL{Offset: off, Length: n, URL: e.URL}
	case *tg.MessageEntityMentionName:
		return &tg.MessageEntityMentionName{Offset: off, Length: n, UserID: e.UserID}
	case *tg.MessageEntityCustomEmoji:
		return &tg.MessageEntityCustomEmoji{Offset: off, Length: n, DocumentID: e.DocumentID}
	case *tg.MessageEntityBlockquote:
		return &tg.MessageEntityBlockquote{Offset: off, Length: n, Collapsed: e.Collapsed}
	}
	for _, k := range []string{"bold", "italic", "underline", "strikethrough", "spoiler", "code"} {
		if x := entity(k, "", off, n); fmt.Sprintf("%T", x) == fmt.Sprintf("%T", e) {
			return x
		}
	}
	return e
}
