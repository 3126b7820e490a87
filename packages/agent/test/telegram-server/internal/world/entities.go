package world

import (
	"strings"

	"github.com/gotd/td/tg"
)

// Automatic entities may be given, too; Telegram finds them again by itself.
var found = map[string]bool{"mention": true, "hashtag": true, "cashtag": true, "bot_command": true, "url": true, "email": true, "phone_number": true, "bank_card_number": true}

// checkInput refuses entities of the Bot API that do not fit their text, in Telegram's words.
func checkInput(text string, entities []apiEntity) error {
	units := utf16(text)
	middle := func(at int) bool { return at > 0 && at < len(units) && units[at] >= 0xdc00 && units[at] < 0xe000 }
	for _, e := range entities {
		end := e.Offset + e.Length
		switch {
		case entity(e.Type, e.URL, 0, 1) == nil && !found[e.Type] && e.Type != "text_mention" && e.Type != "date_time":
			return badRequest("can't parse MessageEntity: Unsupported type specified")
		case e.Offset < 0:
			return badRequest("receive an entity with incorrect offset")
		case e.Length <= 0:
			return badRequest("receive an entity with incorrect length")
		case e.Offset >= len(units):
			return badRequest("entity begins after the end of the text at UTF-16 offset %d", e.Offset)
		case end > len(units):
			return badRequest("entity beginning at UTF-16 offset %d ends after the end of the text at UTF-16 offset %d", e.Offset, end)
		case middle(e.Offset):
			return badRequest("entity begins in a middle of a UTF-16 symbol at UTF-16 offset %d", e.Offset)
		case middle(end):
			return badRequest("entity beginning at UTF-16 offset %d ends in a middle of a UTF-16 symbol at UTF-16 offset %d", e.Offset, end)
		case e.Type == "text_link" && !linkable(e.URL):
			return badRequest("entity URL '%s' is invalid: Wrong HTTP URL", e.URL)
		}
	}
	return nil
}

func linkable(target string) bool {
	for _, scheme := range []string{"http://", "https://", "tg://", "ton://", "tonsite://", "mailto:", "tel:"} {
		if rest, ok := strings.CutPrefix(strings.ToLower(target), scheme); ok {
			return rest != ""
		}
	}
	host, _, _ := strings.Cut(target, "/")
	return strings.Contains(host, ".") && !strings.ContainsAny(host, " :")
}

// nested drops what may not stand within code: it has no formatting of its own.
func nested(entities []tg.MessageEntityClass) []tg.MessageEntityClass {
	out := []tg.MessageEntityClass{}
	for i, e := range entities {
		inCode := false
		for j, outer := range entities {
			switch outer.(type) {
			case *tg.MessageEntityCode, *tg.MessageEntityPre:
				overlaps := e.GetOffset() < outer.GetOffset()+outer.GetLength() && outer.GetOffset() < e.GetOffset()+e.GetLength()
				_, isQuote := e.(*tg.MessageEntityBlockquote)
				inCode = inCode || (i != j && overlaps && !isQuote && !(j > i && isCode(e)))
			}
		}
		if !inCode {
			out = append(out, e)
		}
	}
	return out
}

func isCode(e tg.MessageEntityClass) bool {
	switch e.(type) {
	case *tg.MessageEntityCode, *tg.MessageEntityPre:
		return true
	}
	return false
}
