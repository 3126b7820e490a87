package world

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gotd/td/tgerr"

	"telegramserver/internal/mtp"
)

// BotCall runs one Bot API method. getUpdates may block.
func (w *World) BotCall(token, method string, p url.Values, files map[string]*multipart.FileHeader) (res any, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var bot *user
	for _, u := range w.users {
		if u.Bot && u.token != "" && u.token == token {
			bot = u
		}
	}
	if bot == nil {
		return nil, &apiError{code: 401, text: "Unauthorized"}
	}
	lower := strings.ToLower(method)
	quiet := lower == "getupdates"
	ev := map[string]any{"event": "botapi", "method": method, "user": bot.ID, "params": params(p, files)}
	outcome := "ok"
	defer func() {
		if r := recover(); r != nil {
			err = &apiError{code: 500, text: fmt.Sprint("Internal Server Error: ", r)}
		}
		if err != nil {
			if err != errDropped && err != errSilent {
				err = toAPIError(err)
			}
			ev["error"] = err.Error()
			if outcome == "ok" {
				outcome = "error"
			}
		}
		ev["outcome"] = outcome
		if !quiet || err != nil {
			w.event(ev)
		}
	}()
	fault := w.match("bot:"+method, bot.ID)
	if fault != nil {
		outcome = "stub"
		if fault.delay > 0 {
			w.mu.Unlock()
			time.Sleep(fault.delay)
			w.mu.Lock()
		}
		if !fault.applied {
			return fault.botAnswer()
		}
	}
	r := &apiReq{w: w, bot: bot, x: &ctx{w: w, me: bot, s: (*mtp.Session)(nil)}, p: p, files: files}
	f := botMethods[lower]
	if f == nil {
		outcome = "unhandled"
		return nil, &apiError{code: 404, text: "Not Found: method not found"}
	}
	bot.online = true
	if err := r.limit(method); err != nil {
		return nil, err
	}
	res, err = f(r)
	if fault != nil && err == nil {
		return fault.botAnswer()
	}
	return res, err
}

// What a handler returns to have no answer sent: the connection is cut, or left without one.
var (
	errDropped = errors.New("connection dropped")
	errSilent  = errors.New("no answer")
)

// botAnswer is what a stub says in the place of a Bot API method.
func (s *stub) botAnswer() (any, error) {
	switch {
	case s.drop:
		return nil, errDropped
	case s.silent:
		return nil, errSilent
	case s.isError:
		if te := tgerr.New(s.code, s.message); te.IsType("FLOOD_WAIT") {
			return nil, te
		}
		return nil, &apiError{code: s.code, text: s.message}
	}
	return s.result, nil
}

func params(p url.Values, files map[string]*multipart.FileHeader) map[string]any {
	out := map[string]any{}
	for k := range p {
		v := p.Get(k)
		var j any
		if (strings.HasPrefix(v, "{") || strings.HasPrefix(v, "[")) && json.Unmarshal([]byte(v), &j) == nil {
			out[k] = j
		} else {
			out[k] = v
		}
	}
	for k, f := range files {
		out[k] = map[string]any{"$file": f.Filename, "size": f.Size}
	}
	return out
}

// BotFile serves a file's bytes for GET /file/bot<token>/<path>.
func (w *World) BotFile(token, path string) ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ok := false
	for _, u := range w.users {
		ok = ok || (u.Bot && u.token == token)
	}
	base := filepath.Base(path)
	base, _, _ = strings.Cut(strings.TrimPrefix(base, "file_"), ".")
	id, err := strconv.ParseInt(base, 10, 64)
	if !ok || err != nil || w.files[id] == nil {
		return nil, false
	}
	return w.files[id].data, true
}

type botFn func(r *apiReq) (any, error)

var botMethods = map[string]botFn{}

// botMethod registers one Bot API method; names are not case-sensitive.
func botMethod(name string, f botFn) { botMethods[strings.ToLower(name)] = f }
