package world

import (
	"net/url"
	"testing"
	"time"
)

func TestChatLimitAllowsBurstsAndThenOneASecond(t *testing.T) {
	l := &limits{}
	l.set(true, true, 3)
	now := time.Unix(1000, 0)
	for i := range 3 {
		if broken := l.check(1, 5, 1, now); broken != nil {
			t.Fatalf("message %d of the burst: %+v", i, broken)
		}
	}
	if broken := l.check(1, 5, 1, now); broken == nil || broken.rule != "chat" || broken.wait != time.Second {
		t.Fatalf("after the burst: %+v", broken)
	}
	if broken := l.check(1, 6, 1, now); broken != nil {
		t.Fatalf("another chat: %+v", broken)
	}
	if broken := l.check(1, 5, 1, now.Add(time.Second)); broken != nil {
		t.Fatalf("a second later: %+v", broken)
	}
	if broken := l.check(1, 5, 1, now.Add(1500*time.Millisecond)); broken == nil || broken.wait != 500*time.Millisecond {
		t.Fatalf("half a second after that: %+v", broken)
	}
}

func TestGroupLimitIsTwentyAMinute(t *testing.T) {
	l := &limits{}
	l.set(true, true, 3)
	now := time.Unix(1000, 0)
	for i := range 20 {
		if broken := l.check(1, -5, 1, now.Add(time.Duration(i)*2*time.Second)); broken != nil {
			t.Fatalf("message %d: %+v", i, broken)
		}
	}
	if broken := l.check(1, -5, 1, now.Add(40*time.Second)); broken == nil || broken.rule != "group" || broken.wait != 20*time.Second {
		t.Fatalf("the 21st: %+v", broken)
	}
	if broken := l.check(1, -5, 1, now.Add(60*time.Second)); broken != nil {
		t.Fatalf("a minute after the first: %+v", broken)
	}
}

func TestOverallLimitIsThirtyASecond(t *testing.T) {
	l := &limits{}
	l.set(true, true, 3)
	now := time.Unix(1000, 0)
	for i := range 30 {
		if broken := l.check(1, int64(100+i), 1, now); broken != nil {
			t.Fatalf("message %d: %+v", i, broken)
		}
	}
	if broken := l.check(1, 200, 1, now); broken == nil || broken.rule != "overall" || broken.wait != time.Second {
		t.Fatalf("the 31st: %+v", broken)
	}
	if broken := l.check(2, 200, 1, now); broken != nil {
		t.Fatalf("another bot: %+v", broken)
	}
}

func TestCostOf(t *testing.T) {
	album := url.Values{"media": {`[{},{},{}]`}}
	for _, c := range []struct {
		method string
		p      url.Values
		cost   int
	}{
		{"sendmessage", nil, 1}, {"editmessagetext", nil, 1}, {"copymessage", nil, 1}, {"sendmediagroup", album, 3},
		{"sendchataction", nil, 0}, {"sendrichmessagedraft", nil, 0}, {"answercallbackquery", nil, 0}, {"deletemessage", nil, 0}, {"editforumtopic", nil, 0},
	} {
		if got := costOf(c.method, c.p); got != c.cost {
			t.Errorf("%s costs %d, want %d", c.method, got, c.cost)
		}
	}
}
