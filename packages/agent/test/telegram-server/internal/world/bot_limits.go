package world

import (
	"encoding/json"
	"math"
	"net/url"
	"strings"
	"time"
)

// What https://core.telegram.org/bots/faq tells of limits: about one message a second in a chat, with short bursts,
// 20 a minute in a group, 30 a second to everybody. Edits count as messages do; drafts and chat actions are none.
const (
	perChatSecond  = 1
	perGroupMinute = 20
	perSecond      = 30
)

type limits struct {
	on         bool
	enforce    bool // answer 429; else only record
	burst      int  // messages that a chat takes at once
	usage      map[int64]*botUsage
	violations []map[string]any
}

type botUsage struct {
	second []time.Time
	chats  map[int64]*chatUsage
}

type chatUsage struct {
	tokens float64
	at     time.Time
	minute []time.Time
}

// exceeded is the strictest limit that a call would break.
type exceeded struct {
	rule string
	wait time.Duration
}

func (l *limits) set(on, enforce bool, burst int) {
	*l = limits{on: on, enforce: enforce, burst: burst, usage: map[int64]*botUsage{}, violations: l.violations}
}

// check counts a call against the limits, unless it breaks one.
func (l *limits) check(bot, chat int64, cost int, now time.Time) *exceeded {
	u := l.usage[bot]
	if u == nil {
		u = &botUsage{chats: map[int64]*chatUsage{}}
		l.usage[bot] = u
	}
	c := u.chats[chat]
	if c == nil {
		c = &chatUsage{tokens: float64(l.burst), at: now}
		u.chats[chat] = c
	}
	c.tokens = math.Min(float64(l.burst), c.tokens+now.Sub(c.at).Seconds()*perChatSecond)
	c.at = now
	c.minute = since(c.minute, now.Add(-time.Minute))
	u.second = since(u.second, now.Add(-time.Second))

	var worst *exceeded
	over := func(rule string, wait time.Duration) {
		if worst == nil || wait > worst.wait {
			worst = &exceeded{rule, wait}
		}
	}
	// An album costs what it holds, but is not refused for ever because it holds more than the burst.
	if need := math.Min(float64(cost), float64(l.burst)); c.tokens < need {
		over("chat", time.Duration((need-c.tokens)/perChatSecond*float64(time.Second)))
	}
	if !isUser(chat) && len(c.minute)+cost > perGroupMinute {
		over("group", c.minute[0].Add(time.Minute).Sub(now))
	}
	if len(u.second)+cost > perSecond {
		over("overall", u.second[0].Add(time.Second).Sub(now))
	}
	if worst != nil {
		return worst
	}
	c.tokens -= float64(cost)
	for range cost {
		c.minute = append(c.minute, now)
		u.second = append(u.second, now)
	}
	return nil
}

func since(times []time.Time, from time.Time) []time.Time {
	for len(times) > 0 && !times[0].After(from) {
		times = times[1:]
	}
	return times
}

// costOf is how many messages a call of the Bot API counts for.
func costOf(method string, p url.Values) int {
	switch method {
	case "sendchataction", "sendmessagedraft", "sendrichmessagedraft":
		return 0
	case "sendmediagroup":
		var media []json.RawMessage
		_ = json.Unmarshal([]byte(p.Get("media")), &media)
		return max(1, len(media))
	case "forwardmessages", "copymessages":
		var ids []int
		_ = json.Unmarshal([]byte(p.Get("message_ids")), &ids)
		return max(1, len(ids))
	}
	for _, prefix := range []string{"send", "edit", "forward", "copy"} {
		if strings.HasPrefix(method, prefix) && !strings.HasSuffix(method, "forumtopic") {
			return 1
		}
	}
	return 0
}

// limit counts a call, records a broken limit and, when limits are enforced, answers 429.
func (r *apiReq) limit(method string) error {
	l := &r.w.limits
	cost := costOf(strings.ToLower(method), r.p)
	if !l.on || cost == 0 {
		return nil
	}
	chat := r.num("chat_id")
	if chat == 0 {
		chat = r.w.byName(r.p.Get("chat_id"))
	}
	broken := l.check(r.bot.ID, chat, cost, time.Now())
	if broken == nil {
		return nil
	}
	seconds := max(1, int(math.Ceil(broken.wait.Seconds())))
	l.violations = append(l.violations, map[string]any{"t": time.Now().UnixMilli(), "bot": r.bot.ID, "chat": chat, "method": method, "rule": broken.rule, "retryAfter": seconds})
	if !l.enforce {
		return nil
	}
	return tooMany(seconds)
}
