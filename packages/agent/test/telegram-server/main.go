// Command telegramserver is a small Telegram on loopback, for testing clients and bots without a network.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/gotd/td/crypto"
	"github.com/gotd/td/tg"

	"telegramserver/internal/mtp"
	"telegramserver/internal/tljson"
	"telegramserver/internal/world"
)

func main() {
	var (
		listen   = flag.String("listen", "127.0.0.1:0", "MTProto TCP address (loopback)")
		control  = flag.String("control", "127.0.0.1:0", "HTTP control address (loopback, empty: none)")
		botAddr  = flag.String("bot", "127.0.0.1:0", "HTTP Bot API address (loopback, empty: none)")
		keyFile  = flag.String("key", "", "RSA private key PEM (made if missing; empty: a fresh key per run)")
		dc       = flag.Int("dc", 2, "datacenter id")
		code     = flag.String("code", "12345", "login code")
		salt     = flag.Bool("strict-salt", true, "answer bad_server_salt as Telegram does")
		auto     = flag.Bool("auto", true, "answer unimplemented methods that return Bool, Updates or a vector")
		stdin    = flag.Bool("stdin", true, "read control commands as JSON lines on stdin, exit when it closes")
		events   = flag.Bool("events", true, "print events as JSON lines on stdout")
		verbose  = flag.Bool("v", false, "transport log on stderr")
		delegate = flag.Duration("delegate-timeout", 10*time.Second, "how long a delegated call waits for its reply")
	)
	flag.Parse()
	log.SetFlags(0)
	key, err := loadKey(*keyFile)
	if err != nil {
		log.Fatal(err)
	}
	l, err := listenLoopback(*listen)
	if err != nil {
		log.Fatal(err)
	}
	addr := l.Addr().(*net.TCPAddr)

	var outMu sync.Mutex
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	emit := func(v any) {
		outMu.Lock()
		defer outMu.Unlock()
		_ = out.Encode(v)
	}
	opt := world.Options{Addr: addr.IP.String(), Port: addr.Port, DC: *dc, Code: *code, AutoStub: *auto, Delegate: *delegate}
	if *events {
		opt.Emit = func(ev map[string]any) { emit(ev) }
	}
	w := world.New(opt)
	logf := func(string, ...any) {}
	if *verbose {
		logf = log.Printf
	}
	srv := mtp.New(key, w, mtp.Options{StrictSalt: *salt, Decode: tljson.New, Logf: logf})
	w.Attach(srv)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	ready := map[string]any{"event": "ready", "host": addr.IP.String(), "port": addr.Port, "dc": *dc, "layer": tg.Layer,
		"publicKey":   string(pem.EncodeToMemory(&pem.Block{Type: "RSA PUBLIC KEY", Bytes: x509.MarshalPKCS1PublicKey(&key.PublicKey)})),
		"fingerprint": strconv.FormatUint(uint64(srv.Fingerprint()), 16), "pid": os.Getpid()}
	if *control != "" {
		cl, err := listenLoopback(*control)
		if err != nil {
			log.Fatal(err)
		}
		ready["control"] = "http://" + cl.Addr().String()
		mux := http.NewServeMux()
		run := func(rw http.ResponseWriter, c world.Cmd) {
			res, err := w.Do(c)
			rw.Header().Set("Content-Type", "application/json")
			if err != nil {
				rw.WriteHeader(400)
				_ = json.NewEncoder(rw).Encode(map[string]any{"ok": false, "error": err.Error()})
				return
			}
			_ = json.NewEncoder(rw).Encode(map[string]any{"ok": true, "result": res})
		}
		mux.HandleFunc("POST /cmd", func(rw http.ResponseWriter, r *http.Request) {
			var c world.Cmd
			d := json.NewDecoder(r.Body)
			d.DisallowUnknownFields()
			if err := d.Decode(&c); err != nil {
				rw.WriteHeader(400)
				_ = json.NewEncoder(rw).Encode(map[string]any{"ok": false, "error": err.Error()})
				return
			}
			run(rw, c)
		})
		mux.HandleFunc("GET /events", func(rw http.ResponseWriter, r *http.Request) {
			after, _ := strconv.Atoi(r.URL.Query().Get("after"))
			wait, _ := strconv.Atoi(r.URL.Query().Get("waitMs"))
			run(rw, world.Cmd{Cmd: "events", After: after, Timeout: wait})
		})
		mux.HandleFunc("GET /state", func(rw http.ResponseWriter, r *http.Request) { run(rw, world.Cmd{Cmd: "state"}) })
		go func() { _ = (&http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}).Serve(cl) }()
	}
	if *botAddr != "" {
		bl, err := listenLoopback(*botAddr)
		if err != nil {
			log.Fatal(err)
		}
		ready["botApi"] = "http://" + bl.Addr().String()
		door := &httpDoor{handler: w.BotHandler()}
		door.serve(bl)
		w.Guard(door)
	}
	door := &mtprotoDoor{ctx: ctx, server: srv, listener: l}
	door.serve()
	w.Guard(door)
	emit(ready)
	if *stdin {
		go func() {
			sc := bufio.NewScanner(os.Stdin)
			sc.Buffer(make([]byte, 1<<20), 64<<20)
			for sc.Scan() {
				line := append([]byte(nil), sc.Bytes()...)
				var c world.Cmd
				if err := json.Unmarshal(line, &c); err != nil {
					emit(map[string]any{"event": "result", "ok": false, "error": err.Error()})
					continue
				}
				do := func() {
					res, err := w.Do(c)
					ev := map[string]any{"event": "result", "cmd": c.Cmd, "ok": err == nil, "result": res}
					if c.Tag != nil {
						ev["tag"] = c.Tag
					}
					if err != nil {
						ev["error"] = err.Error()
					}
					emit(ev)
				}
				switch c.Cmd {
				case "waitCall", "waitEvent", "events", "click": // these block; the rest keep their order
					go do()
				default:
					do()
				}
			}
			stop()
		}()
	}
	<-ctx.Done()
	_ = door.listener.Close()
}

func listenLoopback(addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%s is not a loopback address", addr)
	}
	return net.Listen("tcp", addr)
}

func loadKey(file string) (*rsa.PrivateKey, error) {
	if file != "" {
		if b, err := os.ReadFile(file); err == nil {
			p, _ := pem.Decode(b)
			if p == nil {
				return nil, fmt.Errorf("%s: no PEM", file)
			}
			return x509.ParsePKCS1PrivateKey(p.Bytes)
		}
	}
	// mtcute compares fingerprints as hex without leading zeros on one side only, so avoid keys that have them.
	var k *rsa.PrivateKey
	for k == nil || uint64(crypto.RSAFingerprint(&k.PublicKey))>>60 == 0 {
		var err error
		if k, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
			return nil, err
		}
	}
	if file == "" {
		return k, nil
	}
	b := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(k)})
	return k, os.WriteFile(file, b, 0o600)
}
