import type { ChatPermissions } from "grammy/types";
import { ADMIN_RIGHTS, type AdminRight } from "../../../integrations/telegram.ts";

/** Returns the permissions of a person who may post nothing, only text, or everything. */
export function permissionsOf(allow: "nothing" | "text" | "everything"): ChatPermissions {
  const text = allow !== "nothing";
  const all = allow === "everything";
  return {
    can_send_messages: text,
    can_send_audios: all,
    can_send_documents: all,
    can_send_photos: all,
    can_send_videos: all,
    can_send_video_notes: all,
    can_send_voice_notes: all,
    can_send_polls: all,
    can_send_other_messages: all,
    can_add_web_page_previews: all,
  };
}

/** Returns all rights of an administrator, those that are not listed off. */
export function adminRights(rights: readonly AdminRight[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(ADMIN_RIGHTS.map((right) => [`can_${right}`, rights.includes(right)]));
}
