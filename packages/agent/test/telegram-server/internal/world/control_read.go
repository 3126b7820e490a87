package world

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"telegramserver/internal/tljson"
)

// cmdHistory is the command history.
func (w *World) cmdHistory(c Cmd) (any, error) {
	u := w.users[c.User]
	if u == nil {
		return nil, errors.New("no such user")
	}
	b := w.boxFor(u, c.Chat)
	if b == nil {
		return nil, errors.New("no such chat")
	}
	out := []any{}
	for _, m := range w.history(b, c.Chat, nil) {
		out = append(out, tljson.Encoder{MaxBytes: 4096}.ToJSON(w.view(c.User, m)))
		if c.Count > 0 && len(out) == c.Count {
			break
		}
	}
	return map[string]any{"messages": out}, nil
}

// cmdFileData is the command fileData.
func (w *World) cmdFileData(c Cmd) (any, error) {
	f := w.files[c.ID]
	if f == nil {
		return nil, errors.New("no such file")
	}
	return map[string]any{"name": f.name, "size": len(f.data), "base64": base64.StdEncoding.EncodeToString(f.data)}, nil
}

// cmdCalls is the command calls.
func (w *World) cmdCalls(c Cmd) (any, error) {
	out := []any{}
	for _, ev := range w.calls {
		if ev["n"].(int) > c.After && (c.Method == "" || ev["method"] == c.Method) && (c.User == 0 || ev["user"] == c.User) {
			out = append(out, ev)
		}
	}
	return map[string]any{"calls": out}, nil
}

// cmdAwait is the command waitCall, waitEvent: the first matching call (or event) after n = "after".
func (w *World) cmdAwait(c Cmd) (any, error) {
	deadline := time.Now().Add(time.Duration(def(c.Timeout, 5000)) * time.Millisecond)
	stop := time.AfterFunc(time.Until(deadline)+time.Millisecond, w.cond.Broadcast)
	defer stop.Stop()
	for {
		for _, ev := range w.events {
			kind := ev["event"] == "rpc"
			if c.Cmd == "waitEvent" {
				kind = ev["event"] == c.Kind
			}
			if ev["n"].(int) > c.After && kind && (c.Method == "" || ev["method"] == c.Method) && (c.User == 0 || ev["user"] == c.User) {
				return ev, nil
			}
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("no %s %s within the time", c.Cmd, c.Method)
		}
		w.cond.Wait()
	}
}

// cmdEvents is the command events.
func (w *World) cmdEvents(c Cmd) (any, error) {
	deadline := time.Now().Add(time.Duration(c.Timeout) * time.Millisecond)
	stop := time.AfterFunc(time.Until(deadline)+time.Millisecond, w.cond.Broadcast)
	defer stop.Stop()
	for len(w.events) <= c.After && time.Now().Before(deadline) {
		w.cond.Wait()
	}
	out := []any{}
	for _, ev := range w.events[min(c.After, len(w.events)):] {
		out = append(out, ev)
	}
	return map[string]any{"events": out}, nil
}

// cmdState is the command state.
func (w *World) cmdState(c Cmd) (any, error) {
	us := map[string]any{}
	for id, u := range w.users {
		online := 0
		for _, s := range w.srv.Sessions(id) {
			if s.Online() {
				online++
			}
		}
		us[fmt.Sprint(id)] = map[string]any{"name": strings.TrimSpace(u.FirstName + " " + u.LastName), "username": u.Username, "pts": u.box.pts, "about": u.about, "connections": online, "contacts": len(u.contacts), "blocked": len(u.blocked)}
	}
	cs := map[string]any{}
	for id, ch := range w.chats {
		ms := map[string]any{}
		for uid, m := range ch.members {
			ms[fmt.Sprint(uid)] = map[string]any{"left": m.left, "admin": m.admin != nil, "banned": m.banned != nil}
		}
		cs[fmt.Sprint(id)] = map[string]any{"title": ch.title, "kind": ch.kind, "username": ch.username, "about": ch.about, "slow": ch.slow, "members": ms}
	}
	return map[string]any{"users": us, "chats": cs, "methods": len(handlers), "now": now()}, nil
}

// cmdMethods is the command methods.
func (w *World) cmdMethods(c Cmd) (any, error) {
	out := []string{}
	for id := range handlers {
		out = append(out, tljson.Name(id))
	}
	return map[string]any{"methods": out}, nil
}

// cmdTranscript is the command transcript.
func (w *World) cmdTranscript(c Cmd) (any, error) {
	lines, err := w.transcript(c.User, c.Chat, c.All)
	return map[string]any{"messages": lines}, err
}

// cmdViolations is the command violations.
func (w *World) cmdViolations(c Cmd) (any, error) {
	return map[string]any{"violations": orEmpty(w.limits.violations)}, nil
}

// cmdCallbackQueries is the command callbackQueries.
func (w *World) cmdCallbackQueries(c Cmd) (any, error) {
	out := []any{}
	for _, q := range w.queries {
		out = append(out, q.tell())
	}
	return map[string]any{"queries": out}, nil
}

// cmdChatActions is the command chatActions.
func (w *World) cmdChatActions(c Cmd) (any, error) {
	return map[string]any{"actions": orEmpty(w.actions)}, nil
}

// cmdDrafts is the command drafts.
func (w *World) cmdDrafts(c Cmd) (any, error) {
	return map[string]any{"drafts": orEmpty(w.drafts)}, nil
}

func orEmpty(list []map[string]any) []map[string]any {
	if list == nil {
		return []map[string]any{}
	}
	return list
}
