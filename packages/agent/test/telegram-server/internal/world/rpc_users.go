package world

import (
	"sort"
	"strings"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
)

func init() {
	on(func(x *ctx, r *tg.UsersGetUsersRequest) (bin.Encoder, error) {
		out := &tg.UserClassVector{Elems: []tg.UserClass{}}
		for _, q := range r.ID {
			if u, err := x.user(q); err == nil {
				out.Elems = append(out.Elems, x.w.userObj(x.id(), u.ID))
			} else {
				out.Elems = append(out.Elems, &tg.UserEmpty{})
			}
		}
		return out, nil
	})
	on(func(x *ctx, r *tg.UsersGetFullUserRequest) (bin.Encoder, error) {
		u, err := x.user(r.ID)
		if err != nil {
			return nil, err
		}
		return &tg.UsersUserFull{FullUser: *x.w.userFull(x, u), Users: []tg.UserClass{x.w.userObj(x.id(), u.ID)}, Chats: []tg.ChatClass{}}, nil
	})
	on(func(x *ctx, r *tg.ContactsResolveUsernameRequest) (bin.Encoder, error) {
		id := x.w.byName(r.Username)
		if id == 0 {
			return nil, fail(400, "USERNAME_NOT_OCCUPIED")
		}
		p := peer(id)
		us, cs := x.w.entities(x.id(), p)
		return &tg.ContactsResolvedPeer{Peer: p, Users: us, Chats: cs}, nil
	})
	on(func(x *ctx, r *tg.ContactsResolvePhoneRequest) (bin.Encoder, error) {
		u := x.w.byPhone(r.Phone)
		if u == nil {
			return nil, fail(400, "PHONE_NOT_OCCUPIED")
		}
		return &tg.ContactsResolvedPeer{Peer: peer(u.ID), Users: []tg.UserClass{x.w.userObj(x.id(), u.ID)}, Chats: []tg.ChatClass{}}, nil
	})
	on(func(x *ctx, r *tg.ContactsSearchRequest) (bin.Encoder, error) {
		out := &tg.ContactsFound{MyResults: []tg.PeerClass{}, Results: []tg.PeerClass{}}
		q := strings.ToLower(strings.TrimPrefix(r.Q, "@"))
		var ids []int64
		for id, u := range x.w.users {
			if strings.Contains(strings.ToLower(u.FirstName+" "+u.LastName+" "+u.Username), q) {
				ids = append(ids, id)
			}
		}
		for id, c := range x.w.chats {
			if strings.Contains(strings.ToLower(c.title+" "+c.username), q) && (c.in(x.id()) || c.username != "") {
				ids = append(ids, id)
			}
		}
		sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
		for _, id := range ids {
			mine := x.me.contacts[id] || (x.w.chats[id] != nil && x.w.chats[id].in(x.id()))
			if mine {
				out.MyResults = append(out.MyResults, peer(id))
			} else {
				out.Results = append(out.Results, peer(id))
			}
		}
		out.Users, out.Chats = x.w.entities(x.id(), append(anys(out.MyResults), anys(out.Results)...)...)
		return out, nil
	})
	on(func(x *ctx, r *tg.ContactsGetContactsRequest) (bin.Encoder, error) {
		out := &tg.ContactsContacts{Contacts: []tg.Contact{}, Users: []tg.UserClass{}}
		for id := range x.me.contacts {
			out.Contacts = append(out.Contacts, tg.Contact{UserID: id, Mutual: x.w.users[id].contacts[x.id()]})
			out.Users = append(out.Users, x.w.userObj(x.id(), id))
		}
		return out, nil
	})
	on(func(x *ctx, r *tg.ContactsAddContactRequest) (bin.Encoder, error) {
		u, err := x.user(r.ID)
		if err != nil {
			return nil, err
		}
		x.me.contacts[u.ID] = true
		return x.w.updates(x.id(), &tg.UpdatePeerSettings{Peer: peer(u.ID)}), nil
	})
	on(func(x *ctx, r *tg.ContactsImportContactsRequest) (bin.Encoder, error) {
		out := &tg.ContactsImportedContacts{Imported: []tg.ImportedContact{}, PopularInvites: []tg.PopularContact{}, RetryContacts: []int64{}, Users: []tg.UserClass{}}
		for _, c := range r.Contacts {
			if u := x.w.byPhone(c.Phone); u != nil {
				x.me.contacts[u.ID] = true
				out.Imported = append(out.Imported, tg.ImportedContact{UserID: u.ID, ClientID: c.ClientID})
				out.Users = append(out.Users, x.w.userObj(x.id(), u.ID))
			}
		}
		return out, nil
	})
	on(func(x *ctx, r *tg.ContactsDeleteContactsRequest) (bin.Encoder, error) {
		var ups []tg.UpdateClass
		for _, q := range r.ID {
			u, err := x.user(q)
			if err != nil {
				return nil, err
			}
			delete(x.me.contacts, u.ID)
			ups = append(ups, &tg.UpdatePeerSettings{Peer: peer(u.ID)})
		}
		return x.w.updates(x.id(), ups...), nil
	})
	on(func(x *ctx, r *tg.ContactsBlockRequest) (bin.Encoder, error) {
		id, err := x.peer(r.ID)
		if err != nil {
			return nil, err
		}
		x.w.block(x.me, id, true)
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.ContactsUnblockRequest) (bin.Encoder, error) {
		id, err := x.peer(r.ID)
		if err != nil {
			return nil, err
		}
		x.w.block(x.me, id, false)
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.ContactsGetBlockedRequest) (bin.Encoder, error) {
		out := &tg.ContactsBlocked{Blocked: []tg.PeerBlocked{}}
		for id := range x.me.blocked {
			out.Blocked = append(out.Blocked, tg.PeerBlocked{PeerID: peer(id), Date: now()})
		}
		out.Users, out.Chats = x.w.entities(x.id(), out.Blocked)
		return out, nil
	})
	on(func(x *ctx, r *tg.AccountUpdateStatusRequest) (bin.Encoder, error) {
		x.me.online = !r.Offline
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.AccountUpdateProfileRequest) (bin.Encoder, error) {
		if v, ok := r.GetFirstName(); ok {
			if v == "" {
				return nil, fail(400, "FIRSTNAME_INVALID")
			}
			x.me.FirstName = v
		}
		if v, ok := r.GetLastName(); ok {
			x.me.LastName = v
		}
		if v, ok := r.GetAbout(); ok {
			if len([]rune(v)) > 70 {
				return nil, fail(400, "ABOUT_TOO_LONG")
			}
			x.me.about = v
		}
		return x.w.userObj(x.id(), x.id()), nil
	})
	on(func(x *ctx, r *tg.AccountUpdateUsernameRequest) (bin.Encoder, error) {
		if id := x.w.byName(r.Username); r.Username != "" && id != 0 && id != x.id() {
			return nil, fail(400, "USERNAME_OCCUPIED")
		}
		x.me.Username = r.Username
		return x.w.userObj(x.id(), x.id()), nil
	})
	on(func(x *ctx, r *tg.AccountCheckUsernameRequest) (bin.Encoder, error) {
		if x.w.byName(r.Username) != 0 {
			return &tg.BoolFalse{}, nil
		}
		return &tg.BoolTrue{}, nil
	})
	on(func(x *ctx, r *tg.PhotosUploadProfilePhotoRequest) (bin.Encoder, error) {
		f, err := x.w.take(r.File)
		if err != nil {
			return nil, err
		}
		x.me.photo = x.w.makePhoto(f)
		return &tg.PhotosPhoto{Photo: x.me.photo, Users: []tg.UserClass{x.w.userObj(x.id(), x.id())}}, nil
	})
	on(func(x *ctx, r *tg.PhotosGetUserPhotosRequest) (bin.Encoder, error) {
		u, err := x.user(r.UserID)
		if err != nil {
			return nil, err
		}
		out := &tg.PhotosPhotos{Photos: []tg.PhotoClass{}, Users: []tg.UserClass{}}
		if u.photo != nil {
			out.Photos = append(out.Photos, u.photo)
		}
		return out, nil
	})
}
