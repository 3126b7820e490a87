package world

import (
	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

func init() {
	on(func(x *ctx, r *tg.UpdatesGetStateRequest) (bin.Encoder, error) { s := x.state(); return &s, nil })
	on(func(x *ctx, r *tg.UpdatesGetDifferenceRequest) (bin.Encoder, error) {
		var news []tg.MessageClass
		var other []tg.UpdateClass
		for _, e := range x.me.box.log {
			if e.pts <= r.Pts {
				continue
			}
			if e.msg != nil {
				if !e.msg.gone {
					news = append(news, x.w.view(x.id(), e.msg))
				}
			} else {
				other = append(other, e.upd(x.id()))
			}
		}
		if news == nil && other == nil {
			return &tg.UpdatesDifferenceEmpty{Date: now(), Seq: 0}, nil
		}
		us, cs := x.w.entities(x.id(), append(anys(news), anys(other)...)...)
		return &tg.UpdatesDifference{NewMessages: news, NewEncryptedMessages: []tg.EncryptedMessageClass{}, OtherUpdates: other, Users: us, Chats: cs, State: x.state()}, nil
	})
	on(func(x *ctx, r *tg.UpdatesGetChannelDifferenceRequest) (bin.Encoder, error) {
		c, err := x.channel(r.Channel)
		if err != nil {
			return nil, err
		}
		if !c.in(x.id()) {
			return nil, fail(400, "CHANNEL_PRIVATE")
		}
		var news []tg.MessageClass
		var other []tg.UpdateClass
		for _, e := range c.box.log {
			if e.pts <= r.Pts {
				continue
			}
			if e.msg != nil {
				if !e.msg.gone {
					news = append(news, x.w.view(x.id(), e.msg))
				}
			} else {
				other = append(other, e.upd(x.id()))
			}
		}
		if news == nil && other == nil {
			return &tg.UpdatesChannelDifferenceEmpty{Final: true, Pts: c.box.pts}, nil
		}
		us, cs := x.w.entities(x.id(), append(anys(news), anys(other)...)...)
		return &tg.UpdatesChannelDifference{Final: true, Pts: c.box.pts, NewMessages: news, OtherUpdates: other, Users: us, Chats: cs}, nil
	})
}
