import type { Message } from "grammy/types";

/** Kind of a message field: metadata, content, or a service event. */
type FieldKind = "about" | "content" | "event";

/** All known fields with their kinds. Add new fields here. */
const FIELDS: Readonly<Record<keyof Message, FieldKind>> = {
  message_id: "about",
  message_thread_id: "about",
  from: "about",
  sender_chat: "about",
  date: "about",
  guest_query_id: "about",
  business_connection_id: "about",
  chat: "about",
  is_topic_message: "about",
  direct_messages_topic: "about",
  sender_tag: "about",
  receiver_user: "about",
  ephemeral_message_id: "about",
  sender_boost_count: "about",
  sender_business_bot: "about",
  forward_origin: "about",
  is_automatic_forward: "about",
  reply_to_message: "about",
  reply_to_checklist_task_id: "about",
  reply_to_poll_option_id: "about",
  is_paid_post: "about",
  external_reply: "about",
  quote: "about",
  reply_to_story: "about",
  via_bot: "about",
  guest_bot_caller_user: "about",
  guest_bot_caller_chat: "about",
  edit_date: "about",
  has_protected_content: "about",
  show_caption_above_media: "about",
  is_from_offline: "about",
  author_signature: "about",
  link_preview_options: "about",
  effect_id: "about",
  paid_star_count: "about",
  reply_markup: "about",
  entities: "about",
  caption_entities: "about",
  media_group_id: "about",
  has_media_spoiler: "about",
  suggested_post_info: "about",
  text: "content",
  caption: "content",
  rich_message: "content",
  animation: "content",
  audio: "content",
  document: "content",
  live_photo: "content",
  paid_media: "content",
  photo: "content",
  sticker: "content",
  story: "content",
  video: "content",
  video_note: "content",
  voice: "content",
  contact: "content",
  dice: "content",
  game: "content",
  poll: "content",
  venue: "content",
  location: "content",
  checklist: "content",
  invoice: "content",
  giveaway: "content",
  giveaway_winners: "content",
  checklist_tasks_done: "event",
  checklist_tasks_added: "event",
  community_chat_added: "event",
  community_chat_removed: "event",
  community_chat_joined: "event",
  suggested_post_approved: "event",
  suggested_post_approval_failed: "event",
  suggested_post_declined: "event",
  suggested_post_paid: "event",
  suggested_post_refunded: "event",
  chat_owner_left: "event",
  chat_owner_changed: "event",
  new_chat_members: "event",
  left_chat_member: "event",
  new_chat_title: "event",
  new_chat_photo: "event",
  delete_chat_photo: "event",
  group_chat_created: "event",
  supergroup_chat_created: "event",
  channel_chat_created: "event",
  managed_bot_created: "event",
  poll_option_added: "event",
  poll_option_deleted: "event",
  message_auto_delete_timer_changed: "event",
  migrate_to_chat_id: "event",
  migrate_from_chat_id: "event",
  pinned_message: "event",
  successful_payment: "event",
  refunded_payment: "event",
  users_shared: "event",
  chat_shared: "event",
  connected_website: "event",
  write_access_allowed: "event",
  passport_data: "event",
  proximity_alert_triggered: "event",
  boost_added: "event",
  chat_background_set: "event",
  forum_topic_created: "event",
  forum_topic_edited: "event",
  forum_topic_closed: "event",
  forum_topic_reopened: "event",
  general_forum_topic_hidden: "event",
  general_forum_topic_unhidden: "event",
  giveaway_created: "event",
  giveaway_completed: "event",
  gift: "event",
  gift_upgrade_sent: "event",
  unique_gift: "event",
  paid_message_price_changed: "event",
  direct_message_price_changed: "event",
  video_chat_scheduled: "event",
  video_chat_started: "event",
  video_chat_ended: "event",
  video_chat_participants_invited: "event",
  web_app_data: "event",
};

const kinds: ReadonlyMap<string, FieldKind> = new Map(Object.entries(FIELDS));

/** Returns whether a message is a service event, such as a new member or a new topic. */
export function isEvent(msg: object): boolean {
  return Object.keys(msg).some((field) => kinds.get(field) === "event");
}

/** Returns whether a message has only metadata, like a deleted one. */
export function isBare(msg: object): boolean {
  return Object.keys(msg).every((field) => kinds.get(field) === "about");
}

/** Returns a content field of a message that is not in the list; undefined if there is none. */
export function unknownField(msg: object): string | undefined {
  const fields = Object.keys(msg);
  return (
    fields.find((field) => !kinds.has(field)) ??
    fields.find((field) => kinds.get(field) === "content")
  );
}
