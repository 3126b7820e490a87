package world

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"

	"telegramserver/internal/tljson"
)

// Cmd is one control command; which fields matter depends on Cmd.
type Cmd struct {
	Cmd string          `json:"cmd"`
	Tag json.RawMessage `json:"tag,omitempty"` // echoed in the answer

	ID        int64           `json:"id"`
	User      int64           `json:"user"`
	From      int64           `json:"from"`
	Chat      int64           `json:"chat"` // marked id: user 5, group -5, channel -1000000000005
	Msg       int             `json:"msg"`
	Msgs      []int           `json:"msgs"`
	Text      *string         `json:"text"`
	ReplyTo   int             `json:"replyTo"`
	Entities  json.RawMessage `json:"entities"`
	Media     json.RawMessage `json:"media"`
	Markup    json.RawMessage `json:"markup"`
	File      *FileSpec       `json:"file"`
	Silent    bool            `json:"silent"`
	Action    json.RawMessage `json:"action"`
	Emoji     []string        `json:"emoji"`
	Data      string          `json:"data"`
	DataB64   string          `json:"dataB64"`
	Update    json.RawMessage `json:"update"`
	Updates   json.RawMessage `json:"updates"`
	Options   []int           `json:"options"`
	Revoke    *bool           `json:"revoke"`
	MaxID     int             `json:"maxId"`
	ForwardOf int64           `json:"forwardFrom"`

	FirstName string  `json:"firstName"`
	LastName  string  `json:"lastName"`
	Username  string  `json:"username"`
	Phone     string  `json:"phone"`
	About     string  `json:"about"`
	Bot       bool    `json:"bot"`
	Premium   bool    `json:"premium"`
	Token     string  `json:"token"`
	Password  string  `json:"password"`
	Contact   bool    `json:"contact"`
	Title     string  `json:"title"`
	Kind      string  `json:"kind"`
	Members   []int64 `json:"members"`
	Admins    []int64 `json:"admins"`
	Slow      int     `json:"slow"`
	Protected bool    `json:"protected"`

	Method  string          `json:"method"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
	Times   *int            `json:"times"`
	DelayMs int             `json:"delayMs"`
	Drop    bool            `json:"drop"`
	NoReply bool            `json:"noReply"`
	Count   int             `json:"count"`
	On      *bool           `json:"on"`
	After   int             `json:"after"`
	Timeout int             `json:"timeoutMs"`
	Code    string          `json:"code"`
	Value   int             `json:"value"`

	LanguageCode string `json:"languageCode"`
	OldClient    *bool  `json:"oldClient"`
	BotToBot     bool   `json:"botToBot"`
	Applied      bool   `json:"applied"`
	Mode         string `json:"mode"`
	Burst        int    `json:"burst"`
	All          bool   `json:"all"`
	Topic        int    `json:"topic"`
	Draft        int64  `json:"draft"`
	RetryMs      int    `json:"retryMs"`
}

// FileSpec is a file of an injected message.
type FileSpec struct {
	Type     string  `json:"type"` // photo, voice, audio, video, round, gif, sticker, document
	Base64   string  `json:"base64"`
	Path     string  `json:"path"`
	Name     string  `json:"name"`
	Mime     string  `json:"mime"`
	Duration float64 `json:"duration"`
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	Title    string  `json:"title"`
	Alt      string  `json:"alt"`
}

func def(n, fallback int) int {
	if n == 0 {
		return fallback
	}
	return n
}

func parse(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	return tljson.Parse(raw)
}

func (w *World) file(f *FileSpec) (tg.MessageMediaClass, error) {
	data, err := base64.StdEncoding.DecodeString(f.Base64)
	if err == nil && f.Path != "" {
		data, err = os.ReadFile(f.Path)
	}
	if err != nil {
		return nil, err
	}
	st := w.store(data, f.Name)
	if f.Type == "photo" {
		m := &tg.MessageMediaPhoto{}
		m.SetPhoto(w.makePhoto(st))
		return m, nil
	}
	var a []tg.DocumentAttributeClass
	mime := f.Mime
	def := func(s string) {
		if mime == "" {
			mime = s
		}
	}
	switch f.Type {
	case "voice":
		def("audio/ogg")
		a = append(a, &tg.DocumentAttributeAudio{Voice: true, Duration: int(f.Duration)})
	case "audio":
		def("audio/mpeg")
		a = append(a, &tg.DocumentAttributeAudio{Duration: int(f.Duration), Title: f.Title})
	case "video", "round", "gif":
		def("video/mp4")
		a = append(a, &tg.DocumentAttributeVideo{RoundMessage: f.Type == "round", Duration: f.Duration, W: f.Width, H: f.Height})
		if f.Type == "gif" {
			a = append(a, &tg.DocumentAttributeAnimated{})
		}
	case "sticker":
		def("image/webp")
		a = append(a, &tg.DocumentAttributeSticker{Alt: f.Alt, Stickerset: &tg.InputStickerSetEmpty{}}, &tg.DocumentAttributeImageSize{W: 512, H: 512})
	}
	return docMedia(w.makeDoc(st, mime, a)), nil
}

func (w *World) msgIDs(gid int64) map[string]any {
	ids := map[string]any{}
	for b, m := range w.shared[gid].copies {
		ids[fmt.Sprint(b.owner)] = m.id
	}
	return ids
}

// locate finds a message by its id as `as` sees it (as 0: any owner that has it in chat).
func (w *World) locate(as, chatID int64, id int) (*box, *msg, error) {
	if isChannel(chatID) {
		if c := w.chats[chatID]; c != nil && c.box.msgs[id] != nil {
			return c.box, c.box.msgs[id], nil
		}
		return nil, nil, errors.New("no such message")
	}
	if u := w.users[as]; u != nil && u.box.msgs[id] != nil {
		return u.box, u.box.msgs[id], nil
	}
	return nil, nil, errors.New("no such message (give the id as \"from\"/\"user\" sees it)")
}

// Do runs a control command.
func (w *World) Do(c Cmd) (res any, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic in %s: %v", c.Cmd, r)
		}
	}()
	run := commands[c.Cmd]
	if run == nil {
		return nil, fmt.Errorf("unknown command %q", c.Cmd)
	}
	return run(w, c)
}

var _ bin.Encoder = pending{}

var commands map[string]func(*World, Cmd) (any, error)

func init() {
	commands = map[string]func(*World, Cmd) (any, error){
		"addUser":         (*World).cmdAddUser,
		"addChat":         (*World).cmdAddChat,
		"join":            (*World).cmdJoinOrLeave,
		"leave":           (*World).cmdJoinOrLeave,
		"message":         (*World).cmdMessage,
		"edit":            (*World).cmdChangeMessage,
		"delete":          (*World).cmdChangeMessage,
		"react":           (*World).cmdChangeMessage,
		"click":           (*World).cmdChangeMessage,
		"vote":            (*World).cmdChangeMessage,
		"pin":             (*World).cmdChangeMessage,
		"read":            (*World).cmdRead,
		"typing":          (*World).cmdTyping,
		"push":            (*World).cmdPush,
		"stub":            (*World).cmdStub,
		"delegate":        (*World).cmdDelegate,
		"reply":           (*World).cmdReply,
		"unstub":          (*World).cmdUnstub,
		"swallow":         (*World).cmdSwallow,
		"tooLong":         (*World).cmdTooLong,
		"dropConnections": (*World).cmdDropConnections,
		"pause":           (*World).cmdPause,
		"rotateSalts":     (*World).cmdRotateSalts,
		"forgetKeys":      (*World).cmdForgetKeys,
		"revoke":          (*World).cmdRevoke,
		"code":            (*World).cmdCode,
		"dice":            (*World).cmdDice,
		"acceptQr":        (*World).cmdAcceptQr,
		"history":         (*World).cmdHistory,
		"fileData":        (*World).cmdFileData,
		"calls":           (*World).cmdCalls,
		"waitCall":        (*World).cmdAwait,
		"waitEvent":       (*World).cmdAwait,
		"events":          (*World).cmdEvents,
		"state":           (*World).cmdState,
		"methods":         (*World).cmdMethods,
		"transcript":      (*World).cmdTranscript,
		"limits":          (*World).cmdLimits,
		"violations":      (*World).cmdViolations,
		"callbackQueries": (*World).cmdCallbackQueries,
		"pay":             (*World).cmdPay,
		"payments":        (*World).cmdPayments,
		"chatActions":     (*World).cmdChatActions,
		"drafts":          (*World).cmdDrafts,
		"oldClient":       (*World).cmdOldClient,
		"webhooks":        (*World).cmdWebhooks,
		"repeat":          (*World).cmdRepeat,
		"pending":         (*World).cmdPending,
		"commands":        (*World).cmdBotCommands,
		"menu":            (*World).cmdMenu,
		"stopDraft":       (*World).cmdStopDraft,
		"down":            (*World).cmdDown,
		"up":              (*World).cmdUp,
	}
}
