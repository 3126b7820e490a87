package world

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"telegramserver/internal/tljson"
)

// cmdStub is the command stub.
func (w *World) cmdStub(c Cmd) (any, error) {
	if c.Method == "" {
		return nil, errors.New("method missing")
	}
	bot := strings.HasPrefix(c.Method, "bot:") // a Bot API method
	if !bot && !strings.HasSuffix(c.Method, "*") && !tljson.Known(c.Method) {
		return nil, fmt.Errorf("unknown method %q", c.Method)
	}
	s := &stub{id: w.id(), method: c.Method, user: c.User, times: -1, delay: time.Duration(c.DelayMs) * time.Millisecond, drop: c.Drop, silent: c.NoReply, applied: c.Applied}
	if c.Times != nil {
		s.times = *c.Times
	}
	if v, err := parse(c.Error); err != nil {
		return nil, err
	} else if m, ok := v.(map[string]any); ok {
		s.isError = true
		s.code, s.message = errorOf(m)
	} else if msg, ok := v.(string); ok {
		s.isError = true
		s.code, s.message = errorOf(map[string]any{"message": msg})
	}
	r, err := parse(c.Result)
	if err != nil {
		return nil, err
	}
	if r != nil && !bot {
		if _, err := tljson.Result(r, strings.TrimSuffix(strings.TrimPrefix(resultOf[c.Method], "Vector<"), ">")); err != nil {
			return nil, err
		}
	}
	s.result = r
	if !s.isError && r == nil && !s.drop && !s.silent {
		return nil, errors.New("give result, error, drop or noReply")
	}
	w.stubs[c.Method] = append(w.stubs[c.Method], s)
	return map[string]any{"stub": s.id}, nil
}

// cmdDelegate is the command delegate.
func (w *World) cmdDelegate(c Cmd) (any, error) {
	s := &stub{id: w.id(), method: c.Method, user: c.User, times: -1, ask: true}
	if c.Times != nil {
		s.times = *c.Times
	}
	w.stubs[c.Method] = append(w.stubs[c.Method], s)
	return map[string]any{"stub": s.id}, nil
}

// cmdReply is the command reply.
func (w *World) cmdReply(c Cmd) (any, error) {
	f := w.waits[c.ID]
	if f == nil {
		return nil, errors.New("no such delegated call")
	}
	delete(w.waits, c.ID)
	r, err := parse(c.Result)
	if err != nil {
		return nil, err
	}
	e, err := parse(c.Error)
	if err != nil {
		return nil, err
	}
	m := map[string]any{"result": r}
	if e != nil {
		m["error"] = e
		if s, ok := e.(string); ok {
			m["error"] = map[string]any{"message": s}
		}
	}
	f(m)
	return map[string]any{}, nil
}

// cmdUnstub is the command unstub.
func (w *World) cmdUnstub(c Cmd) (any, error) {
	n := 0
	for k, list := range w.stubs {
		var kept []*stub
		for _, s := range list {
			if (c.Method == "" || c.Method == k) && (c.ID == 0 || c.ID == s.id) {
				n++
			} else {
				kept = append(kept, s)
			}
		}
		w.stubs[k] = kept
	}
	return map[string]any{"removed": n}, nil
}
