package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"time"

	"telegramserver/internal/mtp"
)

// mtprotoDoor is the TCP port of people's apps. It opens at the address it was first opened at.
type mtprotoDoor struct {
	ctx      context.Context
	server   *mtp.Server
	listener net.Listener
}

func (d *mtprotoDoor) Open() error {
	l, err := listenLoopback(d.listener.Addr().String())
	if err != nil {
		return err
	}
	d.listener = l
	d.serve()
	return nil
}

func (d *mtprotoDoor) Close() {
	_ = d.listener.Close()
	d.server.CutOff()
}

func (d *mtprotoDoor) serve() {
	l := d.listener
	go func() {
		if err := d.server.Serve(d.ctx, l); err != nil {
			log.Fatal(err)
		}
	}()
}

// httpDoor is the port of bots.
type httpDoor struct {
	handler http.Handler
	address string
	server  *http.Server
}

func (d *httpDoor) Open() error {
	l, err := listenLoopback(d.address)
	if err != nil {
		return err
	}
	d.serve(l)
	return nil
}

func (d *httpDoor) Close() { _ = d.server.Close() }

func (d *httpDoor) serve(l net.Listener) {
	d.address = l.Addr().String()
	d.server = &http.Server{Handler: d.handler, ReadHeaderTimeout: 5 * time.Second, ErrorLog: log.New(quiet{}, "", 0)}
	server := d.server
	go func() { _ = server.Serve(l) }()
}

// quiet keeps what net/http tells of connections that were cut on purpose.
type quiet struct{}

func (quiet) Write(p []byte) (int, error) { return len(p), nil }
