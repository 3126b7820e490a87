package world

func init() {
	ok := func(r *apiReq) (any, error) { return true, nil }
	botMethod("getMe", func(r *apiReq) (any, error) {
		u := r.w.apiUser(r.bot.ID)
		u["can_join_groups"], u["can_read_all_group_messages"], u["supports_inline_queries"], u["can_connect_to_business"], u["has_main_web_app"] = true, true, false, false, false
		return u, nil
	})
	botMethod("getUpdates", func(r *apiReq) (any, error) { return r.poll() })
	botMethod("setWebhook", func(r *apiReq) (any, error) { return true, r.setWebhook() })
	botMethod("deleteWebhook", func(r *apiReq) (any, error) { return true, r.deleteWebhook() })
	botMethod("getWebhookInfo", func(r *apiReq) (any, error) { return r.bot.api().webhookInfo(), nil })
	botMethod("logOut", ok)
	botMethod("close", ok)
}
