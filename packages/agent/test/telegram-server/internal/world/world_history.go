package world

// history lists ids of a dialog, newest first.
func (w *World) history(b *box, dlg int64, keep func(*msg) bool) []*msg {
	var out []*msg
	for i := len(b.order) - 1; i >= 0; i-- {
		m := b.msgs[b.order[i]]
		if m.gone || m.dialog != dlg || (keep != nil && !keep(m)) {
			continue
		}
		out = append(out, m)
	}
	return out
}

func (w *World) visible(u *user, dlg int64) bool {
	if isUser(dlg) {
		return true
	}
	c := w.chats[dlg]
	return c != nil && c.in(u.ID)
}

func (w *World) unread(u *user, dlg int64) int {
	b := w.boxFor(u, dlg)
	n := 0
	for _, m := range w.history(b, dlg, nil) {
		if m.id <= u.dialog(dlg).readIn {
			break
		}
		if m.from != u.ID {
			n++
		}
	}
	return n
}
