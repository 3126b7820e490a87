package world

import (
	"fmt"
	"strings"
	"testing"
)

func TestRichMarkdownIsReadAsWords(t *testing.T) {
	checkRead(t, parseRichMarkdown, []richCase{
		{"# A **b**", "heading", "A b"},
		{"one\ntwo\n\nthree", "paragraph paragraph", "one\ntwo\nthree"},
		{"- a\n- [x] b\n\n1. c", "list list", "a\nb\nc"},
		{"> said `so`", "quote", "said so"},
		{"| a | b |\n|:--|--:|\n| *1* | 2 |", "table", "a | b\n1 | 2"},
		{"```go\nx := 1 // **not bold**\n```\nafter", "pre paragraph", "x := 1 // **not bold**\nafter"},
		{"a [link](https://x.y) ~~gone~~ ||hidden|| snake_case \\*star\\*", "paragraph", "a link gone hidden snake_case *star*"},
		{"above\n\n---\n\nbelow", "paragraph divider paragraph", "above\nbelow"},
	})
}

func TestRichHTMLIsReadAsWords(t *testing.T) {
	checkRead(t, parseRichHTML, []richCase{
		{"<h1>A</h1><p>b &amp; <b>c</b></p>", "heading paragraph", "A\nb & c"},
		{"<p>one<br>two</p><hr/><p>&lt;3</p>", "paragraph divider paragraph", "one\ntwo\n<3"},
		{"<ul><li>a<ol start=\"3\"><li>b</li><li>c</li></ol></li><li>d</li></ul>", "list", "• a\n3. b\n4. c\n• d"},
		{"<ol><li><input type=\"checkbox\" checked>a</li><li><input type=\"checkbox\">b</li></ol>", "list", "☑ a\n☐ b"},
		{"<blockquote><p>a</p><p>b</p></blockquote>", "quote", "a\nb"},
		{"<table><tr><th>a</th><th></th></tr><tr><td><i>1</i></td><td>2</td></tr></table>", "table", "a | \n1 | 2"},
		{"<pre><code class=\"language-go\">  x &lt; 1\n</code></pre>after", "pre paragraph", "  x < 1\nafter"},
	})
}

type richCase struct{ in, kinds, text string }

func checkRead(t *testing.T, parse func(string) []richPart, cases []richCase) {
	t.Helper()
	for _, c := range cases {
		parts := parse(c.in)
		kinds := []string{}
		for _, p := range parts {
			kinds = append(kinds, p.kind)
		}
		if got := strings.Join(kinds, " "); got != c.kinds {
			t.Errorf("%q has the blocks %q, want %q", c.in, got, c.kinds)
		}
		if got := richText(richMessage(parts).Blocks); got != c.text {
			t.Errorf("%q reads %q, want %q", c.in, got, c.text)
		}
	}
}

func TestRichLimits(t *testing.T) {
	words := func(n int) []richPart { return []richPart{{"paragraph", [][]string{{strings.Repeat("ä", n)}}}} }
	for _, c := range []struct {
		name  string
		parts []richPart
		want  string
	}{
		{"as long as it may be", words(32768), "<nil>"},
		{"a character more", words(32769), "Bad Request: message is too long"},
		{"nothing", nil, "Bad Request: message text is empty"},
		{"a wide table", []richPart{{"table", [][]string{strings.Split(strings.Repeat("x ", 21), " ")}}}, "Bad Request: too many columns in a table"},
		{"a long list", []richPart{{"list", make([][]string, 500)}}, "Bad Request: too many blocks in the rich message"},
	} {
		if c.name == "a long list" {
			c.parts[0].rows[0] = []string{"x"}
		}
		if got := fmt.Sprint(checkRich(c.parts)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
