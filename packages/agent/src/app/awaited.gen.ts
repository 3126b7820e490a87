// Written by scripts/gen.ts.
import type { UnavailableTool } from "../tools/unavailable-tool.ts";

/** Every tool that awaits something, sorted by name. */
export const awaited: readonly UnavailableTool[] = [
  {
    name: "bot_inline_send",
    requires: "a Telegram account and a companion bot",
    load: async () => (await import("./awaited-tools.gen.ts")).botInlineSend,
  },
  {
    name: "calendar_create",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("./awaited-tools.gen.ts")).calendarCreate,
  },
  {
    name: "calendar_delete",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("./awaited-tools.gen.ts")).calendarDelete,
  },
  {
    name: "calendar_free",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("./awaited-tools.gen.ts")).calendarFree,
  },
  {
    name: "calendar_list",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("./awaited-tools.gen.ts")).calendarList,
  },
  {
    name: "calendar_update",
    requires: "a calendar (CalDAV)",
    load: async () => (await import("./awaited-tools.gen.ts")).calendarUpdate,
  },
  {
    name: "deal_cancel",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).dealCancel,
  },
  {
    name: "deal_list",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).dealList,
  },
  {
    name: "deal_propose",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).dealPropose,
  },
  {
    name: "deal_respond",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).dealRespond,
  },
  {
    name: "deal_status",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).dealStatus,
  },
  {
    name: "deal_verify_payment",
    requires: "a TON wallet and a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).dealVerifyPayment,
  },
  {
    name: "dedust_pools",
    requires: "a connection to DeDust",
    load: async () => (await import("./awaited-tools.gen.ts")).dedustPools,
  },
  {
    name: "dedust_prices",
    requires: "a connection to DeDust",
    load: async () => (await import("./awaited-tools.gen.ts")).dedustPrices,
  },
  {
    name: "dedust_quote",
    requires: "a connection to DeDust",
    load: async () => (await import("./awaited-tools.gen.ts")).dedustQuote,
  },
  {
    name: "dedust_swap",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).dedustSwap,
  },
  {
    name: "dedust_token_info",
    requires: "a connection to DeDust",
    load: async () => (await import("./awaited-tools.gen.ts")).dedustTokenInfo,
  },
  {
    name: "dedust_vault_info",
    requires: "a connection to DeDust",
    load: async () => (await import("./awaited-tools.gen.ts")).dedustVaultInfo,
  },
  {
    name: "dex_quote",
    requires: "a connection to STON.fi and DeDust",
    load: async () => (await import("./awaited-tools.gen.ts")).dexQuote,
  },
  {
    name: "dns_auctions",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("./awaited-tools.gen.ts")).dnsAuctions,
  },
  {
    name: "dns_bid",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).dnsBid,
  },
  {
    name: "dns_check",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("./awaited-tools.gen.ts")).dnsCheck,
  },
  {
    name: "dns_link",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).dnsLink,
  },
  {
    name: "dns_resolve",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("./awaited-tools.gen.ts")).dnsResolve,
  },
  {
    name: "dns_set_site",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).dnsSetSite,
  },
  {
    name: "dns_start_auction",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).dnsStartAuction,
  },
  {
    name: "dns_unlink",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).dnsUnlink,
  },
  {
    name: "email_draft",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("./awaited-tools.gen.ts")).emailDraft,
  },
  {
    name: "email_organize",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("./awaited-tools.gen.ts")).emailOrganize,
  },
  {
    name: "email_read",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("./awaited-tools.gen.ts")).emailRead,
  },
  {
    name: "email_reply",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("./awaited-tools.gen.ts")).emailReply,
  },
  {
    name: "email_search",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("./awaited-tools.gen.ts")).emailSearch,
  },
  {
    name: "email_send",
    requires: "a mailbox (IMAP and SMTP)",
    load: async () => (await import("./awaited-tools.gen.ts")).emailSend,
  },
  {
    name: "github_comment",
    requires: "a GitHub account",
    load: async () => (await import("./awaited-tools.gen.ts")).githubComment,
  },
  {
    name: "github_issue_create",
    requires: "a GitHub account",
    load: async () => (await import("./awaited-tools.gen.ts")).githubIssueCreate,
  },
  {
    name: "github_issue_read",
    requires: "a GitHub account",
    load: async () => (await import("./awaited-tools.gen.ts")).githubIssueRead,
  },
  {
    name: "github_notifications",
    requires: "a GitHub account",
    load: async () => (await import("./awaited-tools.gen.ts")).githubNotifications,
  },
  {
    name: "github_pull_requests",
    requires: "a GitHub account",
    load: async () => (await import("./awaited-tools.gen.ts")).githubPullRequests,
  },
  {
    name: "github_search",
    requires: "a GitHub account",
    load: async () => (await import("./awaited-tools.gen.ts")).githubSearch,
  },
  {
    name: "jetton_balances",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).jettonBalances,
  },
  {
    name: "jetton_history",
    requires: "a source of TON market data",
    load: async () => (await import("./awaited-tools.gen.ts")).jettonHistory,
  },
  {
    name: "jetton_holders",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("./awaited-tools.gen.ts")).jettonHolders,
  },
  {
    name: "jetton_info",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("./awaited-tools.gen.ts")).jettonInfo,
  },
  {
    name: "jetton_price",
    requires: "a source of TON market data",
    load: async () => (await import("./awaited-tools.gen.ts")).jettonPrice,
  },
  {
    name: "jetton_send",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).jettonSend,
  },
  {
    name: "meeting_save",
    requires: "the meeting archive",
    load: async () => (await import("./awaited-tools.gen.ts")).meetingSave,
  },
  {
    name: "meeting_search",
    requires: "the meeting archive",
    load: async () => (await import("./awaited-tools.gen.ts")).meetingSearch,
  },
  {
    name: "meeting_summary",
    requires: "the meeting archive",
    load: async () => (await import("./awaited-tools.gen.ts")).meetingSummary,
  },
  {
    name: "news_feed_add",
    requires: "the news feeds",
    load: async () => (await import("./awaited-tools.gen.ts")).newsFeedAdd,
  },
  {
    name: "news_feed_list",
    requires: "the news feeds",
    load: async () => (await import("./awaited-tools.gen.ts")).newsFeedList,
  },
  {
    name: "news_feed_remove",
    requires: "the news feeds",
    load: async () => (await import("./awaited-tools.gen.ts")).newsFeedRemove,
  },
  {
    name: "news_headlines",
    requires: "the news feeds",
    load: async () => (await import("./awaited-tools.gen.ts")).newsHeadlines,
  },
  {
    name: "news_search",
    requires: "the news feeds",
    load: async () => (await import("./awaited-tools.gen.ts")).newsSearch,
  },
  {
    name: "nft_list",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("./awaited-tools.gen.ts")).nftList,
  },
  {
    name: "nft_transfer",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).nftTransfer,
  },
  {
    name: "stonfi_pool_info",
    requires: "a connection to STON.fi",
    load: async () => (await import("./awaited-tools.gen.ts")).stonfiPoolInfo,
  },
  {
    name: "stonfi_pools",
    requires: "a connection to STON.fi",
    load: async () => (await import("./awaited-tools.gen.ts")).stonfiPools,
  },
  {
    name: "stonfi_quote",
    requires: "a connection to STON.fi",
    load: async () => (await import("./awaited-tools.gen.ts")).stonfiQuote,
  },
  {
    name: "stonfi_search",
    requires: "a connection to STON.fi",
    load: async () => (await import("./awaited-tools.gen.ts")).stonfiSearch,
  },
  {
    name: "stonfi_swap",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).stonfiSwap,
  },
  {
    name: "stonfi_trending",
    requires: "a connection to STON.fi",
    load: async () => (await import("./awaited-tools.gen.ts")).stonfiTrending,
  },
  {
    name: "telegram_add_chat_to_folder",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramAddChatToFolder,
  },
  {
    name: "telegram_add_contact",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramAddContact,
  },
  {
    name: "telegram_add_sticker_set",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramAddStickerSet,
  },
  {
    name: "telegram_ban_user",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramBanUser,
  },
  {
    name: "telegram_block_user",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramBlockUser,
  },
  {
    name: "telegram_buy_resale_gift",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramBuyResaleGift,
  },
  {
    name: "telegram_check_channel_username",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCheckChannelUsername,
  },
  {
    name: "telegram_check_username",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCheckUsername,
  },
  {
    name: "telegram_copy_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCopyMessage,
  },
  {
    name: "telegram_create_channel",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCreateChannel,
  },
  {
    name: "telegram_create_folder",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCreateFolder,
  },
  {
    name: "telegram_create_group",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCreateGroup,
  },
  {
    name: "telegram_create_invite_link",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCreateInviteLink,
  },
  {
    name: "telegram_create_poll",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCreatePoll,
  },
  {
    name: "telegram_create_quiz",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramCreateQuiz,
  },
  {
    name: "telegram_delete_contact",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramDeleteContact,
  },
  {
    name: "telegram_delete_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramDeleteMessage,
  },
  {
    name: "telegram_delete_scheduled_message",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramDeleteScheduledMessage,
  },
  {
    name: "telegram_download_media",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramDownloadMedia,
  },
  {
    name: "telegram_edit_channel_info",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramEditChannelInfo,
  },
  {
    name: "telegram_edit_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramEditMessage,
  },
  {
    name: "telegram_forward_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramForwardMessage,
  },
  {
    name: "telegram_get_admined_channels",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetAdminedChannels,
  },
  {
    name: "telegram_get_available_gifts",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetAvailableGifts,
  },
  {
    name: "telegram_get_blocked",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetBlocked,
  },
  {
    name: "telegram_get_chat_info",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetChatInfo,
  },
  {
    name: "telegram_get_collectible_info",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetCollectibleInfo,
  },
  {
    name: "telegram_get_common_chats",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetCommonChats,
  },
  {
    name: "telegram_get_dialogs",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetDialogs,
  },
  {
    name: "telegram_get_folders",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetFolders,
  },
  {
    name: "telegram_get_history",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetHistory,
  },
  {
    name: "telegram_get_me",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetMe,
  },
  {
    name: "telegram_get_my_gifts",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetMyGifts,
  },
  {
    name: "telegram_get_my_stickers",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetMyStickers,
  },
  {
    name: "telegram_get_participants",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetParticipants,
  },
  {
    name: "telegram_get_replies",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetReplies,
  },
  {
    name: "telegram_get_resale_gifts",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetResaleGifts,
  },
  {
    name: "telegram_get_scheduled_messages",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetScheduledMessages,
  },
  {
    name: "telegram_get_stars_balance",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetStarsBalance,
  },
  {
    name: "telegram_get_stars_transactions",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetStarsTransactions,
  },
  {
    name: "telegram_get_unique_gift",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetUniqueGift,
  },
  {
    name: "telegram_get_unique_gift_value",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetUniqueGiftValue,
  },
  {
    name: "telegram_get_user_info",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramGetUserInfo,
  },
  {
    name: "telegram_invite_to_channel",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramInviteToChannel,
  },
  {
    name: "telegram_join_channel",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramJoinChannel,
  },
  {
    name: "telegram_kick_user",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramKickUser,
  },
  {
    name: "telegram_leave_channel",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramLeaveChannel,
  },
  {
    name: "telegram_list_contacts",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramListContacts,
  },
  {
    name: "telegram_mark_as_read",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramMarkAsRead,
  },
  {
    name: "telegram_pin_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramPinMessage,
  },
  {
    name: "telegram_promote_user",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramPromoteUser,
  },
  {
    name: "telegram_quote_reply",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramQuoteReply,
  },
  {
    name: "telegram_react",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramReact,
  },
  {
    name: "telegram_reply_keyboard",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramReplyKeyboard,
  },
  {
    name: "telegram_reply_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramReplyMessage,
  },
  {
    name: "telegram_resolve_gift_offer",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramResolveGiftOffer,
  },
  {
    name: "telegram_restrict_user",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramRestrictUser,
  },
  {
    name: "telegram_schedule_message",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramScheduleMessage,
  },
  {
    name: "telegram_search_gifs",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSearchGifs,
  },
  {
    name: "telegram_search_global",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSearchGlobal,
  },
  {
    name: "telegram_search_messages",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSearchMessages,
  },
  {
    name: "telegram_search_posts",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSearchPosts,
  },
  {
    name: "telegram_search_stickers",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSearchStickers,
  },
  {
    name: "telegram_send_dice",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendDice,
  },
  {
    name: "telegram_send_document",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendDocument,
  },
  {
    name: "telegram_send_gif",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendGif,
  },
  {
    name: "telegram_send_gift",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendGift,
  },
  {
    name: "telegram_send_gift_offer",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendGiftOffer,
  },
  {
    name: "telegram_send_location",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendLocation,
  },
  {
    name: "telegram_send_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendMessage,
  },
  {
    name: "telegram_send_photo",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendPhoto,
  },
  {
    name: "telegram_send_rich_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendRichMessage,
  },
  {
    name: "telegram_send_scheduled_now",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendScheduledNow,
  },
  {
    name: "telegram_send_sticker",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendSticker,
  },
  {
    name: "telegram_send_story",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendStory,
  },
  {
    name: "telegram_send_video",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendVideo,
  },
  {
    name: "telegram_send_voice",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSendVoice,
  },
  {
    name: "telegram_set_bio",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSetBio,
  },
  {
    name: "telegram_set_channel_username",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSetChannelUsername,
  },
  {
    name: "telegram_set_chat_photo",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSetChatPhoto,
  },
  {
    name: "telegram_set_collectible_price",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSetCollectiblePrice,
  },
  {
    name: "telegram_set_gift_status",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSetGiftStatus,
  },
  {
    name: "telegram_set_personal_channel",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSetPersonalChannel,
  },
  {
    name: "telegram_set_username",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramSetUsername,
  },
  {
    name: "telegram_transcribe_audio",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramTranscribeAudio,
  },
  {
    name: "telegram_transfer_collectible",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramTransferCollectible,
  },
  {
    name: "telegram_unban_user",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramUnbanUser,
  },
  {
    name: "telegram_unblock_user",
    requires: "a Telegram account",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramUnblockUser,
  },
  {
    name: "telegram_unpin_message",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramUnpinMessage,
  },
  {
    name: "telegram_update_profile",
    requires: "a Telegram bot (set channels.telegramBot.token)",
    load: async () => (await import("./awaited-tools.gen.ts")).telegramUpdateProfile,
  },
  {
    name: "ton_chart",
    requires: "a source of TON market data",
    load: async () => (await import("./awaited-tools.gen.ts")).tonChart,
  },
  {
    name: "ton_get_address",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).tonGetAddress,
  },
  {
    name: "ton_get_balance",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).tonGetBalance,
  },
  {
    name: "ton_get_transactions",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("./awaited-tools.gen.ts")).tonGetTransactions,
  },
  {
    name: "ton_my_transactions",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).tonMyTransactions,
  },
  {
    name: "ton_price",
    requires: "a source of TON market data",
    load: async () => (await import("./awaited-tools.gen.ts")).tonPrice,
  },
  {
    name: "ton_proxy_status",
    requires: "Tonutils-Proxy",
    load: async () => (await import("./awaited-tools.gen.ts")).tonProxyStatus,
  },
  {
    name: "ton_send",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).tonSend,
  },
  {
    name: "ton_transaction_status",
    requires: "a connection to the TON blockchain",
    load: async () => (await import("./awaited-tools.gen.ts")).tonTransactionStatus,
  },
  {
    name: "ton_verify_payment",
    requires: "a TON wallet",
    load: async () => (await import("./awaited-tools.gen.ts")).tonVerifyPayment,
  },
  {
    name: "utility_weather",
    requires: "a weather service",
    load: async () => (await import("./awaited-tools.gen.ts")).utilityWeather,
  },
];
