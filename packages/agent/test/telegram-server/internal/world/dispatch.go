package world

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
	"github.com/gotd/td/tgerr"

	"telegramserver/internal/mtp"
	"telegramserver/internal/tljson"
)

//go:embed results.json
var resultsJSON []byte

// resultOf maps a method to its TL result type.
var resultOf = func() map[string]string {
	m := map[string]string{}
	if err := json.Unmarshal(resultsJSON, &m); err != nil {
		panic(err)
	}
	return m
}()

type stub struct {
	id      int64
	method  string // a name, "payments.*" or "*"
	user    int64
	result  any
	isError bool
	code    int
	message string
	delay   time.Duration
	times   int // -1: for ever
	silent  bool
	drop    bool
	ask     bool // delegate to the controlling process
	applied bool // the call takes effect, and only its answer is lost or replaced (Bot API)
}

// ctx of one RPC.
type ctx struct {
	w  *World
	c  *mtp.Call
	s  *mtp.Session
	me *user
}

func (x *ctx) id() int64 {
	if x.me == nil {
		return 0
	}
	return x.me.ID
}

type rpcFn func(x *ctx, req bin.Object) (bin.Encoder, error)

var handlers = map[uint32]rpcFn{}

// on registers a native handler for a request type.
func on[T interface {
	bin.Object
	TypeID() uint32
}](f func(x *ctx, r T) (bin.Encoder, error)) {
	var zero T
	handlers[zero.TypeID()] = func(x *ctx, req bin.Object) (bin.Encoder, error) { return f(x, req.(T)) }
}

func fail(code int, format string, a ...any) error { return tgerr.New(code, fmt.Sprintf(format, a...)) }

// pending is returned by handlers that answer later.
type pending struct{}

func (pending) Encode(*bin.Buffer) error { return nil }

var rec = tljson.Encoder{MaxBytes: 512}

func (w *World) match(method string, uid int64) *stub {
	var keys = []string{method}
	if i := strings.IndexByte(method, '.'); i > 0 {
		keys = append(keys, method[:i]+".*")
	}
	if name, ok := strings.CutPrefix(method, "bot:"); ok {
		keys = nil
		for i := len(name); i >= 0; i-- {
			keys = append(keys, "bot:"+name[:i]+"*")
		}
		keys = append([]string{method}, keys...)
	} else {
		keys = append(keys, "*")
	}
	for _, k := range keys {
		for i, s := range w.stubs[k] {
			if s.user != 0 && s.user != uid {
				continue
			}
			if s.times > 0 {
				s.times--
				if s.times == 0 {
					w.stubs[k] = append(w.stubs[k][:i:i], w.stubs[k][i+1:]...)
				}
			}
			return s
		}
	}
	return nil
}

// Connected implements mtp.Handler.
func (w *World) Connected(s *mtp.Session, fresh bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.event(map[string]any{"event": "connected", "session": fmt.Sprint(s.ID), "user": s.Auth.Root().User.Load(), "fresh": fresh})
}

// Disconnected implements mtp.Handler.
func (w *World) Disconnected(s *mtp.Session) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.event(map[string]any{"event": "disconnected", "session": fmt.Sprint(s.ID), "user": s.Auth.Root().User.Load()})
}

// Handle implements mtp.Handler.
func (w *World) Handle(c *mtp.Call) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			w.event(map[string]any{"event": "error", "method": tljson.Name(c.TypeID), "error": fmt.Sprint("panic: ", r)})
			_ = c.Fail(500, "INTERNAL")
		}
	}()
	uid := c.Session.Auth.Root().User.Load()
	method := tljson.Name(c.TypeID)
	ev := map[string]any{"event": "rpc", "method": method, "user": uid, "session": fmt.Sprint(c.Session.ID), "layer": c.Session.Layer()}
	if c.Req != nil {
		ev["params"] = rec.ToJSON(c.Req)
	} else if c.Err != nil {
		ev["decodeError"] = c.Err.Error()
	}
	done := func(outcome string, err error) {
		ev["outcome"] = outcome
		if err != nil {
			ev["error"] = err.Error()
			if te, ok := tgerr.As(err); ok {
				ev["error"] = te.Message
			}
		}
		w.calls = append(w.calls, ev)
		w.event(ev)
	}
	if s := w.match(method, uid); s != nil {
		w.stubbed(c, s, ev, done)
		return
	}
	if c.Req == nil {
		err := fail(400, "INPUT_METHOD_INVALID_%d", c.TypeID)
		done("undecodable", err)
		_ = c.FailErr(err)
		return
	}
	x := &ctx{w: w, c: c, s: c.Session, me: w.users[uid]}
	if x.me == nil && !public(method) {
		err := fail(401, "AUTH_KEY_UNREGISTERED")
		done("error", err)
		_ = c.FailErr(err)
		return
	}
	h := handlers[c.TypeID]
	if h == nil {
		w.auto(x, method, done)
		return
	}
	res, err := h(x, c.Req)
	if err != nil {
		done("error", err)
		_ = c.FailErr(err)
		return
	}
	if _, ok := res.(pending); ok {
		done("pending", nil)
		return
	}
	done("ok", nil)
	if err := c.Reply(res); err != nil {
		w.event(map[string]any{"event": "error", "method": method, "error": "encode: " + err.Error()})
	}
}

func public(m string) bool {
	return strings.HasPrefix(m, "auth.") || strings.HasPrefix(m, "help.") || strings.HasPrefix(m, "langpack.") || m == "account.getPassword"
}

// auto answers methods without a native handler: true, empty updates, an empty vector, or METHOD_NOT_IMPLEMENTED.
func (w *World) auto(x *ctx, method string, done func(string, error)) {
	if w.opt.AutoStub {
		var res bin.Encoder
		switch t := resultOf[method]; {
		case t == "Bool":
			res = &tg.BoolTrue{}
		case t == "Updates":
			res = w.updates(x.id())
		case strings.HasPrefix(t, "Vector<"):
			res = tljson.Raw{0x15, 0xc4, 0xb5, 0x1c, 0, 0, 0, 0}
		}
		if res != nil {
			done("auto", nil)
			_ = x.c.Reply(res)
			return
		}
	}
	err := fail(400, "METHOD_NOT_IMPLEMENTED")
	done("unhandled", err)
	_ = x.c.FailErr(err)
}

func (w *World) stubbed(c *mtp.Call, s *stub, ev map[string]any, done func(string, error)) {
	answer := func() {
		switch {
		case s.drop:
			c.Session.Drop()
		case s.silent:
		case s.isError:
			_ = c.Fail(s.code, s.message)
		default:
			w.answer(c, ev["method"].(string), s.result)
		}
	}
	if s.ask {
		id := w.id()
		ev["id"] = id
		w.waits[id] = func(v any) {
			m, _ := v.(map[string]any)
			if e, ok := m["error"].(map[string]any); ok {
				code, msg := errorOf(e)
				_ = c.Fail(code, msg)
				return
			}
			w.answer(c, ev["method"].(string), m["result"])
		}
		done("delegated", nil)
		go func() {
			time.Sleep(w.opt.Delegate)
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.waits[id] != nil {
				delete(w.waits, id)
				_ = c.Fail(500, "DELEGATE_TIMEOUT")
			}
		}()
		return
	}
	var err error
	if s.isError {
		err = fail(s.code, "%s", s.message)
	}
	done("stub", err)
	if s.delay > 0 {
		go func() { time.Sleep(s.delay); w.mu.Lock(); defer w.mu.Unlock(); answer() }()
		return
	}
	answer()
}

func (w *World) answer(c *mtp.Call, method string, result any) {
	elem := ""
	if t := resultOf[method]; strings.HasPrefix(t, "Vector<") {
		elem = strings.TrimSuffix(strings.TrimPrefix(t, "Vector<"), ">")
	}
	res, err := tljson.Result(result, elem)
	if err == nil {
		err = c.Reply(res)
	}
	if err != nil {
		w.event(map[string]any{"event": "error", "method": method, "error": "stub result: " + err.Error()})
		_ = c.Fail(500, "STUB_INVALID")
	}
}

func errorOf(e map[string]any) (int, string) {
	code := 400
	if n, ok := e["code"].(json.Number); ok {
		if v, err := n.Int64(); err == nil {
			code = int(v)
		}
	}
	msg, _ := e["message"].(string)
	if msg == "" {
		msg = "STUBBED_ERROR"
	}
	if i := strings.IndexByte(msg, ':'); i > 0 && e["code"] == nil { // Bot API wording names its code
		if v, ok := map[string]int{"Forbidden": 403, "Unauthorized": 401, "Not Found": 404, "Conflict": 409}[msg[:i]]; ok {
			code = v
		}
	}
	if strings.HasPrefix(msg, "FLOOD_WAIT_") || strings.HasPrefix(msg, "SLOWMODE_WAIT_") {
		code = 420
	}
	return code, msg
}
