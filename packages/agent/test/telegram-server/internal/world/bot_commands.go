package world

import (
	"encoding/json"
	"fmt"
	"regexp"
)

// commandKey is where a list of commands holds: a scope with its chat and user, and a language ("" for all).
type commandKey struct {
	scope      string
	chat, user int64
	language   string
}

type botCommand struct {
	Command     string `json:"command"`
	Description string `json:"description"`
}

var commandName = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
var languageCode = regexp.MustCompile(`^([a-z]{2})?$`)

// commandKey reads scope and language_code of a request.
func (r *apiReq) commandKey() (commandKey, error) {
	scope := struct {
		Type string          `json:"type"`
		Chat json.RawMessage `json:"chat_id"`
		User int64           `json:"user_id"`
	}{Type: "default"}
	if err := r.decode("scope", &scope); err != nil {
		return commandKey{}, err
	}
	key := commandKey{scope: scope.Type, user: scope.User, language: r.p.Get("language_code")}
	if !languageCode.MatchString(key.language) {
		return key, badRequest("LANG_CODE_INVALID")
	}
	switch scope.Type {
	case "default", "all_private_chats", "all_group_chats", "all_chat_administrators":
		return key, nil
	case "chat", "chat_administrators", "chat_member":
		var name string
		if json.Unmarshal(scope.Chat, &key.chat) != nil && json.Unmarshal(scope.Chat, &name) == nil {
			key.chat = r.w.byName(name)
		}
		if r.w.users[key.chat] == nil && r.w.chats[key.chat] == nil {
			return key, badRequest("chat not found")
		}
		if scope.Type != "chat" && isUser(key.chat) {
			return key, badRequest("can't change commands in private chats for the scope")
		}
		return key, nil
	}
	return key, badRequest("can't parse BotCommandScope: unsupported type specified")
}

func (r *apiReq) setCommands() error {
	key, err := r.commandKey()
	if err != nil {
		return err
	}
	var list []botCommand
	if err := r.decode("commands", &list); err != nil {
		return err
	}
	if len(list) > 100 {
		return badRequest("BOT_COMMANDS_TOO_MUCH")
	}
	for _, c := range list {
		switch n := len([]rune(c.Description)); {
		case !commandName.MatchString(c.Command):
			return badRequest("BOT_COMMAND_INVALID")
		case n == 0:
			return badRequest("command description must be non-empty")
		case n > 256:
			return badRequest("command description length must not exceed 256")
		}
	}
	s := r.bot.api()
	if len(list) == 0 {
		delete(s.commands, key)
		return nil
	}
	s.commands[key] = list
	return nil
}

// menu is the list of commands that somebody sees in a chat, by the order of the Bot API's documentation.
func (w *World) menu(bot *user, chat int64, viewer *user) []botCommand {
	var order []commandKey
	add := func(k commandKey) {
		localized := k
		localized.language = viewer.LangCode
		order = append(order, localized, k)
	}
	if isUser(chat) {
		add(commandKey{scope: "chat", chat: viewer.ID})
		add(commandKey{scope: "all_private_chats"})
	} else {
		c := w.chats[chat]
		m := c.members[viewer.ID]
		admin := c.creator == viewer.ID || (m != nil && m.admin != nil)
		add(commandKey{scope: "chat_member", chat: chat, user: viewer.ID})
		if admin {
			add(commandKey{scope: "chat_administrators", chat: chat})
		}
		add(commandKey{scope: "chat", chat: chat})
		if admin {
			add(commandKey{scope: "all_chat_administrators"})
		}
		add(commandKey{scope: "all_group_chats"})
	}
	add(commandKey{scope: "default"})
	for _, k := range order {
		if list, ok := bot.api().commands[k]; ok {
			return list
		}
	}
	return []botCommand{}
}

// allCommands tells every list that a bot has set, for the control command.
func (s *botState) allCommands() []any {
	out := []any{}
	for k, list := range s.commands {
		m := map[string]any{"scope": k.scope, "language": k.language, "commands": list}
		if k.chat != 0 {
			m["chat"] = k.chat
		}
		if k.user != 0 {
			m["user"] = k.user
		}
		out = append(out, m)
	}
	sortByText(out, func(v any) string { return fmt.Sprint(v) })
	return out
}
