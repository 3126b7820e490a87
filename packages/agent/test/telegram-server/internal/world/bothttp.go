package world

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
)

// BotHandler serves /bot<token>/<method> and /file/bot<token>/<path>.
func (w *World) BotHandler() http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if rest, ok := strings.CutPrefix(r.URL.Path, "/file/bot"); ok {
			token, path, _ := strings.Cut(rest, "/")
			data, ok := w.BotFile(token, path)
			if !ok {
				answerAPI(rw, nil, &apiError{code: 404, text: "Not Found"})
				return
			}
			rw.Header().Set("Content-Type", "application/octet-stream")
			_, _ = rw.Write(data)
			return
		}
		rest, ok := strings.CutPrefix(r.URL.Path, "/bot")
		token, method, ok2 := strings.Cut(rest, "/")
		if !ok || !ok2 || method == "" {
			answerAPI(rw, nil, &apiError{code: 404, text: "Not Found"})
			return
		}
		p := r.URL.Query()
		files := map[string]*multipart.FileHeader{}
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		switch kind {
		case "application/json":
			var m map[string]json.RawMessage
			if err := json.NewDecoder(r.Body).Decode(&m); err != nil && !errors.Is(err, io.EOF) {
				answerAPI(rw, nil, &apiError{code: 400, text: "Bad Request: can't parse JSON"})
				return
			}
			for k, v := range m {
				var s string
				if json.Unmarshal(v, &s) == nil {
					p.Set(k, s)
				} else if string(v) != "null" {
					p.Set(k, string(v))
				}
			}
		case "multipart/form-data":
			if err := r.ParseMultipartForm(64 << 20); err != nil {
				answerAPI(rw, nil, &apiError{code: 400, text: "Bad Request: can't parse multipart"})
				return
			}
			for k, v := range r.MultipartForm.Value {
				p[k] = v
			}
			for k, v := range r.MultipartForm.File {
				files[k] = v[0]
			}
		default:
			if err := r.ParseForm(); err == nil {
				for k, v := range r.PostForm {
					p[k] = v
				}
			}
		}
		res, err := w.BotCall(token, method, url.Values(p), files)
		switch err {
		case errDropped:
			panic(http.ErrAbortHandler)
		case errSilent:
			<-r.Context().Done()
			return
		}
		answerAPI(rw, res, err)
	})
}

func answerAPI(rw http.ResponseWriter, res any, err error) {
	rw.Header().Set("Content-Type", "application/json")
	if err != nil {
		e := toAPIError(err)
		rw.WriteHeader(e.code)
		m := map[string]any{"ok": false, "error_code": e.code, "description": e.text}
		if e.extra != nil {
			m["parameters"] = e.extra
		}
		_ = json.NewEncoder(rw).Encode(m)
		return
	}
	_ = json.NewEncoder(rw).Encode(map[string]any{"ok": true, "result": res})
}
