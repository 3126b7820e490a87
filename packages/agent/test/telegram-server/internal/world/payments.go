package world

import (
	"errors"
	"fmt"
	"time"

	"github.com/gotd/td/tg"
)

// invoice is what a bot asks Stars for.
type invoice struct {
	bot     int64
	payload string
	amount  int64
}

// payment is an invoice that somebody paid.
type payment struct {
	charge   string
	user     int64
	invoice  invoice
	refunded bool
}

func (p *payment) api() map[string]any {
	return map[string]any{"currency": "XTR", "total_amount": p.invoice.amount, "invoice_payload": p.invoice.payload, "telegram_payment_charge_id": p.charge, "provider_payment_charge_id": ""}
}

// checkout is the answer of a bot to a pre-checkout query.
type checkout struct {
	ok   bool
	text string
}

func init() {
	botMethod("sendInvoice", func(r *apiReq) (any, error) {
		var prices []struct {
			Label  string `json:"label"`
			Amount int64  `json:"amount"`
		}
		if err := r.decode("prices", &prices); err != nil {
			return nil, err
		}
		title, about, payload := r.p.Get("title"), r.p.Get("description"), r.p.Get("payload")
		switch {
		case r.p.Get("currency") != "XTR" || r.p.Get("provider_token") != "":
			return nil, badRequest("CURRENCY_INVALID")
		case len(prices) != 1 || prices[0].Amount < 1 || prices[0].Amount > 100000:
			return nil, badRequest("STARS_INVOICE_INVALID")
		case title == "" || len([]rune(title)) > 32 || about == "" || len([]rune(about)) > 255:
			return nil, badRequest("INVOICE_TEXT_INVALID")
		case payload == "" || len(payload) > 128:
			return nil, badRequest("INVOICE_PAYLOAD_INVALID")
		}
		price := tg.LabeledPrice{Label: prices[0].Label, Amount: prices[0].Amount}
		return r.sendMedia(&tg.InputMediaInvoice{Title: title, Description: about, Payload: []byte(payload), Invoice: tg.Invoice{Currency: "XTR", Prices: []tg.LabeledPrice{price}}})
	})
	botMethod("answerPreCheckoutQuery", func(r *apiReq) (any, error) {
		id := r.num("pre_checkout_query_id")
		f := r.w.waits[id]
		if f == nil {
			return nil, badRequest("query is too old and response timeout expired or query ID is invalid")
		}
		if !r.flag("ok") && r.p.Get("error_message") == "" {
			return nil, badRequest("ERROR_TEXT_EMPTY")
		}
		delete(r.w.waits, id)
		f(&checkout{ok: r.flag("ok"), text: r.p.Get("error_message")})
		return true, nil
	})
	botMethod("refundStarPayment", func(r *apiReq) (any, error) {
		for _, p := range r.w.payments {
			if p.charge != r.p.Get("telegram_payment_charge_id") || p.user != r.num("user_id") || p.invoice.bot != r.bot.ID {
				continue
			}
			if p.refunded {
				return nil, badRequest("CHARGE_ALREADY_REFUNDED")
			}
			p.refunded = true
			return true, nil
		}
		return nil, badRequest("CHARGE_NOT_FOUND")
	})
}

// newInvoice files an invoice; the media names it by a key that only this server reads.
func (w *World) newInvoice(bot int64, m *tg.InputMediaInvoice) *tg.MessageMediaInvoice {
	key := fmt.Sprint(w.id())
	amount := m.Invoice.Prices[0].Amount
	w.invoices[key] = invoice{bot: bot, payload: string(m.Payload), amount: amount}
	return &tg.MessageMediaInvoice{Title: m.Title, Description: m.Description, Currency: "XTR", TotalAmount: amount, StartParam: key}
}

// cmdPay is the command pay: a person pays an invoice, and the bot has ten seconds to agree.
func (w *World) cmdPay(c Cmd) (any, error) {
	u := w.users[c.User]
	if u == nil {
		return nil, errors.New("no such user")
	}
	b := w.boxFor(u, c.Chat)
	if b == nil || b.msgs[c.Msg] == nil {
		return nil, errors.New("no such message")
	}
	t, _ := b.msgs[c.Msg].t.(*tg.Message)
	if t == nil {
		return nil, errors.New("no invoice")
	}
	media, ok := t.Media.(*tg.MessageMediaInvoice)
	if !ok {
		return nil, errors.New("no invoice")
	}
	in := w.invoices[media.StartParam]
	q := w.id() + 7_000_000_000
	answers := make(chan *checkout, 1)
	w.waits[q] = func(v any) { a, _ := v.(*checkout); answers <- a }
	w.queue(w.users[in.bot], "pre_checkout_query", map[string]any{"id": fmt.Sprint(q), "from": w.apiUser(u.ID), "currency": "XTR", "total_amount": in.amount, "invoice_payload": in.payload})
	time.AfterFunc(10*time.Second, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if g := w.waits[q]; g != nil {
			delete(w.waits, q)
			g(nil)
		}
	})
	w.mu.Unlock()
	a := <-answers
	w.mu.Lock()
	if a == nil {
		return map[string]any{"error": "BOT_PRECHECKOUT_TIMEOUT"}, nil
	}
	if !a.ok {
		return map[string]any{"error": a.text}, nil
	}
	p := &payment{charge: fmt.Sprintf("stx%d", w.id()), user: u.ID, invoice: in}
	w.payments = append(w.payments, p)
	w.post(post{from: u.ID, to: c.Chat, t: &tg.MessageService{Action: &tg.MessageActionPaymentSentMe{Currency: "XTR", TotalAmount: in.amount, Payload: []byte(in.payload), Charge: tg.PaymentCharge{ID: p.charge}}}})
	return map[string]any{"charge": p.charge}, nil
}

// cmdPayments is the command payments.
func (w *World) cmdPayments(c Cmd) (any, error) {
	out := []any{}
	for _, p := range w.payments {
		m := p.api()
		m["user"], m["refunded"] = p.user, p.refunded
		out = append(out, m)
	}
	return map[string]any{"payments": out}, nil
}
