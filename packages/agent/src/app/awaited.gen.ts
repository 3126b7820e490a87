// Written by scripts/gen.ts.
import type { UnavailableTool } from "../tools/unavailable-tool.ts";

/** Every tool that awaits something, sorted by name. */
export const awaited: readonly UnavailableTool[] = [
  {
    name: "agent_delegate",
    awaits: "sub-agents",
    load: async () => (await import("../tools/core/agent-delegate.ts")).agentDelegate,
  },
  {
    name: "bot_inline_send",
    awaits: "a Telegram account and a companion bot",
    load: async () => (await import("../tools/bot/inline-send.ts")).botInlineSend,
  },
  {
    name: "calendar_create",
    awaits: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/create.ts")).calendarCreate,
  },
  {
    name: "calendar_delete",
    awaits: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/delete.ts")).calendarDelete,
  },
  {
    name: "calendar_free",
    awaits: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/free.ts")).calendarFree,
  },
  {
    name: "calendar_list",
    awaits: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/list.ts")).calendarList,
  },
  {
    name: "calendar_update",
    awaits: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/update.ts")).calendarUpdate,
  },
  {
    name: "deal_cancel",
    awaits: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-cancel.ts")).dealCancel,
  },
  {
    name: "deal_list",
    awaits: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-list.ts")).dealList,
  },
  {
    name: "deal_propose",
    awaits: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-propose.ts")).dealPropose,
  },
  {
    name: "deal_respond",
    awaits: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-respond.ts")).dealRespond,
  },
  {
    name: "deal_status",
    awaits: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-status.ts")).dealStatus,
  },
  {
    name: "deal_verify_payment",
    awaits: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-verify-payment.ts")).dealVerifyPayment,
  },
  {
    name: "dedust_pools",
    awaits: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/pools.ts")).dedustPools,
  },
  {
    name: "dedust_prices",
    awaits: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/prices.ts")).dedustPrices,
  },
  {
    name: "dedust_quote",
    awaits: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/quote.ts")).dedustQuote,
  },
  {
    name: "dedust_swap",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/dedust/swap.ts")).dedustSwap,
  },
  {
    name: "dedust_token_info",
    awaits: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/token-info.ts")).dedustTokenInfo,
  },
  {
    name: "dedust_vault_info",
    awaits: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/vault-info.ts")).dedustVaultInfo,
  },
  {
    name: "dex_quote",
    awaits: "a connection to STON.fi and DeDust",
    load: async () => (await import("../tools/ton/dex-quote.ts")).dexQuote,
  },
  {
    name: "dns_auctions",
    awaits: "a connection to the TON blockchain",
    load: async () => (await import("../tools/dns/auctions.ts")).dnsAuctions,
  },
  {
    name: "dns_bid",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/dns/bid.ts")).dnsBid,
  },
  {
    name: "dns_check",
    awaits: "a connection to the TON blockchain",
    load: async () => (await import("../tools/dns/check.ts")).dnsCheck,
  },
  {
    name: "dns_link",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/dns/link.ts")).dnsLink,
  },
  {
    name: "dns_resolve",
    awaits: "a connection to the TON blockchain",
    load: async () => (await import("../tools/dns/resolve.ts")).dnsResolve,
  },
  {
    name: "dns_set_site",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/dns/set-site.ts")).dnsSetSite,
  },
  {
    name: "dns_start_auction",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/dns/start-auction.ts")).dnsStartAuction,
  },
  {
    name: "dns_unlink",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/dns/unlink.ts")).dnsUnlink,
  },
  {
    name: "email_draft",
    awaits: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/draft.ts")).emailDraft,
  },
  {
    name: "email_organize",
    awaits: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/organize.ts")).emailOrganize,
  },
  {
    name: "email_read",
    awaits: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/read.ts")).emailRead,
  },
  {
    name: "email_reply",
    awaits: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/reply.ts")).emailReply,
  },
  {
    name: "email_search",
    awaits: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/search.ts")).emailSearch,
  },
  {
    name: "email_send",
    awaits: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/send.ts")).emailSend,
  },
  {
    name: "github_comment",
    awaits: "a GitHub account",
    load: async () => (await import("../tools/github/comment.ts")).githubComment,
  },
  {
    name: "github_issue_create",
    awaits: "a GitHub account",
    load: async () => (await import("../tools/github/issue-create.ts")).githubIssueCreate,
  },
  {
    name: "github_issue_read",
    awaits: "a GitHub account",
    load: async () => (await import("../tools/github/issue-read.ts")).githubIssueRead,
  },
  {
    name: "github_notifications",
    awaits: "a GitHub account",
    load: async () => (await import("../tools/github/notifications.ts")).githubNotifications,
  },
  {
    name: "github_pull_requests",
    awaits: "a GitHub account",
    load: async () => (await import("../tools/github/pull-requests.ts")).githubPullRequests,
  },
  {
    name: "github_search",
    awaits: "a GitHub account",
    load: async () => (await import("../tools/github/search.ts")).githubSearch,
  },
  {
    name: "jetton_balances",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/ton/jetton-balances.ts")).jettonBalances,
  },
  {
    name: "jetton_history",
    awaits: "a source of TON market data",
    load: async () => (await import("../tools/ton/jetton-history.ts")).jettonHistory,
  },
  {
    name: "jetton_holders",
    awaits: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/jetton-holders.ts")).jettonHolders,
  },
  {
    name: "jetton_info",
    awaits: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/jetton-info.ts")).jettonInfo,
  },
  {
    name: "jetton_price",
    awaits: "a source of TON market data",
    load: async () => (await import("../tools/ton/jetton-price.ts")).jettonPrice,
  },
  {
    name: "jetton_send",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/ton/jetton-send.ts")).jettonSend,
  },
  {
    name: "meeting_save",
    awaits: "the meeting archive",
    load: async () => (await import("../tools/meetings/meeting-save.ts")).meetingSave,
  },
  {
    name: "meeting_search",
    awaits: "the meeting archive",
    load: async () => (await import("../tools/meetings/meeting-search.ts")).meetingSearch,
  },
  {
    name: "meeting_summary",
    awaits: "the meeting archive",
    load: async () => (await import("../tools/meetings/meeting-summary.ts")).meetingSummary,
  },
  {
    name: "news_feed_add",
    awaits: "the news feeds",
    load: async () => (await import("../tools/news/feed-add.ts")).newsFeedAdd,
  },
  {
    name: "news_feed_list",
    awaits: "the news feeds",
    load: async () => (await import("../tools/news/feed-list.ts")).newsFeedList,
  },
  {
    name: "news_feed_remove",
    awaits: "the news feeds",
    load: async () => (await import("../tools/news/feed-remove.ts")).newsFeedRemove,
  },
  {
    name: "news_headlines",
    awaits: "the news feeds",
    load: async () => (await import("../tools/news/headlines.ts")).newsHeadlines,
  },
  {
    name: "news_search",
    awaits: "the news feeds",
    load: async () => (await import("../tools/news/search.ts")).newsSearch,
  },
  {
    name: "nft_list",
    awaits: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/nft-list.ts")).nftList,
  },
  {
    name: "nft_transfer",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/ton/nft-transfer.ts")).nftTransfer,
  },
  {
    name: "stonfi_pool_info",
    awaits: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/pool-info.ts")).stonfiPoolInfo,
  },
  {
    name: "stonfi_pools",
    awaits: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/pools.ts")).stonfiPools,
  },
  {
    name: "stonfi_quote",
    awaits: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/quote.ts")).stonfiQuote,
  },
  {
    name: "stonfi_search",
    awaits: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/search.ts")).stonfiSearch,
  },
  {
    name: "stonfi_swap",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/stonfi/swap.ts")).stonfiSwap,
  },
  {
    name: "stonfi_trending",
    awaits: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/trending.ts")).stonfiTrending,
  },
  {
    name: "telegram_add_chat_to_folder",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/add-chat-to-folder.ts")).telegramAddChatToFolder,
  },
  {
    name: "telegram_add_sticker_set",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/add-sticker-set.ts")).telegramAddStickerSet,
  },
  {
    name: "telegram_ban_user",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/ban-user.ts")).telegramBanUser,
  },
  {
    name: "telegram_block_user",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/block-user.ts")).telegramBlockUser,
  },
  {
    name: "telegram_buy_resale_gift",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/buy-resale-gift.ts")).telegramBuyResaleGift,
  },
  {
    name: "telegram_check_channel_username",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/check-channel-username.ts")).telegramCheckChannelUsername,
  },
  {
    name: "telegram_check_username",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/check-username.ts")).telegramCheckUsername,
  },
  {
    name: "telegram_create_channel",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-channel.ts")).telegramCreateChannel,
  },
  {
    name: "telegram_create_folder",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-folder.ts")).telegramCreateFolder,
  },
  {
    name: "telegram_create_group",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-group.ts")).telegramCreateGroup,
  },
  {
    name: "telegram_create_poll",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-poll.ts")).telegramCreatePoll,
  },
  {
    name: "telegram_create_quiz",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-quiz.ts")).telegramCreateQuiz,
  },
  {
    name: "telegram_delete_message",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/delete-message.ts")).telegramDeleteMessage,
  },
  {
    name: "telegram_delete_scheduled_message",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/delete-scheduled-message.ts"))
        .telegramDeleteScheduledMessage,
  },
  {
    name: "telegram_download_media",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/download-media.ts")).telegramDownloadMedia,
  },
  {
    name: "telegram_edit_channel_info",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/edit-channel-info.ts")).telegramEditChannelInfo,
  },
  {
    name: "telegram_edit_message",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/edit-message.ts")).telegramEditMessage,
  },
  {
    name: "telegram_forward_message",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/forward-message.ts")).telegramForwardMessage,
  },
  {
    name: "telegram_get_admined_channels",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-admined-channels.ts")).telegramGetAdminedChannels,
  },
  {
    name: "telegram_get_available_gifts",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-available-gifts.ts")).telegramGetAvailableGifts,
  },
  {
    name: "telegram_get_blocked",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-blocked.ts")).telegramGetBlocked,
  },
  {
    name: "telegram_get_chat_info",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-chat-info.ts")).telegramGetChatInfo,
  },
  {
    name: "telegram_get_collectible_info",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-collectible-info.ts")).telegramGetCollectibleInfo,
  },
  {
    name: "telegram_get_common_chats",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-common-chats.ts")).telegramGetCommonChats,
  },
  {
    name: "telegram_get_dialogs",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-dialogs.ts")).telegramGetDialogs,
  },
  {
    name: "telegram_get_folders",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-folders.ts")).telegramGetFolders,
  },
  {
    name: "telegram_get_history",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-history.ts")).telegramGetHistory,
  },
  {
    name: "telegram_get_me",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-me.ts")).telegramGetMe,
  },
  {
    name: "telegram_get_my_gifts",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-my-gifts.ts")).telegramGetMyGifts,
  },
  {
    name: "telegram_get_my_stickers",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-my-stickers.ts")).telegramGetMyStickers,
  },
  {
    name: "telegram_get_participants",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-participants.ts")).telegramGetParticipants,
  },
  {
    name: "telegram_get_replies",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-replies.ts")).telegramGetReplies,
  },
  {
    name: "telegram_get_resale_gifts",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-resale-gifts.ts")).telegramGetResaleGifts,
  },
  {
    name: "telegram_get_scheduled_messages",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-scheduled-messages.ts")).telegramGetScheduledMessages,
  },
  {
    name: "telegram_get_stars_balance",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-stars-balance.ts")).telegramGetStarsBalance,
  },
  {
    name: "telegram_get_stars_transactions",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-stars-transactions.ts")).telegramGetStarsTransactions,
  },
  {
    name: "telegram_get_unique_gift",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-unique-gift.ts")).telegramGetUniqueGift,
  },
  {
    name: "telegram_get_unique_gift_value",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-unique-gift-value.ts")).telegramGetUniqueGiftValue,
  },
  {
    name: "telegram_get_user_info",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-user-info.ts")).telegramGetUserInfo,
  },
  {
    name: "telegram_invite_to_channel",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/invite-to-channel.ts")).telegramInviteToChannel,
  },
  {
    name: "telegram_join_channel",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/join-channel.ts")).telegramJoinChannel,
  },
  {
    name: "telegram_kick_user",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/kick-user.ts")).telegramKickUser,
  },
  {
    name: "telegram_leave_channel",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/leave-channel.ts")).telegramLeaveChannel,
  },
  {
    name: "telegram_mark_as_read",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/mark-as-read.ts")).telegramMarkAsRead,
  },
  {
    name: "telegram_pin_message",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/pin-message.ts")).telegramPinMessage,
  },
  {
    name: "telegram_quote_reply",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/quote-reply.ts")).telegramQuoteReply,
  },
  {
    name: "telegram_react",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/react.ts")).telegramReact,
  },
  {
    name: "telegram_reply_keyboard",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/reply-keyboard.ts")).telegramReplyKeyboard,
  },
  {
    name: "telegram_reply_message",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/reply-message.ts")).telegramReplyMessage,
  },
  {
    name: "telegram_resolve_gift_offer",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/resolve-gift-offer.ts")).telegramResolveGiftOffer,
  },
  {
    name: "telegram_schedule_message",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/schedule-message.ts")).telegramScheduleMessage,
  },
  {
    name: "telegram_search_gifs",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-gifs.ts")).telegramSearchGifs,
  },
  {
    name: "telegram_search_global",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-global.ts")).telegramSearchGlobal,
  },
  {
    name: "telegram_search_messages",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-messages.ts")).telegramSearchMessages,
  },
  {
    name: "telegram_search_posts",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-posts.ts")).telegramSearchPosts,
  },
  {
    name: "telegram_search_stickers",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-stickers.ts")).telegramSearchStickers,
  },
  {
    name: "telegram_send_dice",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-dice.ts")).telegramSendDice,
  },
  {
    name: "telegram_send_document",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-document.ts")).telegramSendDocument,
  },
  {
    name: "telegram_send_gif",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-gif.ts")).telegramSendGif,
  },
  {
    name: "telegram_send_gift",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-gift.ts")).telegramSendGift,
  },
  {
    name: "telegram_send_gift_offer",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-gift-offer.ts")).telegramSendGiftOffer,
  },
  {
    name: "telegram_send_message",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-message.ts")).telegramSendMessage,
  },
  {
    name: "telegram_send_photo",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-photo.ts")).telegramSendPhoto,
  },
  {
    name: "telegram_send_rich_message",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/send-rich-message.ts")).telegramSendRichMessage,
  },
  {
    name: "telegram_send_scheduled_now",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/send-scheduled-now.ts")).telegramSendScheduledNow,
  },
  {
    name: "telegram_send_sticker",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-sticker.ts")).telegramSendSticker,
  },
  {
    name: "telegram_send_story",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-story.ts")).telegramSendStory,
  },
  {
    name: "telegram_send_video",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-video.ts")).telegramSendVideo,
  },
  {
    name: "telegram_send_voice",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-voice.ts")).telegramSendVoice,
  },
  {
    name: "telegram_set_bio",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/set-bio.ts")).telegramSetBio,
  },
  {
    name: "telegram_set_channel_username",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/set-channel-username.ts")).telegramSetChannelUsername,
  },
  {
    name: "telegram_set_chat_photo",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/set-chat-photo.ts")).telegramSetChatPhoto,
  },
  {
    name: "telegram_set_collectible_price",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/set-collectible-price.ts")).telegramSetCollectiblePrice,
  },
  {
    name: "telegram_set_gift_status",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/set-gift-status.ts")).telegramSetGiftStatus,
  },
  {
    name: "telegram_set_personal_channel",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/set-personal-channel.ts")).telegramSetPersonalChannel,
  },
  {
    name: "telegram_set_username",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/set-username.ts")).telegramSetUsername,
  },
  {
    name: "telegram_transcribe_audio",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/transcribe-audio.ts")).telegramTranscribeAudio,
  },
  {
    name: "telegram_transfer_collectible",
    awaits: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/transfer-collectible.ts")).telegramTransferCollectible,
  },
  {
    name: "telegram_unban_user",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/unban-user.ts")).telegramUnbanUser,
  },
  {
    name: "telegram_unpin_message",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/unpin-message.ts")).telegramUnpinMessage,
  },
  {
    name: "telegram_update_profile",
    awaits: "a Telegram account",
    load: async () => (await import("../tools/telegram/update-profile.ts")).telegramUpdateProfile,
  },
  {
    name: "ton_chart",
    awaits: "a source of TON market data",
    load: async () => (await import("../tools/ton/chart.ts")).tonChart,
  },
  {
    name: "ton_get_address",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/ton/get-address.ts")).tonGetAddress,
  },
  {
    name: "ton_get_balance",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/ton/get-balance.ts")).tonGetBalance,
  },
  {
    name: "ton_get_transactions",
    awaits: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/get-transactions.ts")).tonGetTransactions,
  },
  {
    name: "ton_my_transactions",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/ton/my-transactions.ts")).tonMyTransactions,
  },
  {
    name: "ton_price",
    awaits: "a source of TON market data",
    load: async () => (await import("../tools/ton/price.ts")).tonPrice,
  },
  {
    name: "ton_proxy_status",
    awaits: "Tonutils-Proxy",
    load: async () => (await import("../tools/ton/proxy-status.ts")).tonProxyStatus,
  },
  {
    name: "ton_send",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/ton/send.ts")).tonSend,
  },
  {
    name: "ton_transaction_status",
    awaits: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/transaction-status.ts")).tonTransactionStatus,
  },
  {
    name: "ton_verify_payment",
    awaits: "a TON wallet",
    load: async () => (await import("../tools/ton/verify-payment.ts")).tonVerifyPayment,
  },
  {
    name: "utility_weather",
    awaits: "a weather service",
    load: async () => (await import("../tools/utility/weather.ts")).utilityWeather,
  },
];
