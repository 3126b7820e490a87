package world

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // dimensions of uploads
	_ "image/jpeg" // dimensions of uploads
	_ "image/png"  // dimensions of uploads
	"math/rand/v2"
	"net/url"
	"strings"
	u16 "unicode/utf16"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

func utf16(s string) []uint16 { return u16.Encode([]rune(s)) }

const allowedReactions = "👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳❤‍🔥🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👨‍💻👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾🤷‍♂🤷🤷‍♀😡❤️✍️☃️🤷‍♂️🤷‍♀️⚡️🕊️"

// checkEntities enforces what Telegram answers with ENTITY_BOUNDS_INVALID.
func checkEntities(text string, es []tg.MessageEntityClass) error {
	n := len(utf16(text))
	for _, e := range es {
		if e.GetOffset() < 0 || e.GetLength() <= 0 || e.GetOffset()+e.GetLength() > n {
			return fail(400, "ENTITY_BOUNDS_INVALID")
		}
	}
	return nil
}

// plainEntities turns input-only entities into the ones messages carry.
func plainEntities(es []tg.MessageEntityClass) []tg.MessageEntityClass {
	out := []tg.MessageEntityClass{}
	for _, e := range es {
		if m, ok := e.(*tg.InputMessageEntityMentionName); ok {
			if u, ok := m.UserID.(*tg.InputUser); ok {
				e = &tg.MessageEntityMentionName{Offset: m.Offset, Length: m.Length, UserID: u.UserID}
			}
		}
		out = append(out, e)
	}
	return out
}

// checkMarkup enforces the limits on inline keyboards (callback data 1-64 bytes, text present, URL valid).
func checkMarkup(m tg.ReplyMarkupClass) error {
	im, ok := m.(*tg.ReplyInlineMarkup)
	if !ok {
		return nil
	}
	n := 0
	for _, row := range im.Rows {
		for _, b := range row.Buttons {
			n++
			if strings.TrimSpace(b.GetText()) == "" {
				return fail(400, "BUTTON_TEXT_INVALID")
			}
			switch b := b.(type) {
			case *tg.KeyboardButtonCallback:
				if len(b.Data) == 0 || len(b.Data) > 64 {
					return fail(400, "BUTTON_DATA_INVALID")
				}
			case *tg.KeyboardButtonURL:
				if u, err := url.Parse(b.URL); err != nil || u.Host == "" && u.Scheme != "tg" {
					return fail(400, "BUTTON_URL_INVALID")
				}
			}
		}
	}
	if n > 100 {
		return fail(400, "REPLY_MARKUP_TOO_LONG")
	}
	return nil
}

func (w *World) savePart(id int64, part int, data []byte) (bin.Encoder, error) {
	if len(data) > 512*1024 {
		return nil, fail(400, "FILE_PART_TOO_BIG")
	}
	if len(data) == 0 {
		return nil, fail(400, "FILE_PART_EMPTY")
	}
	m := w.parts[id]
	if m == nil {
		m = map[int][]byte{}
		w.parts[id] = m
	}
	m[part] = append([]byte(nil), data...)
	return &tg.BoolTrue{}, nil
}

// take assembles an uploaded file.
func (w *World) take(in tg.InputFileClass) (*file, error) {
	var id int64
	var n int
	var name string
	switch f := in.(type) {
	case *tg.InputFile:
		id, n, name = f.ID, f.Parts, f.Name
	case *tg.InputFileBig:
		id, n, name = f.ID, f.Parts, f.Name
	default:
		return nil, fail(400, "MEDIA_INVALID")
	}
	parts := w.parts[id]
	var buf bytes.Buffer
	for i := 0; i < n; i++ {
		p, ok := parts[i]
		if !ok {
			return nil, fail(400, "FILE_PART_%d_MISSING", i)
		}
		buf.Write(p)
	}
	delete(w.parts, id)
	return w.store(buf.Bytes(), name), nil
}

func (w *World) store(data []byte, name string) *file {
	f := &file{id: w.id() + 5_000_000_000, data: data, name: name}
	w.files[f.id] = f
	return f
}

func (w *World) makePhoto(f *file) *tg.Photo {
	c, _, err := image.DecodeConfig(bytes.NewReader(f.data))
	if err != nil {
		c.Width, c.Height = 640, 480
	}
	f.photo = &tg.Photo{ID: f.id, AccessHash: hash(0, f.id), FileReference: []byte("ref"), Date: now(), DCID: w.opt.DC,
		Sizes: []tg.PhotoSizeClass{&tg.PhotoSize{Type: "m", W: min(c.Width, 320), H: min(c.Height, 320), Size: len(f.data)}, &tg.PhotoSize{Type: "x", W: c.Width, H: c.Height, Size: len(f.data)}}}
	return f.photo
}

func (w *World) makeDoc(f *file, mime string, attrs []tg.DocumentAttributeClass) *tg.Document {
	if mime == "" {
		mime = "application/octet-stream"
	}
	if f.name != "" {
		has := false
		for _, a := range attrs {
			_, ok := a.(*tg.DocumentAttributeFilename)
			has = has || ok
		}
		if !has {
			attrs = append(attrs, &tg.DocumentAttributeFilename{FileName: f.name})
		}
	}
	f.doc = &tg.Document{ID: f.id, AccessHash: hash(0, f.id), FileReference: []byte("ref"), Date: now(), MimeType: mime, Size: int64(len(f.data)), DCID: w.opt.DC, Attributes: attrs}
	return f.doc
}

func docMedia(d *tg.Document) *tg.MessageMediaDocument {
	m := &tg.MessageMediaDocument{}
	m.SetDocument(d)
	for _, a := range d.Attributes {
		switch a := a.(type) {
		case *tg.DocumentAttributeAudio:
			m.Voice = a.Voice
		case *tg.DocumentAttributeVideo:
			m.Video, m.Round = !a.RoundMessage, a.RoundMessage
		}
	}
	return m
}

func geo(g tg.InputGeoPointClass) tg.GeoPointClass {
	if p, ok := g.(*tg.InputGeoPoint); ok {
		return &tg.GeoPoint{Lat: p.Lat, Long: p.Long, AccessHash: 1}
	}
	return &tg.GeoPointEmpty{}
}

// media makes the media of a message from what the client sent.
func (x *ctx) media(in tg.InputMediaClass, sh *shared) (tg.MessageMediaClass, error) {
	w := x.w
	switch m := in.(type) {
	case *tg.InputMediaEmpty:
		return nil, nil
	case *tg.InputMediaUploadedPhoto:
		f, err := w.take(m.File)
		if err != nil {
			return nil, err
		}
		if _, _, err := image.DecodeConfig(bytes.NewReader(f.data)); err != nil {
			return nil, fail(400, "PHOTO_INVALID_DIMENSIONS")
		}
		out := &tg.MessageMediaPhoto{Spoiler: m.Spoiler}
		out.SetPhoto(w.makePhoto(f))
		return out, nil
	case *tg.InputMediaPhoto:
		p, ok := m.ID.(*tg.InputPhoto)
		if !ok || w.files[p.ID] == nil || w.files[p.ID].photo == nil || p.AccessHash != hash(0, p.ID) {
			return nil, fail(400, "MEDIA_INVALID")
		}
		out := &tg.MessageMediaPhoto{Spoiler: m.Spoiler}
		out.SetPhoto(w.files[p.ID].photo)
		return out, nil
	case *tg.InputMediaUploadedDocument:
		f, err := w.take(m.File)
		if err != nil {
			return nil, err
		}
		d := w.makeDoc(f, m.MimeType, m.Attributes)
		if m.Thumb != nil {
			if th, err := w.take(m.Thumb); err == nil {
				d.SetThumbs([]tg.PhotoSizeClass{&tg.PhotoSize{Type: "m", W: 320, H: 320, Size: len(th.data)}})
			}
		}
		out := docMedia(d)
		out.Spoiler = m.Spoiler
		return out, nil
	case *tg.InputMediaDocument:
		d, ok := m.ID.(*tg.InputDocument)
		if !ok || w.files[d.ID] == nil || w.files[d.ID].doc == nil || d.AccessHash != hash(0, d.ID) {
			return nil, fail(400, "MEDIA_INVALID")
		}
		return docMedia(w.files[d.ID].doc), nil
	case *tg.InputMediaPhotoExternal:
		f := w.store([]byte("external:"+m.URL), "")
		out := &tg.MessageMediaPhoto{}
		out.SetPhoto(w.makePhoto(f))
		return out, nil
	case *tg.InputMediaDocumentExternal:
		f := w.store([]byte("external:"+m.URL), m.URL[strings.LastIndexByte(m.URL, '/')+1:])
		return docMedia(w.makeDoc(f, "", nil)), nil
	case *tg.InputMediaGeoPoint:
		return &tg.MessageMediaGeo{Geo: geo(m.GeoPoint)}, nil
	case *tg.InputMediaGeoLive:
		return &tg.MessageMediaGeoLive{Geo: geo(m.GeoPoint), Period: max(m.Period, 60)}, nil
	case *tg.InputMediaVenue:
		return &tg.MessageMediaVenue{Geo: geo(m.GeoPoint), Title: m.Title, Address: m.Address, Provider: m.Provider, VenueID: m.VenueID, VenueType: m.VenueType}, nil
	case *tg.InputMediaContact:
		c := &tg.MessageMediaContact{PhoneNumber: m.PhoneNumber, FirstName: m.FirstName, LastName: m.LastName, Vcard: m.Vcard}
		if u := w.byPhone(m.PhoneNumber); u != nil {
			c.UserID = u.ID
		}
		return c, nil
	case *tg.InputMediaInvoice:
		return w.newInvoice(x.id(), m), nil
	case *tg.InputMediaDice:
		top := map[string]int{"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "⚽️": 5, "🎰": 64}[m.Emoticon]
		if top == 0 {
			return nil, fail(400, "EMOTICON_INVALID")
		}
		v := w.dice
		if v == 0 || v > top {
			v = 1 + rand.IntN(top)
		}
		return &tg.MessageMediaDice{Value: v, Emoticon: m.Emoticon}, nil
	case *tg.InputMediaPoll:
		p := m.Poll
		p.ID = w.id()
		if len(p.Answers) < 1 || len(p.Answers) > 12 {
			return nil, fail(400, "POLL_ANSWERS_INVALID")
		}
		for i, a := range p.Answers {
			switch a := a.(type) {
			case *tg.InputPollAnswer:
				p.Answers[i] = &tg.PollAnswer{Text: a.Text, Option: []byte(fmt.Sprint(i))}
			case *tg.PollAnswer:
				if len(a.Option) == 0 {
					a.Option = []byte(fmt.Sprint(i))
				}
			}
		}
		if p.Quiz {
			if len(m.CorrectAnswers) == 0 {
				return nil, fail(400, "QUIZ_CORRECT_ANSWERS_EMPTY")
			}
			for _, i := range m.CorrectAnswers {
				if i < 0 || i >= len(p.Answers) {
					return nil, fail(400, "QUIZ_CORRECT_ANSWER_INVALID")
				}
				sh.correct = append(sh.correct, p.Answers[i].(*tg.PollAnswer).Option)
			}
			sh.solution = m.Solution
		}
		sh.poll = &p
		return &tg.MessageMediaPoll{Poll: p, Results: tg.PollResults{}}, nil
	case *tg.InputMediaWebPage:
		p := &tg.WebPageEmpty{ID: w.id()}
		p.SetURL(m.URL)
		return &tg.MessageMediaWebPage{Webpage: p}, nil
	case *tg.InputMediaTodo:
		return &tg.MessageMediaToDo{Todo: m.Todo}, nil
	}
	return nil, fail(400, "MEDIA_INVALID")
}

func isPinned(f tg.MessagesFilterClass) bool {
	_, ok := f.(*tg.InputMessagesFilterPinned)
	return ok
}

// matches implements the search filters.
func matches(m *msg, q string, f tg.MessagesFilterClass) bool {
	t, ok := m.t.(*tg.Message)
	if !ok {
		return false
	}
	if q != "" && !strings.Contains(strings.ToLower(t.Message), strings.ToLower(q)) {
		return false
	}
	doc, _ := t.Media.(*tg.MessageMediaDocument)
	_, photo := t.Media.(*tg.MessageMediaPhoto)
	switch f.(type) {
	case *tg.InputMessagesFilterPhotos:
		return photo
	case *tg.InputMessagesFilterVideo:
		return doc != nil && doc.Video
	case *tg.InputMessagesFilterPhotoVideo:
		return photo || doc != nil && doc.Video
	case *tg.InputMessagesFilterDocument:
		return doc != nil && !doc.Voice && !doc.Video && !doc.Round
	case *tg.InputMessagesFilterVoice:
		return doc != nil && doc.Voice
	case *tg.InputMessagesFilterRoundVideo:
		return doc != nil && doc.Round
	case *tg.InputMessagesFilterRoundVoice:
		return doc != nil && (doc.Round || doc.Voice)
	case *tg.InputMessagesFilterURL:
		for _, e := range t.Entities {
			switch e.(type) {
			case *tg.MessageEntityURL, *tg.MessageEntityTextURL:
				return true
			}
		}
		return strings.Contains(t.Message, "http")
	case *tg.InputMessagesFilterPoll:
		_, ok := t.Media.(*tg.MessageMediaPoll)
		return ok
	case *tg.InputMessagesFilterGeo:
		_, ok := t.Media.(*tg.MessageMediaGeo)
		return ok
	case *tg.InputMessagesFilterContacts:
		_, ok := t.Media.(*tg.MessageMediaContact)
		return ok
	}
	return true
}
