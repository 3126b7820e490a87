package world

import (
	"encoding/json"

	"github.com/gotd/td/tg"
)

// richMessage reads rich_message and holds it against the documented limits.
func (r *apiReq) richMessage() (tg.InputRichMessageClass, error) {
	var m struct {
		Markdown string            `json:"markdown"`
		HTML     string            `json:"html"`
		Blocks   []json.RawMessage `json:"blocks"`
	}
	if err := r.decode("rich_message", &m); err != nil {
		return nil, err
	}
	var parts []richPart
	given := 0
	if m.Markdown != "" {
		given++
		parts = parseRichMarkdown(m.Markdown)
	}
	if m.HTML != "" {
		given++
		parts = parseRichHTML(m.HTML)
	}
	if m.Blocks != nil {
		given++
		parts = parseRichBlocks(m.Blocks)
	}
	if given != 1 {
		return nil, badRequest("exactly one of the fields html, markdown and blocks must be used")
	}
	if err := checkRich(parts); err != nil {
		return nil, err
	}
	return &tg.InputRichMessage{Blocks: richMessage(parts).Blocks}, nil
}
