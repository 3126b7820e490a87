package world

func init() {
	ok := func(r *apiReq) (any, error) { return true, nil }
	// ---- bot settings
	botMethod("setMyCommands", func(r *apiReq) (any, error) { return true, r.setCommands() })
	botMethod("deleteMyCommands", func(r *apiReq) (any, error) {
		key, err := r.commandKey()
		delete(r.bot.api().commands, key)
		return true, err
	})
	botMethod("getMyCommands", func(r *apiReq) (any, error) {
		key, err := r.commandKey()
		if list := r.bot.api().commands[key]; list != nil {
			return list, err
		}
		return []botCommand{}, err
	})
	for _, n := range []string{"setChatMenuButton", "setMyName", "setMyDescription", "setMyShortDescription", "setMyDefaultAdministratorRights", "setChatPermissions", "setChatDescription", "answerInlineQuery", "answerShippingQuery", "closeForumTopic", "reopenForumTopic", "editForumTopic", "deleteForumTopic", "unpinAllChatMessages"} {
		botMethod(n, ok)
	}
}
