package world

import (
	"errors"
	"fmt"

	"github.com/gotd/td/tgerr"
)

// The Bot API side: the same world over HTTP, as api.telegram.org serves it (https://core.telegram.org/bots/api).

type botState struct {
	updates  []map[string]any // not acknowledged yet
	done     []map[string]any // acknowledged
	again    []map[string]any // acknowledged, and to be delivered once more
	next     int64
	poll     int // generation: a newer getUpdates ends an older one
	webhook  webhook
	allowed  map[string]bool
	commands map[commandKey][]botCommand
}

type apiError struct {
	code  int
	text  string
	extra map[string]any
}

func (e *apiError) Error() string { return e.text }

func tooMany(seconds int) error {
	return &apiError{code: 429, text: fmt.Sprintf("Too Many Requests: retry after %d", seconds), extra: map[string]any{"retry_after": seconds}}
}

func badRequest(format string, a ...any) error {
	return &apiError{code: 400, text: "Bad Request: " + fmt.Sprintf(format, a...)}
}

func (u *user) api() *botState {
	if u.bot == nil {
		u.bot = &botState{next: 1, commands: map[commandKey][]botCommand{}}
	}
	return u.bot
}

// toAPIError words an RPC error as the Bot API does.
func toAPIError(err error) *apiError {
	var ae *apiError
	if errors.As(err, &ae) {
		return ae
	}
	te, ok := tgerr.As(err)
	if !ok {
		return &apiError{code: 400, text: "Bad Request: " + err.Error()}
	}
	if te.IsType("FLOOD_WAIT") || te.IsType("SLOWMODE_WAIT") {
		return toAPIError(tooMany(te.Argument))
	}
	known := map[string]string{
		"MESSAGE_NOT_MODIFIED":    "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
		"MESSAGE_TOO_LONG":        "message is too long",
		"MEDIA_CAPTION_TOO_LONG":  "message caption is too long",
		"MESSAGE_EMPTY":           "message text is empty",
		"PEER_ID_INVALID":         "chat not found",
		"CHANNEL_INVALID":         "chat not found",
		"CHAT_ID_INVALID":         "chat not found",
		"USER_ID_INVALID":         "user not found",
		"MESSAGE_ID_INVALID":      "message to edit not found",
		"MESSAGE_AUTHOR_REQUIRED": "message can't be edited",
		"QUERY_ID_INVALID":        "query is too old and response timeout expired or query ID is invalid",
		"CHAT_ADMIN_REQUIRED":     "not enough rights",
		"USER_NOT_PARTICIPANT":    "user not found",
	}
	switch te.Message {
	case "USER_IS_BLOCKED":
		return &apiError{code: 403, text: "Forbidden: bot was blocked by the user"}
	case "CHANNEL_PRIVATE":
		return &apiError{code: 403, text: "Forbidden: bot is not a member of the chat"}
	case "CHAT_WRITE_FORBIDDEN":
		return &apiError{code: 400, text: "Bad Request: not enough rights to send text messages to the chat"}
	}
	if t, ok := known[te.Message]; ok {
		return &apiError{code: 400, text: "Bad Request: " + t}
	}
	if te.Code == 403 {
		return &apiError{code: 403, text: "Forbidden: " + te.Message}
	}
	return &apiError{code: 400, text: "Bad Request: " + te.Message}
}
