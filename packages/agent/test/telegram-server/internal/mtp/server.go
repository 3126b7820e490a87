// Package mtp is the MTProto 2.0 transport side of the test server: key exchange, encryption, sessions, acks,
// containers, salts and rpc_result framing. It knows nothing about Telegram's semantics.
//
// Built on the public packages of github.com/gotd/td (transport, crypto, proto, mt, tg), an implementation that shares no
// code with the TypeScript clients under test.
package mtp

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/rsa"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/crypto"
	"github.com/gotd/td/mt"
	"github.com/gotd/td/proto"
	"github.com/gotd/td/proto/codec"
	"github.com/gotd/td/tg"
	"github.com/gotd/td/tgerr"
	"github.com/gotd/td/transport"
)

// Auth is a negotiated auth key.
type Auth struct {
	Key  crypto.AuthKey
	Salt int64
	Temp bool
	// perm is the permanent key a temporary (PFS) key is bound to.
	perm atomic.Pointer[Auth]
	// User logged in with this key (0: nobody). Set on the permanent key.
	User atomic.Int64
	// Data is for the handler (pending login state and the like).
	Data    any
	Created time.Time
	client  atomic.Pointer[Client]
}

// Client is what initConnection told.
type Client struct {
	Device, AppVersion, Lang string
	APIID                    int
}

// Client of the key.
func (a *Auth) Client() Client {
	if c := a.client.Load(); c != nil {
		return *c
	}
	return Client{}
}

// Root is the permanent key behind a key.
func (a *Auth) Root() *Auth {
	if p := a.perm.Load(); p != nil {
		return p
	}
	return a
}

type sent struct {
	id   int64
	seq  int32
	data []byte
}

// Session is an MTProto session (auth key + session_id); it outlives TCP connections.
type Session struct {
	ID      int64
	Auth    *Auth
	layer   atomic.Int32
	updates atomic.Bool // initConnection seen and the last call not wrapped in invokeWithoutUpdates
	started atomic.Bool

	srv     *Server
	mu      sync.Mutex
	conn    transport.Conn
	seq     int32
	unacked []sent
	seen    map[int64]bool
}

// Call is one RPC.
type Call struct {
	Session *Session
	MsgID   int64
	TypeID  uint32
	// Req is the decoded request, nil when the schema does not know TypeID or the body did not parse (Err says why).
	Req bin.Object
	Err error
	Raw []byte

	once sync.Once
}

// Handler gets every RPC, one at a time per connection.
type Handler interface {
	Handle(c *Call)
	// Connected and Disconnected report sessions gaining or losing their TCP connection.
	Connected(s *Session, fresh bool)
	Disconnected(s *Session)
}

// Options of the server.
type Options struct {
	StrictSalt bool
	// Decode builds an empty request for a TL ID.
	Decode func(id uint32) bin.Object
	Logf   func(format string, args ...any)
}

// Server is an MTProto server.
type Server struct {
	opt    Options
	key    *rsa.PrivateKey
	cipher crypto.Cipher
	msgID  *proto.MessageIDGen
	h      Handler

	mu       sync.Mutex
	auths    map[[8]byte]*Auth
	sessions map[sessionKey]*Session
	conns    map[transport.Conn]map[*Session]bool
	paused   bool
}

type sessionKey struct {
	auth [8]byte
	id   int64
}

// New server.
func New(key *rsa.PrivateKey, h Handler, opt Options) *Server {
	if opt.Logf == nil {
		opt.Logf = func(string, ...any) {}
	}
	return &Server{
		opt: opt, key: key, h: h,
		cipher: crypto.NewServerCipher(crypto.DefaultRand()), msgID: proto.NewMessageIDGen(time.Now),
		auths: map[[8]byte]*Auth{}, sessions: map[sessionKey]*Session{}, conns: map[transport.Conn]map[*Session]bool{},
	}
}

// Fingerprint of the RSA key.
func (s *Server) Fingerprint() int64 { return crypto.RSAFingerprint(&s.key.PublicKey) }

// Serve accepts connections until the listener closes.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	for {
		c, err := l.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return nil
			}
			return err
		}
		go func() {
			s.mu.Lock()
			paused := s.paused
			s.mu.Unlock()
			if paused {
				_ = c.Close()
				return
			}
			// The codec is detected from the first bytes, so do it off the accept loop.
			tl := transport.Listen(&oneListener{conn: c})
			tc, err := tl.Accept()
			if err != nil {
				s.opt.Logf("codec: %v", err)
				_ = c.Close()
				return
			}
			if err := s.serveConn(ctx, tc); err != nil && !isClosed(err) {
				s.opt.Logf("connection: %v", err)
			}
		}()
	}
}

type oneListener struct {
	conn net.Conn
	done bool
}

func (o *oneListener) Accept() (net.Conn, error) {
	if o.done {
		return nil, io.EOF
	}
	o.done = true
	return o.conn, nil
}
func (o *oneListener) Close() error   { return nil }
func (o *oneListener) Addr() net.Addr { return o.conn.LocalAddr() }

func isClosed(err error) bool {
	var op *net.OpError
	return errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.As(err, &op)
}

func (s *Server) serveConn(ctx context.Context, c transport.Conn) error {
	s.mu.Lock()
	s.conns[c] = map[*Session]bool{}
	s.mu.Unlock()
	defer func() {
		_ = c.Close()
		s.mu.Lock()
		gone := s.conns[c]
		delete(s.conns, c)
		s.mu.Unlock()
		for ss := range gone {
			ss.mu.Lock()
			lost := ss.conn == c
			if lost {
				ss.conn = nil
			}
			ss.mu.Unlock()
			if lost {
				s.h.Disconnected(ss)
			}
		}
	}()
	b := new(bin.Buffer)
	var hs *handshake
	for {
		b.Reset()
		if err := c.Recv(ctx, b); err != nil {
			return err
		}
		var id [8]byte
		if err := b.PeekN(id[:], 8); err != nil {
			return err
		}
		if id != ([8]byte{}) {
			if err := s.encrypted(ctx, c, b); err != nil {
				return err
			}
			continue
		}
		if err := s.exchange(ctx, c, &hs, b); err != nil {
			if errors.Is(err, errHandshake) {
				return errors.Join(err, s.protoError(ctx, c, codec.CodeAuthKeyNotFound))
			}
			return err
		}
	}
}

func (s *Server) protoError(ctx context.Context, c transport.Conn, code int32) error {
	var b bin.Buffer
	b.PutInt32(-code)
	return c.Send(ctx, &b)
}

func (s *Server) encrypted(ctx context.Context, c transport.Conn, b *bin.Buffer) error {
	m := &crypto.EncryptedMessage{}
	if err := m.DecodeWithoutCopy(b); err != nil {
		return err
	}
	s.mu.Lock()
	auth := s.auths[m.AuthKeyID]
	s.mu.Unlock()
	if auth == nil {
		return s.protoError(ctx, c, codec.CodeAuthKeyNotFound)
	}
	msg, err := s.cipher.Decrypt(auth.Key, m)
	if err != nil {
		return err
	}
	k := sessionKey{m.AuthKeyID, msg.SessionID}
	s.mu.Lock()
	ss, old := s.sessions[k]
	if !old {
		ss = &Session{ID: msg.SessionID, Auth: auth, srv: s, seen: map[int64]bool{}}
		s.sessions[k] = ss
	}
	if set := s.conns[c]; set != nil {
		set[ss] = true
	}
	s.mu.Unlock()
	ss.mu.Lock()
	moved := ss.conn != c
	ss.conn = c
	var again []sent
	if moved && old {
		again = append(again, ss.unacked...)
	}
	ss.mu.Unlock()
	if s.opt.StrictSalt && msg.Salt != auth.Salt {
		return ss.send(&mt.BadServerSalt{BadMsgID: msg.MessageID, BadMsgSeqno: int(msg.SeqNo), ErrorCode: 48, NewServerSalt: auth.Salt}, proto.MessageFromServer, false)
	}
	if !old {
		if err := ss.send(&mt.NewSessionCreated{FirstMsgID: msg.MessageID, UniqueID: msg.SessionID ^ int64(binary.LittleEndian.Uint64(auth.Key.ID[:])), ServerSalt: auth.Salt}, proto.MessageFromServer, true); err != nil {
			return err
		}
	}
	if moved {
		s.h.Connected(ss, !old)
		for _, x := range again {
			if err := ss.write(x.id, x.seq, x.data); err != nil {
				return err
			}
		}
	}
	return s.message(ss, msg.MessageID, &bin.Buffer{Buf: msg.Data()})
}

func (s *Server) message(ss *Session, msgID int64, b *bin.Buffer) error {
	id, err := b.PeekID()
	if err != nil {
		return err
	}
	if id == proto.GZIPTypeID {
		data, err := gunzip(b)
		if err != nil {
			return err
		}
		return s.message(ss, msgID, &bin.Buffer{Buf: data})
	}
	if id == proto.MessageContainerTypeID {
		var c proto.MessageContainer
		if err := c.Decode(b); err != nil {
			return err
		}
		for _, m := range c.Messages {
			if err := s.message(ss, m.ID, &bin.Buffer{Buf: m.Body}); err != nil {
				return err
			}
		}
		return nil
	}
	switch id {
	case mt.MsgsAckTypeID:
		var a mt.MsgsAck
		if err := a.Decode(b); err != nil {
			return err
		}
		ss.ack(a.MsgIDs)
		return nil
	case mt.PingRequestTypeID:
		var p mt.PingRequest
		if err := p.Decode(b); err != nil {
			return err
		}
		return ss.send(&mt.Pong{MsgID: msgID, PingID: p.PingID}, proto.MessageServerResponse, false)
	case mt.PingDelayDisconnectRequestTypeID:
		var p mt.PingDelayDisconnectRequest
		if err := p.Decode(b); err != nil {
			return err
		}
		return ss.send(&mt.Pong{MsgID: msgID, PingID: p.PingID}, proto.MessageServerResponse, false)
	case mt.GetFutureSaltsRequestTypeID:
		var q mt.GetFutureSaltsRequest
		if err := q.Decode(b); err != nil {
			return err
		}
		now := int(time.Now().Unix())
		salts := []mt.FutureSalt{{ValidSince: now - 60, ValidUntil: now + 86400, Salt: ss.Auth.Salt}}
		for i := 1; i < min(q.Num, 64); i++ { // never come into use within a test
			salts = append(salts, mt.FutureSalt{ValidSince: now + i*86400, ValidUntil: now + (i+1)*86400, Salt: ss.Auth.Salt + int64(i)})
		}
		return ss.send(&mt.FutureSalts{ReqMsgID: msgID, Now: now, Salts: salts}, proto.MessageServerResponse, false)
	case mt.MsgsStateReqTypeID:
		var q mt.MsgsStateReq
		if err := q.Decode(b); err != nil {
			return err
		}
		info := make([]byte, len(q.MsgIDs))
		ss.mu.Lock()
		for i, m := range q.MsgIDs {
			if info[i] = 1; ss.seen[m] {
				info[i] = 4
			}
		}
		ss.mu.Unlock()
		return ss.send(&mt.MsgsStateInfo{ReqMsgID: msgID, Info: info}, proto.MessageServerResponse, false)
	case mt.DestroySessionRequestTypeID:
		var d mt.DestroySessionRequest
		if err := d.Decode(b); err != nil {
			return err
		}
		s.mu.Lock()
		delete(s.sessions, sessionKey{ss.Auth.Key.ID, d.SessionID})
		s.mu.Unlock()
		return ss.send(&mt.DestroySessionOk{SessionID: d.SessionID}, proto.MessageServerResponse, false)
	case mt.RPCDropAnswerRequestTypeID:
		return ss.send(&proto.Result{RequestMessageID: msgID, Result: encode(&mt.RPCAnswerUnknown{})}, proto.MessageServerResponse, true)
	case mt.HTTPWaitRequestTypeID, mt.MsgsAllInfoTypeID, mt.MsgResendReqTypeID:
		return nil
	}
	ss.mu.Lock()
	dup := ss.seen[msgID]
	ss.seen[msgID] = true
	ss.mu.Unlock()
	if err := ss.send(&mt.MsgsAck{MsgIDs: []int64{msgID}}, proto.MessageFromServer, false); err != nil {
		return err
	}
	if dup { // the answer, if any, is among the unacked messages already sent again
		s.opt.Logf("duplicate message %d ignored", msgID)
		return nil
	}
	return s.rpc(ss, msgID, b)
}

// gunzip unpacks gzip_packed. Telegram takes zlib streams there too, which is what mtcute sends on Node.
func gunzip(b *bin.Buffer) ([]byte, error) {
	if err := b.ConsumeID(proto.GZIPTypeID); err != nil {
		return nil, err
	}
	raw, err := b.Bytes()
	if err != nil {
		return nil, err
	}
	var r io.Reader
	if len(raw) > 1 && raw[0] == 0x1f && raw[1] == 0x8b {
		r, err = gzip.NewReader(bytes.NewReader(raw))
	} else {
		r, err = zlib.NewReader(bytes.NewReader(raw))
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, 16<<20))
}

type peek struct{ id uint32 }

func (p *peek) Decode(b *bin.Buffer) (err error) { p.id, err = b.PeekID(); return }
func (p *peek) Encode(*bin.Buffer) error         { return errors.New("not encodable") }

func (s *Server) rpc(ss *Session, msgID int64, b *bin.Buffer) error {
	c := &Call{Session: ss, MsgID: msgID}
	noUpdates := false
	for {
		id, err := b.PeekID()
		if err != nil {
			return err
		}
		var q peek
		var w bin.Decoder
		switch id {
		case tg.InvokeWithLayerRequestTypeID:
			w = &tg.InvokeWithLayerRequest{Query: &q}
		case tg.InitConnectionRequestTypeID:
			w = &tg.InitConnectionRequest{Query: &q}
		case tg.InvokeWithoutUpdatesRequestTypeID:
			w, noUpdates = &tg.InvokeWithoutUpdatesRequest{Query: &q}, true
		case tg.InvokeAfterMsgRequestTypeID:
			w = &tg.InvokeAfterMsgRequest{Query: &q}
		case tg.InvokeAfterMsgsRequestTypeID:
			w = &tg.InvokeAfterMsgsRequest{Query: &q}
		case tg.InvokeWithMessagesRangeRequestTypeID:
			w = &tg.InvokeWithMessagesRangeRequest{Query: &q}
		case tg.InvokeWithTakeoutRequestTypeID:
			w = &tg.InvokeWithTakeoutRequest{Query: &q}
		case tg.InvokeWithBusinessConnectionRequestTypeID:
			w = &tg.InvokeWithBusinessConnectionRequest{Query: &q}
		case proto.GZIPTypeID:
			data, err := gunzip(b)
			if err != nil {
				return err
			}
			b = &bin.Buffer{Buf: data}
			continue
		}
		if w == nil {
			c.TypeID = id
			break
		}
		if err := w.Decode(b); err != nil {
			return err
		}
		switch w := w.(type) {
		case *tg.InvokeWithLayerRequest:
			ss.layer.Store(int32(w.Layer))
		case *tg.InitConnectionRequest:
			ss.started.Store(true)
			ss.Auth.Root().client.Store(&Client{Device: w.DeviceModel, AppVersion: w.AppVersion, Lang: w.LangCode, APIID: w.APIID})
		}
	}
	ss.updates.Store(ss.started.Load() && !noUpdates)
	c.Raw = b.Copy()
	if obj := s.opt.Decode(c.TypeID); obj != nil {
		if err := obj.Decode(b); err != nil {
			c.Err = err
		} else {
			c.Req = obj
		}
	}
	if bind, ok := c.Req.(*tg.AuthBindTempAuthKeyRequest); ok {
		var pid [8]byte
		binary.LittleEndian.PutUint64(pid[:], uint64(bind.PermAuthKeyID))
		s.mu.Lock()
		ss.Auth.perm.Store(s.auths[pid])
		s.mu.Unlock()
		if ss.Auth.perm.Load() == nil {
			return c.Fail(400, "ENCRYPTED_MESSAGE_INVALID")
		}
		return c.Reply(&tg.BoolTrue{})
	}
	s.h.Handle(c)
	return nil
}

func encode(m bin.Encoder) []byte {
	var b bin.Buffer
	_ = m.Encode(&b)
	return b.Raw()
}

// Reply sends the result (once; later calls are ignored).
func (c *Call) Reply(result bin.Encoder) (err error) {
	var b bin.Buffer
	if err := result.Encode(&b); err != nil {
		_ = c.Fail(500, "ENCODE_FAILED")
		return err
	}
	c.once.Do(func() {
		data := b.Raw()
		if len(data) > 8192 { // as Telegram does for large answers
			var z bin.Buffer
			if (proto.GZIP{Data: data}).Encode(&z) == nil && z.Len() < len(data) {
				data = z.Raw()
			}
		}
		err = c.Session.send(&proto.Result{RequestMessageID: c.MsgID, Result: data}, proto.MessageServerResponse, true)
	})
	return err
}

// Fail sends an RPC error.
func (c *Call) Fail(code int, msg string) (err error) {
	c.once.Do(func() {
		err = c.Session.send(&proto.Result{RequestMessageID: c.MsgID, Result: encode(&mt.RPCError{ErrorCode: code, ErrorMessage: msg})}, proto.MessageServerResponse, true)
	})
	return err
}

// FailErr sends err as an RPC error (a *tgerr.Error as itself, others as 500).
func (c *Call) FailErr(err error) error {
	var te *tgerr.Error
	if errors.As(err, &te) {
		return c.Fail(te.Code, te.Message)
	}
	return c.Fail(500, "INTERNAL: "+err.Error())
}

// Push sends a server-initiated message (updates) to the session. It reports whether a connection was there.
func (ss *Session) Push(m bin.Encoder) (bool, error) {
	ss.mu.Lock()
	up := ss.conn != nil
	ss.mu.Unlock()
	return up, ss.send(m, proto.MessageFromServer, true)
}

// Layer is the TL layer the client announced.
func (ss *Session) Layer() int { return int(ss.layer.Load()) }

// WantsUpdates reports whether the session takes pushed updates.
func (ss *Session) WantsUpdates() bool { return ss.updates.Load() }

// Online reports whether the session has a TCP connection.
func (ss *Session) Online() bool {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return ss.conn != nil
}

// Drop closes the session's TCP connection.
func (ss *Session) Drop() {
	ss.mu.Lock()
	c := ss.conn
	ss.mu.Unlock()
	if c != nil {
		_ = c.Close()
	}
}

func (ss *Session) ack(ids []int64) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	set := map[int64]bool{}
	for _, id := range ids {
		set[id] = true
	}
	kept := ss.unacked[:0]
	for _, x := range ss.unacked {
		if !set[x.id] {
			kept = append(kept, x)
		}
	}
	ss.unacked = kept
}

func (ss *Session) send(m bin.Encoder, t proto.MessageType, content bool) error {
	var b bin.Buffer
	if err := m.Encode(&b); err != nil {
		return err
	}
	data := b.Copy()
	ss.mu.Lock()
	id := ss.srv.msgID.New(t)
	seq := ss.seq * 2
	if content {
		seq++
		ss.seq++
		ss.unacked = append(ss.unacked, sent{id, seq, data})
		if len(ss.unacked) > 512 {
			ss.unacked = ss.unacked[1:]
		}
	}
	ss.mu.Unlock()
	return ss.write(id, seq, data)
}

func (ss *Session) write(id int64, seq int32, data []byte) error {
	ss.mu.Lock()
	c := ss.conn
	ss.mu.Unlock()
	if c == nil {
		return nil // stays unacked; sent again when the client reconnects
	}
	var b bin.Buffer
	err := ss.srv.cipher.Encrypt(ss.Auth.Key, crypto.EncryptedMessageData{
		Salt: ss.Auth.Salt, SessionID: ss.ID, MessageID: id, SeqNo: seq, MessageDataLen: int32(len(data)), MessageDataWithPadding: data,
	}, &b)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	if err := c.Send(ctx, &b); err != nil && !isClosed(err) {
		return err
	}
	return nil
}

// Sessions lists live sessions of a user (0: all).
func (s *Server) Sessions(user int64) []*Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Session
	for _, ss := range s.sessions {
		if user == 0 || ss.Auth.Root().User.Load() == user {
			out = append(out, ss)
		}
	}
	return out
}

// Auths lists permanent keys of a user (0: all).
func (s *Server) Auths(user int64) []*Auth {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Auth
	for _, a := range s.auths {
		if !a.Temp && (user == 0 || a.User.Load() == user) {
			out = append(out, a)
		}
	}
	return out
}

// Forget destroys an auth key and its sessions: the next frame gets transport error -404.
func (s *Server) Forget(a *Auth) {
	s.mu.Lock()
	delete(s.auths, a.Key.ID)
	var drop []*Session
	for k, ss := range s.sessions {
		if k.auth == a.Key.ID {
			drop = append(drop, ss)
			delete(s.sessions, k)
		}
	}
	s.mu.Unlock()
	for _, ss := range drop {
		ss.Drop()
	}
}

// DropConnections closes all TCP connections (of a user, or all for 0).
func (s *Server) DropConnections(user int64) int {
	n := 0
	for _, ss := range s.Sessions(user) {
		if ss.Online() {
			ss.Drop()
			n++
		}
	}
	return n
}

// Pause refuses new connections and drops the present ones, until Pause(false).
func (s *Server) Pause(on bool) {
	s.mu.Lock()
	s.paused = on
	s.mu.Unlock()
	if on {
		s.DropConnections(0)
	}
}

// CutOff closes all connections and forgets all sessions; keys stay, as they do when Telegram restarts a server.
func (s *Server) CutOff() {
	s.mu.Lock()
	open := make([]transport.Conn, 0, len(s.conns))
	for c := range s.conns {
		open = append(open, c)
	}
	s.sessions = map[sessionKey]*Session{}
	s.mu.Unlock()
	for _, c := range open {
		_ = c.Close()
	}
}

// RotateSalts gives every key a new salt (with StrictSalt the next request gets bad_server_salt).
func (s *Server) RotateSalts() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.auths {
		h := sha1.Sum(binary.LittleEndian.AppendUint64(nil, uint64(a.Salt)))
		a.Salt = int64(binary.LittleEndian.Uint64(h[:8]))
	}
}
