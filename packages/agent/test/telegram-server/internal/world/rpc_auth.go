package world

import (
	"crypto/rand"
	"encoding/base64"
	"math/big"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/crypto"
	"github.com/gotd/td/crypto/srp"
	"github.com/gotd/td/tg"
)

func init() {
	on(func(x *ctx, r *tg.HelpGetConfigRequest) (bin.Encoder, error) {
		opt := []tg.DCOption{}
		for _, media := range []bool{false, true} {
			opt = append(opt, tg.DCOption{ID: x.w.opt.DC, IPAddress: x.w.opt.Addr, Port: x.w.opt.Port, Static: true, MediaOnly: media})
		}
		return &tg.Config{Date: now(), Expires: now() + 3600, ThisDC: x.w.opt.DC, DCOptions: opt, DCTxtDomainName: "apv3.stel.com",
			ChatSizeMax: 200, MegagroupSizeMax: 200000, ForwardedCountMax: 100, OnlineUpdatePeriodMs: 210000, EditTimeLimit: 172800, RevokeTimeLimit: 2147483647,
			CaptionLengthMax: 1024, MessageLengthMax: 4096, WebfileDCID: x.w.opt.DC, MeURLPrefix: "https://t.me/"}, nil
	})
	on(func(x *ctx, r *tg.HelpGetNearestDCRequest) (bin.Encoder, error) {
		return &tg.NearestDC{Country: "AQ", ThisDC: x.w.opt.DC, NearestDC: x.w.opt.DC}, nil
	})
	on(func(x *ctx, r *tg.HelpGetAppConfigRequest) (bin.Encoder, error) {
		return &tg.HelpAppConfig{Hash: 1, Config: &tg.JSONObject{Value: []tg.JSONObjectValue{}}}, nil
	})
	on(func(x *ctx, r *tg.AuthSendCodeRequest) (bin.Encoder, error) {
		if len(digits(r.PhoneNumber)) < 5 {
			return nil, fail(406, "PHONE_NUMBER_INVALID")
		}
		loginOf(x.s.Auth.Root()).phone = digits(r.PhoneNumber)
		x.w.event(map[string]any{"event": "code", "phone": digits(r.PhoneNumber), "code": x.w.opt.Code})
		return &tg.AuthSentCode{Type: &tg.AuthSentCodeTypeApp{Length: len(x.w.opt.Code)}, PhoneCodeHash: "hash-" + digits(r.PhoneNumber)}, nil
	})
	on(func(x *ctx, r *tg.AuthSignInRequest) (bin.Encoder, error) {
		if r.PhoneCodeHash != "hash-"+digits(r.PhoneNumber) {
			return nil, fail(400, "PHONE_CODE_EXPIRED")
		}
		if r.PhoneCode != x.w.opt.Code {
			return nil, fail(400, "PHONE_CODE_INVALID")
		}
		u := x.w.byPhone(r.PhoneNumber)
		if u == nil {
			return &tg.AuthAuthorizationSignUpRequired{}, nil
		}
		if u.password != "" {
			loginOf(x.s.Auth.Root()).needPass = u.ID
			return nil, fail(401, "SESSION_PASSWORD_NEEDED")
		}
		return x.w.login(x.s.Auth.Root(), u), nil
	})
	on(func(x *ctx, r *tg.AuthSignUpRequest) (bin.Encoder, error) {
		u := x.w.addUser(tg.User{FirstName: r.FirstName, LastName: r.LastName, Phone: digits(r.PhoneNumber)})
		return x.w.login(x.s.Auth.Root(), u), nil
	})
	on(func(x *ctx, r *tg.AuthImportBotAuthorizationRequest) (bin.Encoder, error) {
		for _, u := range x.w.users {
			if u.Bot && u.token != "" && u.token == r.BotAuthToken {
				return x.w.login(x.s.Auth.Root(), u), nil
			}
		}
		return nil, fail(400, "ACCESS_TOKEN_INVALID")
	})
	on(func(x *ctx, r *tg.AccountGetPasswordRequest) (bin.Encoder, error) {
		algo := &tg.PasswordKdfAlgoSHA256SHA256PBKDF2HMACSHA512iter100000SHA256ModPow{Salt1: []byte("salt-one"), Salt2: []byte("salt-two"), G: 3, P: primeP.Bytes()}
		p := &tg.AccountPassword{NewAlgo: algo, NewSecureAlgo: &tg.SecurePasswordKdfAlgoUnknown{}, SecureRandom: make([]byte, 256)}
		l := loginOf(x.s.Auth.Root())
		u := x.w.users[l.needPass]
		if u == nil {
			u = x.me
		}
		if u == nil || u.password == "" {
			return p, nil
		}
		v, salt1, err := srp.NewSRP(crypto.DefaultRand()).NewHash([]byte(u.password), srp.Input{Salt1: algo.Salt1, Salt2: algo.Salt2, G: 3, P: algo.P})
		if err != nil {
			return nil, err
		}
		b, err := rand.Int(rand.Reader, primeP)
		if err != nil {
			return nil, err
		}
		l.verifier, l.srpB, l.srpID, l.salt1 = new(big.Int).SetBytes(v), b, x.w.id(), salt1
		k := new(big.Int).SetBytes(h256(algo.P, pad256(big.NewInt(3))))
		pub := new(big.Int).Mul(k, l.verifier)
		pub.Add(pub, new(big.Int).Exp(big.NewInt(3), b, primeP)).Mod(pub, primeP)
		l.srpBPub = pad256(pub)
		cur := *algo
		cur.Salt1 = salt1
		p.HasPassword = true
		p.SetCurrentAlgo(&cur)
		p.SetSRPB(l.srpBPub)
		p.SetSRPID(l.srpID)
		p.SetHint("test server")
		return p, nil
	})
	on(func(x *ctx, r *tg.AuthCheckPasswordRequest) (bin.Encoder, error) {
		l := loginOf(x.s.Auth.Root())
		q, ok := r.Password.(*tg.InputCheckPasswordSRP)
		u := x.w.users[l.needPass]
		if !ok || u == nil || l.srpB == nil || q.SRPID != l.srpID {
			return nil, fail(400, "SRP_ID_INVALID")
		}
		A := new(big.Int).SetBytes(q.A)
		uu := new(big.Int).SetBytes(h256(pad256(A), l.srpBPub))
		s := new(big.Int).Exp(l.verifier, uu, primeP)
		s.Mul(s, A).Mod(s, primeP).Exp(s, l.srpB, primeP)
		hp, hg := h256(primeP.Bytes()), h256(pad256(big.NewInt(3)))
		for i := range hp {
			hp[i] ^= hg[i]
		}
		m1 := h256(hp, h256(l.salt1), h256([]byte("salt-two")), pad256(A), l.srpBPub, h256(pad256(s)))
		if string(m1) != string(q.M1) {
			return nil, fail(400, "PASSWORD_HASH_INVALID")
		}
		return x.w.login(x.s.Auth.Root(), u), nil
	})
	on(func(x *ctx, r *tg.AuthExportLoginTokenRequest) (bin.Encoder, error) {
		l := loginOf(x.s.Auth.Root())
		if l.token != nil {
			if uid := x.w.qr[string(l.token)]; uid != 0 {
				return &tg.AuthLoginTokenSuccess{Authorization: x.w.login(x.s.Auth.Root(), x.w.users[uid]).(tg.AuthAuthorizationClass)}, nil
			}
		} else {
			l.token = make([]byte, 16)
			_, _ = rand.Read(l.token)
			x.w.qr[string(l.token)] = 0
			x.w.event(map[string]any{"event": "qr", "token": base64.RawURLEncoding.EncodeToString(l.token)})
		}
		return &tg.AuthLoginToken{Expires: now() + 30, Token: l.token}, nil
	})
	on(func(x *ctx, r *tg.AuthLogOutRequest) (bin.Encoder, error) {
		x.s.Auth.Root().User.Store(0)
		return &tg.AuthLoggedOut{}, nil
	})
	on(func(x *ctx, r *tg.AccountGetAuthorizationsRequest) (bin.Encoder, error) {
		out := &tg.AccountAuthorizations{AuthorizationTTLDays: 180, Authorizations: []tg.Authorization{}}
		for _, a := range x.w.srv.Auths(x.id()) {
			h := int64(0)
			if a != x.s.Auth.Root() {
				h = hash(1, int64(a.Key.ID[0])<<8|int64(a.Key.ID[1]))
			}
			out.Authorizations = append(out.Authorizations, tg.Authorization{Current: h == 0, Hash: h, DeviceModel: a.Client().Device, Platform: "test", SystemVersion: "1", APIID: a.Client().APIID,
				AppName: "telegram-server", AppVersion: a.Client().AppVersion, DateCreated: int(a.Created.Unix()), DateActive: now(), IP: "127.0.0.1", Country: "loopback", Region: "-"})
		}
		return out, nil
	})
	on(func(x *ctx, r *tg.AccountResetAuthorizationRequest) (bin.Encoder, error) {
		for _, a := range x.w.srv.Auths(x.id()) {
			if a != x.s.Auth.Root() && hash(1, int64(a.Key.ID[0])<<8|int64(a.Key.ID[1])) == r.Hash {
				x.w.srv.Forget(a)
				return &tg.BoolTrue{}, nil
			}
		}
		return nil, fail(400, "HASH_INVALID")
	})
}
