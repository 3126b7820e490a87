import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../../src/operations/ask.ts";
import type { Control } from "../../src/core/control.ts";
import type { Inbox } from "../../src/core/inbox.ts";
import { toId } from "../../src/kernel/ids.ts";
import type { Principal } from "../../src/kernel/principal.ts";
import type { Channel } from "../../src/channels/kit/channel.ts";
import type { World } from "./connect-world.ts";
import type { Update } from "./protocol.ts";

const owner: Principal = { id: toId("owner"), tenant: "home", role: "owner", name: "Ann" };

export interface WorldChannel extends Channel {
  /** The number of the last update that was acknowledged. */
  readonly acked: number;
}

/**
 * Creates a channel whose server is the world: updates are fetched from a position and acknowledged once
 * they are stored; parts are sent with a client id that the server recognizes.
 */
export function worldChannel(world: World, control: () => Control): WorldChannel {
  let acked = 0;

  const handle = async (update: Update, inbox: Inbox) => {
    const caller = {
      person: owner,
      channel: "world",
      externalId: "externalId" in update ? update.externalId : "",
    };
    switch (update.type) {
      case "message":
        return inbox.deliver({
          id: update.tag,
          edit: 0,
          address: { channel: "world", externalId: update.externalId, kind: "direct" },
          sender: { id: update.sender ?? "owner", name: "Ann" },
          ...contentOf(update),
          sentAt: 0,
        });
      case "link":
        return inbox.deliver({
          id: update.tag,
          edit: 0,
          address: { channel: "world", externalId: update.externalId, kind: "direct" },
          sender: { id: update.sender, name: "Ann" },
          text: `/link ${update.code}`,
          sentAt: 0,
        });
      case "command":
        return inbox.deliver({
          id: update.tag,
          edit: 0,
          address: { channel: "world", externalId: update.externalId, kind: "direct" },
          sender: { id: "owner", name: "Ann" },
          text: update.text,
          sentAt: 0,
        });
      case "decide": {
        const { type: _type, approval, ...answer } = update;
        return inbox.decide({ ...answer, approval: toId<"approval">(approval), by: owner });
      }
      case "stop":
        return askAs(control(), caller)(sessions.stop, {});
      case "new-session":
        return askAs(control(), caller)(sessions.new, {});
      case "control":
        return control().receive(update.method, update.params, caller);
      case "set-steps":
        return askAs(control(), caller)(sessions.configure, { maxSteps: update.maxSteps });
    }
  };

  return {
    name: "world",
    get acked() {
      return acked;
    },
    async listen(inbox, signal) {
      const ended = new Promise<"ended">((resolve) => {
        signal.addEventListener("abort", () => resolve("ended"));
      });
      let position = 0;
      while (!signal.aborted) {
        const fetched = world.ask({ type: "updates", after: position });
        const updates = await Promise.race([fetched, ended]);
        if (!isUpdates(updates)) return;
        for (const { number, update } of updates) {
          await handle(update, inbox);
          await world.ask({ type: "ack", upTo: number });
          position = number;
          acked = number;
        }
      }
    },
    files: {
      // A recording's ref is its whole content.
      fetch: async (ref) => Buffer.from(ref),
    },
    push: {
      async show(_address, events) {
        // No one watches; live output may be lost.
        for await (const event of events) void event;
      },
      async deliver({ externalId }, part, { clientId }) {
        const receipt = await world.ask({ type: "send", externalId, part, clientId });
        if (typeof receipt !== "string") throw new Error("the messenger is down");
        return receipt;
      },
    },
  };
}

function contentOf({ tag, text, isSpoken }: Extract<Update, { type: "message" }>) {
  const said = `${tag}| ${text}`;
  if (!isSpoken) return { text: said };
  return { text: "", media: [{ kind: "voice", file: { ref: said } }] };
}

function isUpdates(
  value: unknown,
): value is readonly { readonly number: number; readonly update: Update }[] {
  return Array.isArray(value);
}
