package world

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/gotd/td/tg"
)

// The documented limits of a rich message.
const (
	richCharacters = 32768
	richBlocks     = 500
	richColumns    = 20
)

// Bits of the flags of a TL message.
const (
	entitiesFlag    = 7
	richMessageFlag = 13
)

// richPart is one block of a rich message, as far as this server parses it: kind and plain words.
type richPart struct {
	kind string // heading, paragraph, list, pre, quote, divider or table, as the Bot API names blocks
	rows [][]string
}

func richMessage(parts []richPart) tg.RichMessage {
	out := tg.RichMessage{Blocks: []tg.PageBlockClass{}, Photos: []tg.PhotoClass{}, Documents: []tg.DocumentClass{}}
	for _, p := range parts {
		out.Blocks = append(out.Blocks, p.block())
	}
	return out
}

// rich parses what a client sent. Inline formatting is dropped: people read words.
func rich(in tg.InputRichMessageClass) tg.RichMessage {
	switch m := in.(type) {
	case *tg.InputRichMessageMarkdown:
		return richMessage(parseRichMarkdown(m.Markdown))
	case *tg.InputRichMessageHTML:
		return richMessage(parseRichHTML(m.HTML))
	case *tg.InputRichMessage:
		return tg.RichMessage{Rtl: m.Rtl, Blocks: m.Blocks, Photos: []tg.PhotoClass{}, Documents: []tg.DocumentClass{}}
	}
	return richMessage(nil)
}

func plain(s string) *tg.TextPlain { return &tg.TextPlain{Text: s} }

func (p richPart) text() string {
	rows := []string{}
	for _, row := range p.rows {
		rows = append(rows, strings.Join(row, " | "))
	}
	return strings.Join(rows, "\n")
}

func (p richPart) block() tg.PageBlockClass {
	switch p.kind {
	case "heading":
		return &tg.PageBlockHeader{Text: plain(p.text())}
	case "pre":
		return &tg.PageBlockPreformatted{Text: plain(p.text())}
	case "quote":
		return &tg.PageBlockBlockquote{Text: plain(p.text()), Caption: &tg.TextEmpty{}}
	case "divider":
		return &tg.PageBlockDivider{}
	case "list":
		list := &tg.PageBlockList{Items: []tg.PageListItemClass{}}
		for _, row := range p.rows {
			list.Items = append(list.Items, &tg.PageListItemText{Text: plain(strings.Join(row, " "))})
		}
		return list
	case "table":
		table := &tg.PageBlockTable{Title: &tg.TextEmpty{}, Rows: []tg.PageTableRow{}}
		for i, row := range p.rows {
			cells := []tg.PageTableCell{}
			for _, cell := range row {
				c := tg.PageTableCell{Header: i == 0}
				c.SetText(plain(cell))
				cells = append(cells, c)
			}
			table.Rows = append(table.Rows, tg.PageTableRow{Cells: cells})
		}
		return table
	}
	return &tg.PageBlockParagraph{Text: plain(p.text())}
}

// partOf reads a block back.
func partOf(b tg.PageBlockClass) richPart {
	word := func(t tg.RichTextClass) string {
		if p, ok := t.(*tg.TextPlain); ok {
			return p.Text
		}
		return ""
	}
	one := func(kind, text string) richPart { return richPart{kind, [][]string{{text}}} }
	switch b := b.(type) {
	case *tg.PageBlockHeader:
		return one("heading", word(b.Text))
	case *tg.PageBlockPreformatted:
		return one("pre", word(b.Text))
	case *tg.PageBlockBlockquote:
		return one("quote", word(b.Text))
	case *tg.PageBlockDivider:
		return richPart{kind: "divider"}
	case *tg.PageBlockList:
		p := richPart{kind: "list"}
		for _, item := range b.Items {
			if t, ok := item.(*tg.PageListItemText); ok {
				p.rows = append(p.rows, []string{word(t.Text)})
			}
		}
		return p
	case *tg.PageBlockTable:
		p := richPart{kind: "table"}
		for _, row := range b.Rows {
			cells := []string{}
			for _, c := range row.Cells {
				cells = append(cells, word(c.Text))
			}
			p.rows = append(p.rows, cells)
		}
		return p
	case *tg.PageBlockParagraph:
		return one("paragraph", word(b.Text))
	}
	return richPart{kind: "paragraph"}
}

// richText is what a person reads, a line per row of each block.
func richText(blocks []tg.PageBlockClass) string {
	out := []string{}
	for _, b := range blocks {
		if p := partOf(b); p.kind != "divider" {
			out = append(out, p.text())
		}
	}
	return strings.Join(out, "\n")
}

var richLabel = regexp.MustCompile(`^(•|\d+\.|☑|☐) `)

// apiRichItem tells what an app shows before an item apart from the item.
func apiRichItem(text string) map[string]any {
	item := map[string]any{"label": "•"}
	if at := richLabel.FindStringSubmatch(text); at != nil {
		text = strings.TrimPrefix(text, at[0])
		switch at[1] {
		case "☑":
			item["has_checkbox"], item["is_checked"] = true, true
		case "☐":
			item["has_checkbox"] = true
		default:
			item["label"] = at[1]
		}
	}
	item["blocks"] = []any{map[string]any{"type": "paragraph", "text": text}}
	return item
}

// apiRich is a rich message as the Bot API gives it back.
func apiRich(blocks []tg.PageBlockClass) map[string]any {
	out := []any{}
	for _, b := range blocks {
		p := partOf(b)
		m := map[string]any{"type": p.kind}
		switch p.kind {
		case "heading":
			m["text"], m["size"] = p.text(), 1
		case "paragraph", "pre":
			m["text"] = p.text()
		case "quote":
			m["type"], m["blocks"] = "blockquote", []any{map[string]any{"type": "paragraph", "text": p.text()}}
		case "list":
			items := []any{}
			for _, row := range p.rows {
				items = append(items, apiRichItem(strings.Join(row, " ")))
			}
			m["items"] = items
		case "table":
			rows := []any{}
			for i, row := range p.rows {
				cells := []any{}
				for _, c := range row {
					cell := map[string]any{"text": c, "align": "left", "valign": "top"}
					if i == 0 {
						cell["is_header"] = true
					}
					cells = append(cells, cell)
				}
				rows = append(rows, cells)
			}
			m["cells"] = rows
		}
		out = append(out, m)
	}
	return map[string]any{"blocks": out}
}

var (
	richHeading  = regexp.MustCompile(`^#{1,6}\s+(.*)$`)
	richItem     = regexp.MustCompile(`^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$`)
	richDivider  = regexp.MustCompile(`^\s*(?:-{3,}|\*{3,}|_{3,})\s*$`)
	richRule     = regexp.MustCompile(`^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$`)
	richLink     = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	richMarks    = regexp.MustCompile("\\*\\*|__|~~|==|\\|\\||`")
	richEmphasis = regexp.MustCompile(`(^|[^\p{L}\p{N}\\])[*_]([^*_\s][^*_]*)[*_]($|[^\p{L}\p{N}])`)
	richEscape   = regexp.MustCompile(`\\([!-/:-@\[-` + "`" + `{-~])`)
	richTag      = regexp.MustCompile(`<[^>]*>`)
)

func inlineText(s string) string {
	s = richLink.ReplaceAllString(s, "$1")
	s = richMarks.ReplaceAllString(s, "")
	s = richEmphasis.ReplaceAllString(s, "$1$2$3")
	s = richEscape.ReplaceAllString(s, "$1")
	return strings.TrimSpace(html.UnescapeString(richTag.ReplaceAllString(s, "")))
}

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i, c := range cells {
		cells[i] = inlineText(c)
	}
	return cells
}

func parseRichMarkdown(s string) []richPart {
	var out []richPart
	open := richPart{}
	flush := func() {
		if open.kind != "" {
			out = append(out, open)
		}
		open = richPart{}
	}
	grow := func(kind string, row []string) {
		if open.kind != kind {
			flush()
			open.kind = kind
		}
		open.rows = append(open.rows, row)
	}
	lines := strings.Split(s, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			flush()
			code := []string{}
			for i++; i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i]), "```"); i++ {
				code = append(code, lines[i])
			}
			out = append(out, richPart{"pre", [][]string{{strings.Join(code, "\n")}}})
		case strings.TrimSpace(line) == "":
			flush()
		case richHeading.MatchString(line):
			flush()
			out = append(out, richPart{"heading", [][]string{{inlineText(richHeading.FindStringSubmatch(line)[1])}}})
		case richDivider.MatchString(line):
			flush()
			out = append(out, richPart{kind: "divider"})
		case strings.HasPrefix(strings.TrimSpace(line), "|"):
			if !richRule.MatchString(line) || open.kind != "table" {
				grow("table", cellsOf(line))
			}
		case strings.HasPrefix(line, ">"):
			grow("quote", []string{inlineText(strings.TrimPrefix(line, ">"))})
		case richItem.MatchString(line):
			grow("list", []string{inlineText(richItem.FindStringSubmatch(line)[1])})
		default:
			grow("paragraph", []string{inlineText(line)})
		}
	}
	flush()
	return out
}

var (
	richElement    = regexp.MustCompile(`<(/?)([a-zA-Z][a-zA-Z0-9-]*)[^>]*>`)
	richContainers = map[string]string{"ul": "list", "ol": "list", "blockquote": "quote", "table": "table"}
	richAttribute  = regexp.MustCompile(`start="(\d+)"`)
	richLeaves     = regexp.MustCompile(`^(?:p|h[1-6]|pre|li|tr|details|summary|div|footer)$`)
)

// htmlReader collects blocks while it reads tags: what stands in a list, a quote or a table are its rows. Items of
// lists begin with what an app shows before them.
type htmlReader struct {
	out        []richPart
	containers []string
	numbers    []int // the next ones of open lists, 0 where items have none
	leaf, text string
	cells      []string
}

func (r *htmlReader) label() string {
	last := len(r.numbers) - 1
	if last < 0 || r.numbers[last] == 0 {
		return "• "
	}
	r.numbers[last]++
	return fmt.Sprintf("%d. ", r.numbers[last]-1)
}

func (r *htmlReader) number(element, name string) {
	first := 0
	if name == "ol" {
		first = 1
	}
	if at := richAttribute.FindStringSubmatch(element); at != nil {
		first, _ = strconv.Atoi(at[1])
	}
	r.numbers = append(r.numbers, first)
}

func (r *htmlReader) endRow() {
	if r.leaf != "pre" {
		r.text = strings.TrimSpace(r.text)
	}
	row := r.cells
	if r.text != "" {
		row = append(row, strings.TrimSuffix(r.text, "\n"))
	}
	if len(r.containers) > 0 && row != nil {
		last := &r.out[len(r.out)-1]
		last.rows = append(last.rows, row)
	} else if row != nil {
		r.out = append(r.out, richPart{r.leaf, [][]string{row}})
	}
	r.text, r.cells = "", nil
}

func (r *htmlReader) tag(element, name string, closes bool) {
	kind, isContainer := richContainers[name]
	switch {
	case isContainer && closes:
		r.endRow()
		r.containers = r.containers[:max(0, len(r.containers)-1)]
		if kind == "list" {
			r.numbers = r.numbers[:max(0, len(r.numbers)-1)]
		}
	case isContainer:
		r.endRow()
		if len(r.containers) == 0 {
			r.out = append(r.out, richPart{kind: kind})
		}
		r.containers = append(r.containers, kind)
		if kind == "list" {
			r.number(element, name)
		}
	case name == "input" && strings.Contains(element, "checked"):
		r.text = "☑ "
	case name == "input":
		r.text = "☐ "
	case name == "br":
		r.text += "\n"
	case name == "hr":
		r.endRow()
		r.out = append(r.out, richPart{kind: "divider"})
	case (name == "td" || name == "th") && closes:
		r.cells = append(r.cells, strings.TrimSpace(r.text))
		r.text = ""
	case richLeaves.MatchString(name):
		r.endRow()
		r.leaf = "paragraph"
		if name == "pre" && !closes {
			r.leaf = "pre"
		} else if name[0] == 'h' && !closes {
			r.leaf = "heading"
		} else if name == "li" && !closes {
			r.text = r.label()
		}
	}
}

func parseRichHTML(s string) []richPart {
	r := htmlReader{leaf: "paragraph"}
	from := 0
	for _, at := range richElement.FindAllStringSubmatchIndex(s, -1) {
		r.text += html.UnescapeString(s[from:at[0]])
		r.tag(s[at[0]:at[1]], strings.ToLower(s[at[4]:at[5]]), at[2] != at[3])
		from = at[1]
	}
	r.text += html.UnescapeString(s[from:])
	r.endRow()
	return r.out
}

// parseRichBlocks takes the words out of blocks in the Bot API's JSON.
func parseRichBlocks(blocks []json.RawMessage) []richPart {
	var out []richPart
	for _, raw := range blocks {
		var v any
		_ = json.Unmarshal(raw, &v)
		out = append(out, richPart{"paragraph", [][]string{{wordsOf(v)}}})
	}
	return out
}

func wordsOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		words := ""
		for _, x := range v {
			words += wordsOf(x)
		}
		return words
	case map[string]any:
		for _, k := range []string{"text", "blocks", "items", "cells", "summary"} {
			if inner, ok := v[k]; ok {
				return wordsOf(inner)
			}
		}
	}
	return ""
}

// checkRich enforces the documented limits.
func checkRich(parts []richPart) error {
	characters, blocks := 0, 0
	for _, p := range parts {
		characters += len([]rune(p.text()))
		blocks++
		if p.kind == "list" || p.kind == "table" {
			blocks += len(p.rows)
		}
		for _, row := range p.rows {
			if p.kind == "table" && len(row) > richColumns {
				return badRequest("too many columns in a table")
			}
		}
	}
	switch {
	case characters > richCharacters:
		return badRequest("message is too long")
	case blocks > richBlocks:
		return badRequest("too many blocks in the rich message")
	case characters == 0:
		return badRequest("message text is empty")
	}
	return nil
}
