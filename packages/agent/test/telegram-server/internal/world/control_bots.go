package world

import (
	"errors"
	"fmt"
	"time"
)

// botOf is the bot that a command is about.
func (w *World) botOf(c Cmd) (*user, error) {
	if bot := w.users[c.User]; bot != nil && bot.Bot {
		return bot, nil
	}
	return nil, fmt.Errorf("user %d is no bot", c.User)
}

// cmdRepeat is the command repeat.
func (w *World) cmdRepeat(c Cmd) (any, error) {
	bot, err := w.botOf(c)
	if err != nil {
		return nil, err
	}
	n := bot.api().repeat(def(c.Count, 1))
	w.cond.Broadcast()
	w.deliver(bot)
	return map[string]any{"repeated": n}, nil
}

// cmdPending is the command pending.
func (w *World) cmdPending(c Cmd) (any, error) {
	bot, err := w.botOf(c)
	if err != nil {
		return nil, err
	}
	return map[string]any{"updates": orEmpty(bot.api().updates)}, nil
}

// cmdBotCommands is the command commands.
func (w *World) cmdBotCommands(c Cmd) (any, error) {
	bot, err := w.botOf(c)
	if err != nil {
		return nil, err
	}
	return map[string]any{"lists": bot.api().allCommands()}, nil
}

// cmdMenu is the command menu.
func (w *World) cmdMenu(c Cmd) (any, error) {
	bot, err := w.botOf(c)
	if err != nil {
		return nil, err
	}
	viewer := w.users[c.From]
	if viewer == nil || (w.users[c.Chat] == nil && w.chats[c.Chat] == nil) {
		return nil, errors.New("from or chat unknown")
	}
	return map[string]any{"commands": w.menu(bot, c.Chat, viewer)}, nil
}

// cmdStopDraft is the command stopDraft: somebody stops the answer that a bot is writing.
func (w *World) cmdStopDraft(c Cmd) (any, error) {
	bot, err := w.botOf(c)
	if err != nil {
		return nil, err
	}
	viewer := w.users[c.From]
	if viewer == nil {
		return nil, errors.New("no such user")
	}
	w.queue(bot, "stopped_message_generation", map[string]any{"chat": w.apiChat(viewer.ID), "draft_id": c.Draft})
	return map[string]any{}, nil
}

// cmdLimits is the command limits.
func (w *World) cmdLimits(c Cmd) (any, error) {
	if c.Mode != "" && c.Mode != "enforce" && c.Mode != "watch" {
		return nil, fmt.Errorf("mode %q is neither enforce nor watch", c.Mode)
	}
	w.limits.set(c.On == nil || *c.On, c.Mode != "watch", def(c.Burst, 3))
	return map[string]any{}, nil
}

// cmdWebhooks is the command webhooks.
func (w *World) cmdWebhooks(c Cmd) (any, error) {
	w.retry = time.Duration(def(c.RetryMs, 1000)) * time.Millisecond
	return map[string]any{}, nil
}

// cmdOldClient is the command oldClient.
func (w *World) cmdOldClient(c Cmd) (any, error) {
	u := w.users[c.User]
	if u == nil {
		return nil, errors.New("no such user")
	}
	u.old = c.On == nil || *c.On
	return map[string]any{}, nil
}
