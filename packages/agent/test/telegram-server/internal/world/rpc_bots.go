package world

import (
	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

func init() {
	on(func(x *ctx, r *tg.MessagesGetBotCallbackAnswerRequest) (bin.Encoder, error) {
		to, err := x.peer(r.Peer)
		if err != nil {
			return nil, err
		}
		c := x.c
		if err := x.w.click(x.id(), to, r.MsgID, r.Data, func(a *tg.MessagesBotCallbackAnswer, err error) {
			if err != nil {
				_ = c.FailErr(err)
				return
			}
			_ = c.Reply(a)
		}); err != nil {
			return nil, err
		}
		return pending{}, nil
	})
	on(func(x *ctx, r *tg.MessagesSetBotCallbackAnswerRequest) (bin.Encoder, error) {
		f := x.w.waits[r.QueryID]
		if f == nil {
			return nil, fail(400, "QUERY_ID_INVALID")
		}
		delete(x.w.waits, r.QueryID)
		a := &tg.MessagesBotCallbackAnswer{Alert: r.Alert, CacheTime: r.CacheTime, NativeUI: true}
		if r.Message != "" {
			a.SetMessage(r.Message)
		}
		if r.URL != "" {
			a.SetURL(r.URL)
			a.HasURL = true
		}
		f(a)
		return &tg.BoolTrue{}, nil
	})
}
