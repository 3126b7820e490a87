// Written by scripts/gen.ts.
import type { UnavailableTool } from "../tools/unavailable-tool.ts";

/** Every tool that awaits something, sorted by name. */
export const awaited: readonly UnavailableTool[] = [
  {
    name: "agent_delegate",
    requires: "sub-agents",
    load: async () => (await import("../tools/core/agent-delegate.ts")).agentDelegate,
  },
  {
    name: "bot_inline_send",
    requires: "a Telegram account and a companion bot",
    load: async () => (await import("../tools/bot/inline-send.ts")).botInlineSend,
  },
  {
    name: "calendar_create",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/create.ts")).calendarCreate,
  },
  {
    name: "calendar_delete",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/delete.ts")).calendarDelete,
  },
  {
    name: "calendar_free",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/free.ts")).calendarFree,
  },
  {
    name: "calendar_list",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/list.ts")).calendarList,
  },
  {
    name: "calendar_update",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("../tools/calendar/update.ts")).calendarUpdate,
  },
  {
    name: "deal_cancel",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-cancel.ts")).dealCancel,
  },
  {
    name: "deal_list",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-list.ts")).dealList,
  },
  {
    name: "deal_propose",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-propose.ts")).dealPropose,
  },
  {
    name: "deal_respond",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-respond.ts")).dealRespond,
  },
  {
    name: "deal_status",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-status.ts")).dealStatus,
  },
  {
    name: "deal_verify_payment",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("../tools/deals/deal-verify-payment.ts")).dealVerifyPayment,
  },
  {
    name: "dedust_pools",
    requires: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/pools.ts")).dedustPools,
  },
  {
    name: "dedust_prices",
    requires: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/prices.ts")).dedustPrices,
  },
  {
    name: "dedust_quote",
    requires: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/quote.ts")).dedustQuote,
  },
  {
    name: "dedust_swap",
    requires: "a TON wallet",
    load: async () => (await import("../tools/dedust/swap.ts")).dedustSwap,
  },
  {
    name: "dedust_token_info",
    requires: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/token-info.ts")).dedustTokenInfo,
  },
  {
    name: "dedust_vault_info",
    requires: "a connection to DeDust",
    load: async () => (await import("../tools/dedust/vault-info.ts")).dedustVaultInfo,
  },
  {
    name: "dex_quote",
    requires: "a connection to STON.fi and DeDust",
    load: async () => (await import("../tools/ton/dex-quote.ts")).dexQuote,
  },
  {
    name: "dns_auctions",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("../tools/dns/auctions.ts")).dnsAuctions,
  },
  {
    name: "dns_bid",
    requires: "a TON wallet",
    load: async () => (await import("../tools/dns/bid.ts")).dnsBid,
  },
  {
    name: "dns_check",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("../tools/dns/check.ts")).dnsCheck,
  },
  {
    name: "dns_link",
    requires: "a TON wallet",
    load: async () => (await import("../tools/dns/link.ts")).dnsLink,
  },
  {
    name: "dns_resolve",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("../tools/dns/resolve.ts")).dnsResolve,
  },
  {
    name: "dns_set_site",
    requires: "a TON wallet",
    load: async () => (await import("../tools/dns/set-site.ts")).dnsSetSite,
  },
  {
    name: "dns_start_auction",
    requires: "a TON wallet",
    load: async () => (await import("../tools/dns/start-auction.ts")).dnsStartAuction,
  },
  {
    name: "dns_unlink",
    requires: "a TON wallet",
    load: async () => (await import("../tools/dns/unlink.ts")).dnsUnlink,
  },
  {
    name: "email_draft",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/draft.ts")).emailDraft,
  },
  {
    name: "email_organize",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/organize.ts")).emailOrganize,
  },
  {
    name: "email_read",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/read.ts")).emailRead,
  },
  {
    name: "email_reply",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/reply.ts")).emailReply,
  },
  {
    name: "email_search",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/search.ts")).emailSearch,
  },
  {
    name: "email_send",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("../tools/email/send.ts")).emailSend,
  },
  {
    name: "github_comment",
    requires: "a GitHub account",
    load: async () => (await import("../tools/github/comment.ts")).githubComment,
  },
  {
    name: "github_issue_create",
    requires: "a GitHub account",
    load: async () => (await import("../tools/github/issue-create.ts")).githubIssueCreate,
  },
  {
    name: "github_issue_read",
    requires: "a GitHub account",
    load: async () => (await import("../tools/github/issue-read.ts")).githubIssueRead,
  },
  {
    name: "github_notifications",
    requires: "a GitHub account",
    load: async () => (await import("../tools/github/notifications.ts")).githubNotifications,
  },
  {
    name: "github_pull_requests",
    requires: "a GitHub account",
    load: async () => (await import("../tools/github/pull-requests.ts")).githubPullRequests,
  },
  {
    name: "github_search",
    requires: "a GitHub account",
    load: async () => (await import("../tools/github/search.ts")).githubSearch,
  },
  {
    name: "jetton_balances",
    requires: "a TON wallet",
    load: async () => (await import("../tools/ton/jetton-balances.ts")).jettonBalances,
  },
  {
    name: "jetton_history",
    requires: "a source of TON market data",
    load: async () => (await import("../tools/ton/jetton-history.ts")).jettonHistory,
  },
  {
    name: "jetton_holders",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/jetton-holders.ts")).jettonHolders,
  },
  {
    name: "jetton_info",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/jetton-info.ts")).jettonInfo,
  },
  {
    name: "jetton_price",
    requires: "a source of TON market data",
    load: async () => (await import("../tools/ton/jetton-price.ts")).jettonPrice,
  },
  {
    name: "jetton_send",
    requires: "a TON wallet",
    load: async () => (await import("../tools/ton/jetton-send.ts")).jettonSend,
  },
  {
    name: "meeting_save",
    requires: "the meeting archive",
    load: async () => (await import("../tools/meetings/meeting-save.ts")).meetingSave,
  },
  {
    name: "meeting_search",
    requires: "the meeting archive",
    load: async () => (await import("../tools/meetings/meeting-search.ts")).meetingSearch,
  },
  {
    name: "meeting_summary",
    requires: "the meeting archive",
    load: async () => (await import("../tools/meetings/meeting-summary.ts")).meetingSummary,
  },
  {
    name: "news_feed_add",
    requires: "the news feeds",
    load: async () => (await import("../tools/news/feed-add.ts")).newsFeedAdd,
  },
  {
    name: "news_feed_list",
    requires: "the news feeds",
    load: async () => (await import("../tools/news/feed-list.ts")).newsFeedList,
  },
  {
    name: "news_feed_remove",
    requires: "the news feeds",
    load: async () => (await import("../tools/news/feed-remove.ts")).newsFeedRemove,
  },
  {
    name: "news_headlines",
    requires: "the news feeds",
    load: async () => (await import("../tools/news/headlines.ts")).newsHeadlines,
  },
  {
    name: "news_search",
    requires: "the news feeds",
    load: async () => (await import("../tools/news/search.ts")).newsSearch,
  },
  {
    name: "nft_list",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/nft-list.ts")).nftList,
  },
  {
    name: "nft_transfer",
    requires: "a TON wallet",
    load: async () => (await import("../tools/ton/nft-transfer.ts")).nftTransfer,
  },
  {
    name: "stonfi_pool_info",
    requires: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/pool-info.ts")).stonfiPoolInfo,
  },
  {
    name: "stonfi_pools",
    requires: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/pools.ts")).stonfiPools,
  },
  {
    name: "stonfi_quote",
    requires: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/quote.ts")).stonfiQuote,
  },
  {
    name: "stonfi_search",
    requires: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/search.ts")).stonfiSearch,
  },
  {
    name: "stonfi_swap",
    requires: "a TON wallet",
    load: async () => (await import("../tools/stonfi/swap.ts")).stonfiSwap,
  },
  {
    name: "stonfi_trending",
    requires: "a connection to STON.fi",
    load: async () => (await import("../tools/stonfi/trending.ts")).stonfiTrending,
  },
  {
    name: "telegram_add_chat_to_folder",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/add-chat-to-folder.ts")).telegramAddChatToFolder,
  },
  {
    name: "telegram_add_sticker_set",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/add-sticker-set.ts")).telegramAddStickerSet,
  },
  {
    name: "telegram_ban_user",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/ban-user.ts")).telegramBanUser,
  },
  {
    name: "telegram_block_user",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/block-user.ts")).telegramBlockUser,
  },
  {
    name: "telegram_buy_resale_gift",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/buy-resale-gift.ts")).telegramBuyResaleGift,
  },
  {
    name: "telegram_check_channel_username",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/check-channel-username.ts")).telegramCheckChannelUsername,
  },
  {
    name: "telegram_check_username",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/check-username.ts")).telegramCheckUsername,
  },
  {
    name: "telegram_create_channel",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-channel.ts")).telegramCreateChannel,
  },
  {
    name: "telegram_create_folder",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-folder.ts")).telegramCreateFolder,
  },
  {
    name: "telegram_create_group",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-group.ts")).telegramCreateGroup,
  },
  {
    name: "telegram_create_poll",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-poll.ts")).telegramCreatePoll,
  },
  {
    name: "telegram_create_quiz",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/create-quiz.ts")).telegramCreateQuiz,
  },
  {
    name: "telegram_delete_message",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/delete-message.ts")).telegramDeleteMessage,
  },
  {
    name: "telegram_delete_scheduled_message",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/delete-scheduled-message.ts"))
        .telegramDeleteScheduledMessage,
  },
  {
    name: "telegram_download_media",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/download-media.ts")).telegramDownloadMedia,
  },
  {
    name: "telegram_edit_channel_info",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/edit-channel-info.ts")).telegramEditChannelInfo,
  },
  {
    name: "telegram_edit_message",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/edit-message.ts")).telegramEditMessage,
  },
  {
    name: "telegram_forward_message",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/forward-message.ts")).telegramForwardMessage,
  },
  {
    name: "telegram_get_admined_channels",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-admined-channels.ts")).telegramGetAdminedChannels,
  },
  {
    name: "telegram_get_available_gifts",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-available-gifts.ts")).telegramGetAvailableGifts,
  },
  {
    name: "telegram_get_blocked",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-blocked.ts")).telegramGetBlocked,
  },
  {
    name: "telegram_get_chat_info",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-chat-info.ts")).telegramGetChatInfo,
  },
  {
    name: "telegram_get_collectible_info",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-collectible-info.ts")).telegramGetCollectibleInfo,
  },
  {
    name: "telegram_get_common_chats",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-common-chats.ts")).telegramGetCommonChats,
  },
  {
    name: "telegram_get_dialogs",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-dialogs.ts")).telegramGetDialogs,
  },
  {
    name: "telegram_get_folders",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-folders.ts")).telegramGetFolders,
  },
  {
    name: "telegram_get_history",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-history.ts")).telegramGetHistory,
  },
  {
    name: "telegram_get_me",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-me.ts")).telegramGetMe,
  },
  {
    name: "telegram_get_my_gifts",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-my-gifts.ts")).telegramGetMyGifts,
  },
  {
    name: "telegram_get_my_stickers",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-my-stickers.ts")).telegramGetMyStickers,
  },
  {
    name: "telegram_get_participants",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-participants.ts")).telegramGetParticipants,
  },
  {
    name: "telegram_get_replies",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-replies.ts")).telegramGetReplies,
  },
  {
    name: "telegram_get_resale_gifts",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-resale-gifts.ts")).telegramGetResaleGifts,
  },
  {
    name: "telegram_get_scheduled_messages",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-scheduled-messages.ts")).telegramGetScheduledMessages,
  },
  {
    name: "telegram_get_stars_balance",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-stars-balance.ts")).telegramGetStarsBalance,
  },
  {
    name: "telegram_get_stars_transactions",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-stars-transactions.ts")).telegramGetStarsTransactions,
  },
  {
    name: "telegram_get_unique_gift",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-unique-gift.ts")).telegramGetUniqueGift,
  },
  {
    name: "telegram_get_unique_gift_value",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/get-unique-gift-value.ts")).telegramGetUniqueGiftValue,
  },
  {
    name: "telegram_get_user_info",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/get-user-info.ts")).telegramGetUserInfo,
  },
  {
    name: "telegram_invite_to_channel",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/invite-to-channel.ts")).telegramInviteToChannel,
  },
  {
    name: "telegram_join_channel",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/join-channel.ts")).telegramJoinChannel,
  },
  {
    name: "telegram_kick_user",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/kick-user.ts")).telegramKickUser,
  },
  {
    name: "telegram_leave_channel",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/leave-channel.ts")).telegramLeaveChannel,
  },
  {
    name: "telegram_mark_as_read",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/mark-as-read.ts")).telegramMarkAsRead,
  },
  {
    name: "telegram_pin_message",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/pin-message.ts")).telegramPinMessage,
  },
  {
    name: "telegram_quote_reply",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/quote-reply.ts")).telegramQuoteReply,
  },
  {
    name: "telegram_react",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/react.ts")).telegramReact,
  },
  {
    name: "telegram_reply_keyboard",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/reply-keyboard.ts")).telegramReplyKeyboard,
  },
  {
    name: "telegram_reply_message",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/reply-message.ts")).telegramReplyMessage,
  },
  {
    name: "telegram_resolve_gift_offer",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/resolve-gift-offer.ts")).telegramResolveGiftOffer,
  },
  {
    name: "telegram_schedule_message",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/schedule-message.ts")).telegramScheduleMessage,
  },
  {
    name: "telegram_search_gifs",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-gifs.ts")).telegramSearchGifs,
  },
  {
    name: "telegram_search_global",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-global.ts")).telegramSearchGlobal,
  },
  {
    name: "telegram_search_messages",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-messages.ts")).telegramSearchMessages,
  },
  {
    name: "telegram_search_posts",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-posts.ts")).telegramSearchPosts,
  },
  {
    name: "telegram_search_stickers",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/search-stickers.ts")).telegramSearchStickers,
  },
  {
    name: "telegram_send_dice",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-dice.ts")).telegramSendDice,
  },
  {
    name: "telegram_send_document",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-document.ts")).telegramSendDocument,
  },
  {
    name: "telegram_send_gif",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-gif.ts")).telegramSendGif,
  },
  {
    name: "telegram_send_gift",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-gift.ts")).telegramSendGift,
  },
  {
    name: "telegram_send_gift_offer",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-gift-offer.ts")).telegramSendGiftOffer,
  },
  {
    name: "telegram_send_message",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-message.ts")).telegramSendMessage,
  },
  {
    name: "telegram_send_photo",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-photo.ts")).telegramSendPhoto,
  },
  {
    name: "telegram_send_rich_message",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/send-rich-message.ts")).telegramSendRichMessage,
  },
  {
    name: "telegram_send_scheduled_now",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/send-scheduled-now.ts")).telegramSendScheduledNow,
  },
  {
    name: "telegram_send_sticker",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-sticker.ts")).telegramSendSticker,
  },
  {
    name: "telegram_send_story",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-story.ts")).telegramSendStory,
  },
  {
    name: "telegram_send_video",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-video.ts")).telegramSendVideo,
  },
  {
    name: "telegram_send_voice",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/send-voice.ts")).telegramSendVoice,
  },
  {
    name: "telegram_set_bio",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/set-bio.ts")).telegramSetBio,
  },
  {
    name: "telegram_set_channel_username",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/set-channel-username.ts")).telegramSetChannelUsername,
  },
  {
    name: "telegram_set_chat_photo",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/set-chat-photo.ts")).telegramSetChatPhoto,
  },
  {
    name: "telegram_set_collectible_price",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/set-collectible-price.ts")).telegramSetCollectiblePrice,
  },
  {
    name: "telegram_set_gift_status",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/set-gift-status.ts")).telegramSetGiftStatus,
  },
  {
    name: "telegram_set_personal_channel",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/set-personal-channel.ts")).telegramSetPersonalChannel,
  },
  {
    name: "telegram_set_username",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/set-username.ts")).telegramSetUsername,
  },
  {
    name: "telegram_transcribe_audio",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/transcribe-audio.ts")).telegramTranscribeAudio,
  },
  {
    name: "telegram_transfer_collectible",
    requires: "a Telegram account",
    load: async () =>
      (await import("../tools/telegram/transfer-collectible.ts")).telegramTransferCollectible,
  },
  {
    name: "telegram_unban_user",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/unban-user.ts")).telegramUnbanUser,
  },
  {
    name: "telegram_unpin_message",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/unpin-message.ts")).telegramUnpinMessage,
  },
  {
    name: "telegram_update_profile",
    requires: "a Telegram account",
    load: async () => (await import("../tools/telegram/update-profile.ts")).telegramUpdateProfile,
  },
  {
    name: "ton_chart",
    requires: "a source of TON market data",
    load: async () => (await import("../tools/ton/chart.ts")).tonChart,
  },
  {
    name: "ton_get_address",
    requires: "a TON wallet",
    load: async () => (await import("../tools/ton/get-address.ts")).tonGetAddress,
  },
  {
    name: "ton_get_balance",
    requires: "a TON wallet",
    load: async () => (await import("../tools/ton/get-balance.ts")).tonGetBalance,
  },
  {
    name: "ton_get_transactions",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/get-transactions.ts")).tonGetTransactions,
  },
  {
    name: "ton_my_transactions",
    requires: "a TON wallet",
    load: async () => (await import("../tools/ton/my-transactions.ts")).tonMyTransactions,
  },
  {
    name: "ton_price",
    requires: "a source of TON market data",
    load: async () => (await import("../tools/ton/price.ts")).tonPrice,
  },
  {
    name: "ton_proxy_status",
    requires: "Tonutils-Proxy",
    load: async () => (await import("../tools/ton/proxy-status.ts")).tonProxyStatus,
  },
  {
    name: "ton_send",
    requires: "a TON wallet",
    load: async () => (await import("../tools/ton/send.ts")).tonSend,
  },
  {
    name: "ton_transaction_status",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("../tools/ton/transaction-status.ts")).tonTransactionStatus,
  },
  {
    name: "ton_verify_payment",
    requires: "a TON wallet",
    load: async () => (await import("../tools/ton/verify-payment.ts")).tonVerifyPayment,
  },
  {
    name: "utility_weather",
    requires: "a weather service",
    load: async () => (await import("../tools/utility/weather.ts")).utilityWeather,
  },
];
