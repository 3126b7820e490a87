package world

import (
	"errors"

	"github.com/gotd/td/tg"
)

// cmdSwallow is the command swallow: lose the next pushes to a user, so the client sees a gap.
func (w *World) cmdSwallow(c Cmd) (any, error) {
	w.hold[c.User] += def(c.Count, 1)
	return map[string]any{}, nil
}

// cmdTooLong is the command tooLong.
func (w *World) cmdTooLong(c Cmd) (any, error) {
	for _, s := range w.srv.Sessions(c.User) {
		if s.WantsUpdates() {
			_, _ = s.Push(&tg.UpdatesTooLong{})
		}
	}
	return map[string]any{}, nil
}

// cmdDropConnections is the command dropConnections.
func (w *World) cmdDropConnections(c Cmd) (any, error) {
	w.mu.Unlock()
	n := w.srv.DropConnections(c.User)
	w.mu.Lock()
	return map[string]any{"dropped": n}, nil
}

// cmdPause is the command pause.
func (w *World) cmdPause(c Cmd) (any, error) {
	on := c.On == nil || *c.On
	w.mu.Unlock()
	w.srv.Pause(on)
	w.mu.Lock()
	return map[string]any{"paused": on}, nil
}

// cmdRotateSalts is the command rotateSalts.
func (w *World) cmdRotateSalts(c Cmd) (any, error) {
	w.srv.RotateSalts()
	return map[string]any{}, nil
}

// cmdForgetKeys is the command forgetKeys: AUTH_KEY_UNREGISTERED / -404 on the next request.
func (w *World) cmdForgetKeys(c Cmd) (any, error) {
	n := 0
	for _, a := range w.srv.Auths(c.User) {
		if c.User != 0 || c.On != nil {
			w.srv.Forget(a)
			n++
		}
	}
	return map[string]any{"forgotten": n}, nil
}

// cmdRevoke is the command revoke: log a user's sessions out without destroying keys.
func (w *World) cmdRevoke(c Cmd) (any, error) {
	for _, a := range w.srv.Auths(c.User) {
		if c.User != 0 {
			a.User.Store(0)
		}
	}
	return map[string]any{}, nil
}

// cmdCode is the command code.
func (w *World) cmdCode(c Cmd) (any, error) {
	w.opt.Code = c.Code
	return map[string]any{}, nil
}

// cmdDice is the command dice.
func (w *World) cmdDice(c Cmd) (any, error) {
	w.dice = c.Value
	return map[string]any{}, nil
}

// cmdAcceptQr is the command acceptQr.
func (w *World) cmdAcceptQr(c Cmd) (any, error) {
	for tok := range w.qr {
		w.qr[tok] = c.User
	}
	for _, s := range w.srv.Sessions(0) {
		if l, ok := s.Auth.Root().Data.(*login); ok && l.token != nil && s.WantsUpdates() {
			_, _ = s.Push(&tg.UpdateShort{Update: &tg.UpdateLoginToken{}, Date: now()})
		}
	}
	return map[string]any{}, nil
}

// cmdDown is the command down. It ends the server as far as its clients can tell: ports closed, connections cut, sessions forgotten.
// What Telegram keeps across restarts stays: accounts, keys, messages, updates that nobody acknowledged.
func (w *World) cmdDown(Cmd) (any, error) {
	if w.isDown {
		return nil, errors.New("the server is down already")
	}
	w.isDown = true
	w.cond.Broadcast()
	for id := range w.parts {
		delete(w.parts, id)
	}
	for _, d := range w.doors {
		w.mu.Unlock()
		d.Close()
		w.mu.Lock()
	}
	return map[string]any{}, nil
}

// cmdUp is the command up: it starts it again on the same ports.
func (w *World) cmdUp(Cmd) (any, error) {
	if !w.isDown {
		return nil, errors.New("the server is up already")
	}
	for _, d := range w.doors {
		if err := d.Open(); err != nil {
			return nil, err
		}
	}
	w.isDown = false
	for _, u := range w.users {
		if u.Bot {
			w.deliver(u)
		}
	}
	return map[string]any{}, nil
}
