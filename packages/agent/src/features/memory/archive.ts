import { archive } from "@reeve/operations/memory/archive";
import { callerChat, requireChatControl } from "../../core/access-checks.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { PrivacyDeps } from "./privacy.ts";

export function createArchive({ store, newId, forgetter }: PrivacyDeps): Implementation {
  return implement(
    archive,
    {
      show: async (_input, call) => ({ archive: await forgetter.archive(call, undefined) }),
      async set({ archive: setting }, call) {
        const chat = await callerChat(call, store);
        if (chat) requireChatControl(chat, call.person);
        return { archive: await forgetter.archive(call, setting) };
      },
    },
    newId,
  );
}
