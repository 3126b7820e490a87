package world

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strconv"
	"time"
)

// webhook is where a bot wants its updates, and how that went.
type webhook struct {
	url, secret string
	connections int
	failed      string
	failedAt    int
	busy        map[int64]bool // chats with an update under way, or waiting to be tried again
	flying      map[int64]bool // updates under way
	failures    int
	generation  int // what answers for an older webhook changes nothing any more
}

var secretToken = regexp.MustCompile(`^[A-Za-z0-9_-]{1,256}$`)

func (r *apiReq) setWebhook() error {
	s := r.bot.api()
	target, err := url.Parse(r.p.Get("url"))
	if err != nil {
		return badRequest("bad webhook: invalid webhook URL specified")
	}
	if target.String() == "" {
		return r.deleteWebhook()
	}
	if ip := net.ParseIP(target.Hostname()); ip == nil || !ip.IsLoopback() {
		return badRequest("bad webhook: this server calls loopback addresses only")
	}
	if r.has("secret_token") && !secretToken.MatchString(r.p.Get("secret_token")) {
		return badRequest("secret token contains unallowed characters")
	}
	connections := 40
	if r.has("max_connections") {
		connections = min(max(int(r.num("max_connections")), 1), 100)
	}
	if err := s.allow(r); err != nil {
		return err
	}
	if r.flag("drop_pending_updates") {
		s.updates = nil
	}
	s.webhook = webhook{url: target.String(), secret: r.p.Get("secret_token"), connections: connections, busy: map[int64]bool{}, flying: map[int64]bool{}, generation: s.webhook.generation + 1}
	r.w.cond.Broadcast()
	r.w.deliver(r.bot)
	return nil
}

func (r *apiReq) deleteWebhook() error {
	s := r.bot.api()
	s.webhook = webhook{generation: s.webhook.generation + 1}
	if r.flag("drop_pending_updates") {
		s.updates = nil
	}
	return nil
}

func (s *botState) webhookInfo() map[string]any {
	h := s.webhook
	info := map[string]any{"url": h.url, "has_custom_certificate": false, "pending_update_count": len(s.updates)}
	if h.url != "" {
		info["max_connections"] = h.connections
		info["ip_address"] = "127.0.0.1"
	}
	if h.failed != "" {
		info["last_error_message"], info["last_error_date"] = h.failed, h.failedAt
	}
	if s.allowed != nil {
		kinds := []string{}
		for kind := range s.allowed {
			kinds = append(kinds, kind)
		}
		sort.Strings(kinds)
		info["allowed_updates"] = kinds
	}
	return info
}

// chatOf is the queue that an update waits in: those of one chat are delivered one after the other.
func chatOf(up map[string]any) int64 {
	for _, v := range up {
		m, ok := v.(map[string]any)
		if !ok {
			continue
		}
		if inner, ok := m["message"].(map[string]any); ok {
			m = inner
		}
		if c, ok := m["chat"].(map[string]any); ok {
			return c["id"].(int64)
		}
	}
	return 0
}

// deliver hands as many updates to the webhook as its connections allow.
func (w *World) deliver(u *user) {
	s := u.api()
	h := &s.webhook
	if h.url == "" || w.isDown {
		return
	}
	for _, up := range s.again {
		w.hand(u, up)
	}
	s.again = nil
	for _, up := range s.updates {
		chat, id := chatOf(up), updateID(up)
		if len(h.flying) >= h.connections {
			return
		}
		if h.busy[chat] || h.flying[id] {
			continue
		}
		h.busy[chat], h.flying[id] = true, true
		w.hand(u, up)
	}
}

// hand posts one update and settles what became of it.
func (w *World) hand(u *user, up map[string]any) {
	s := u.api()
	target, secret, generation := s.webhook.url, s.webhook.secret, s.webhook.generation
	body, _ := json.Marshal(up)
	go func() {
		failed, wait := w.postUpdate(u, target, secret, body)
		w.mu.Lock()
		defer w.mu.Unlock()
		ev := map[string]any{"event": "webhook", "user": u.ID, "update": updateID(up), "ok": failed == ""}
		if failed != "" {
			ev["error"] = failed
		}
		w.event(ev)
		h := &s.webhook
		if h.generation != generation {
			return
		}
		delete(h.flying, updateID(up))
		if failed == "" {
			h.failures = 0
			delete(h.busy, chatOf(up))
			s.acknowledge(func(one map[string]any) bool { return updateID(one) == updateID(up) })
			w.deliver(u)
			return
		}
		h.failed, h.failedAt = failed, now()
		if !s.waits(up) {
			s.again = append(s.again, up)
		}
		if wait == 0 {
			wait = w.retry << min(h.failures, 6)
		}
		h.failures++
		time.AfterFunc(wait, func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			if h := &s.webhook; h.generation == generation {
				delete(h.busy, chatOf(up))
				w.deliver(u)
			}
		})
	}()
}

// postUpdate gives why a webhook did not take an update ("" when it did), and how long it asked to be left alone.
func (w *World) postUpdate(u *user, target, secret string, body []byte) (string, time.Duration) {
	req, err := http.NewRequest("POST", target, bytes.NewReader(body))
	if err != nil {
		return err.Error(), 0
	}
	req.Header.Set("Content-Type", "application/json")
	if secret != "" {
		req.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	}
	res, err := (&http.Client{Timeout: 15 * time.Second}).Do(req)
	if err != nil {
		return err.Error(), 0
	}
	answer, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	_ = res.Body.Close()
	if res.StatusCode/100 != 2 {
		seconds, _ := strconv.Atoi(res.Header.Get("Retry-After"))
		return "Wrong response from the webhook: " + res.Status, time.Duration(seconds) * time.Second
	}
	var call map[string]json.RawMessage
	if json.Unmarshal(answer, &call) == nil && call["method"] != nil { // a call in the answer
		var name string
		_ = json.Unmarshal(call["method"], &name)
		p := url.Values{}
		for k, v := range call {
			var str string
			if json.Unmarshal(v, &str) == nil {
				p.Set(k, str)
			} else {
				p.Set(k, string(v))
			}
		}
		_, _ = w.BotCall(u.token, name, p, nil)
	}
	return "", 0
}
