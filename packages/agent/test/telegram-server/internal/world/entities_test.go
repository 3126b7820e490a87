package world

import (
	"fmt"
	"testing"

	"github.com/gotd/td/tg"
)

func TestEntitiesMustFitTheirText(t *testing.T) {
	for _, c := range []struct {
		e    apiEntity
		want string
	}{
		{apiEntity{Type: "bold", Offset: 0, Length: 4}, "<nil>"},
		{apiEntity{Type: "url", Offset: 0, Length: 1}, "<nil>"},
		{apiEntity{Type: "shiny", Offset: 0, Length: 1}, "Bad Request: can't parse MessageEntity: Unsupported type specified"},
		{apiEntity{Type: "bold", Offset: -1, Length: 1}, "Bad Request: receive an entity with incorrect offset"},
		{apiEntity{Type: "bold", Offset: 0, Length: 0}, "Bad Request: receive an entity with incorrect length"},
		{apiEntity{Type: "bold", Offset: 4, Length: 1}, "Bad Request: entity begins after the end of the text at UTF-16 offset 4"},
		{apiEntity{Type: "bold", Offset: 0, Length: 5}, "Bad Request: entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 5"},
		{apiEntity{Type: "bold", Offset: 2, Length: 1}, "Bad Request: entity begins in a middle of a UTF-16 symbol at UTF-16 offset 2"},
		{apiEntity{Type: "bold", Offset: 0, Length: 2}, "Bad Request: entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at UTF-16 offset 2"},
		{apiEntity{Type: "text_link", Offset: 0, Length: 1, URL: "localhost"}, "Bad Request: entity URL 'localhost' is invalid: Wrong HTTP URL"},
		{apiEntity{Type: "text_link", Offset: 0, Length: 1, URL: "https://x.y/z"}, "<nil>"},
	} {
		if got := fmt.Sprint(checkInput("a👍b", []apiEntity{c.e})); got != c.want {
			t.Errorf("%+v: %s, want %s", c.e, got, c.want)
		}
	}
}

func TestCodeHasNoFormattingInside(t *testing.T) {
	code := &tg.MessageEntityCode{Offset: 0, Length: 5}
	inside := &tg.MessageEntityBold{Offset: 1, Length: 2}
	after := &tg.MessageEntityBold{Offset: 5, Length: 2}
	got := nested([]tg.MessageEntityClass{code, inside, after})
	if len(got) != 2 || got[0] != tg.MessageEntityClass(code) || got[1] != tg.MessageEntityClass(after) {
		t.Errorf("got %v", got)
	}
}
