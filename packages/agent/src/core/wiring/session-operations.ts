import { fromPublicAddress, toPublicAddress } from "../../kernel/public-address.ts";
import { sessions } from "@reeve/operations/work/sessions";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { toId } from "../../kernel/ids.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage, pageOfRows, parseCursor } from "../../operations/pages.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { SessionMark } from "../../store/turns/sessions.ts";
import type { Store } from "../../store/store.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import { isOwnInApi } from "../client-chats.ts";
import { policyIn } from "../channel-access.ts";
import { callerChat, canRead, requireChatControl } from "../access-checks.ts";
import { summaryIn } from "../command-summaries.ts";
import { usableCommands } from "../commands/help.ts";
import type { CommandFacts } from "../commands.ts";
import { importMessages } from "../intake/import-messages.ts";
import type { IntakeDeps } from "../intake/deps.ts";
import { resetSession } from "../turns/sessions/reset-session.ts";
import type { TurnDeps } from "../turns/deps.ts";
import { type StopDeps, stopChat } from "../turns/stop.ts";

type SessionDeps = Pick<TurnDeps, "store" | "clock" | "newId" | "endedWakeup"> &
  StopDeps & {
    readonly intake: IntakeDeps;
    readonly commands: readonly CommandFacts[];
    /** Display names of channels. Default: their names. */
    readonly channelTitles?: ReadonlyMap<string, string> | undefined;
  };

function settingsOf(chat: Chat, { intake: { policy: own } }: Pick<SessionDeps, "intake">) {
  const { mode, maxSteps, verbose } = chat;
  const policy = policyIn(chat, own.accessOf?.(chat.channel)) ?? "allowlist";
  return { mode, maxSteps, policy, verbose };
}

/** The start, generation and id of the last session on a page. */
const mark = z.tuple([z.int(), z.int(), z.string()]);

/** Sessions, and the chats they belong to. */
export function sessionOperations(deps: SessionDeps): Implementation {
  const { store, clock, newId, intake, commands } = deps;
  return implement(
    sessions,
    {
      async list({ limit, cursor }, { person }) {
        const [startedAt, generation, id] = cursor === undefined ? [] : parseCursor(cursor, mark);
        const isLater = startedAt !== undefined && generation !== undefined && id !== undefined;
        const among = {
          tenant: person.tenant,
          before: isLater ? { startedAt, generation, id: toId<"session">(id) } : undefined,
        };
        return pageOfRows(await listSessions(store, limit + 1, among), limit, (last) => [
          last.startedAt,
          last.generation,
          last.id,
        ]);
      },
      async show({ id }, { person }) {
        const session = await store.slow.sessions.byId(toId(id));
        const chat = session && (await store.read.chats.byId(session.chat));
        if (session && canRead(chat, person)) return { ...session, ...toPublicAddress(chat) };
        throw new Fault("missing", `You have no session with the id ${id}.`, {
          hint: "The owner and admins can list all sessions: reeve sessions",
        });
      },
      async chats({ limit, cursor }, { person }) {
        const rows = await store.slow.messages.latest({
          tenant: person.tenant,
          uid: isAtLeast(person.role, "admin") ? undefined : person.id,
          before: cursor === undefined ? undefined : parseCursor(cursor, z.int()),
          limit: limit + 1,
        });
        const page = pageOfRows(rows, limit, ({ order }) => order);
        const items = page.items.map(({ channel, externalId, kind, session, ...newest }) => ({
          ...toPublicAddress({ channel, externalId }),
          channel: deps.channelTitles?.get(channel) ?? channel,
          id: isOwnInApi({ channel, externalId }, person)
            ? externalId.slice(person.id.length + 1)
            : session,
          kind,
          text: newest.text.slice(0, PREVIEW_CHARS),
          at: newest.at,
          direction: newest.direction,
        }));
        return { ...page, items };
      },
      async messages({ limit, cursor, search }, caller) {
        const before = cursor === undefined ? undefined : parseCursor(cursor, z.int());
        const chat = await callerChat(caller, store);
        if (chat && !canRead(chat, caller.person))
          throw new Fault("denied", "This chat belongs to someone else.", {
            hint: "Only the owner and admins can read other people's chats.",
          });
        const found = { before, limit: limit + 1, search };
        const rows = chat ? await store.slow.messages.page(chat.id, found) : [];
        return pageOfRows(rows, limit, ({ order }) => order);
      },
      import: (history, caller) => importMessages(history, caller, intake),
      importInto: ({ place: chat, ...history }, caller) =>
        importMessages(history, { ...caller, ...fromPublicAddress(chat) }, intake),
      async new(_input, caller) {
        const chat = await callerChat(caller, store);
        if (!chat) return { session: null };
        requireChatControl(chat, caller.person);
        const session = await store.commit("new-session", (tx) =>
          resetSession({ tx, chat, now: clock.now() }, deps),
        );
        deps.endedWakeup.notify();
        return { session };
      },
      stop: (_input, caller) => stopChat(caller, deps),
      async settings(_input, caller) {
        return settingsOf(await knownChat(caller, store), deps);
      },
      async configure({ policy, ...input }, caller) {
        const chat = await knownChat(caller, store);
        if (policy === undefined && Object.keys(input).length === 0) return settingsOf(chat, deps);
        requireChatControl(chat, caller.person);
        if (policy !== undefined && !isAtLeast(caller.person.role, "admin"))
          throw new Fault("denied", "Only the owner and admins can set who is answered.");
        const own = policy === "default" ? null : policy;
        const changed = await store.commit("configure-place", async (tx) => {
          await tx.chats.configure(chat.id, { ...input, policy: own });
          return tx.chats.byId(chat.id);
        });
        return settingsOf(changed ?? chat, deps);
      },
      async commands(page, { person, channel, externalId }) {
        const [chat] = await store.read.chats.byAddress(channel, externalId);
        const kind = chat?.kind ?? "direct";
        const usable = usableCommands(commands, { role: person.role, kind });
        const found = usable.map(({ name, usage, ...facts }) => ({
          name,
          usage,
          summary: summaryIn("en", { name, ...facts }),
        }));
        return cutPage(found, page, ({ name }) => name);
      },
    },
    newId,
  );
}

/** Length of a chat's newest message in a list. */
const PREVIEW_CHARS = 100;

async function knownChat(caller: Caller, store: Store) {
  const chat = await callerChat(caller, store);
  if (chat) return chat;
  throw new Fault("missing", "This chat has no messages yet.", { hint: "Send a message first." });
}

async function listSessions(
  store: Store,
  limit: number,
  among: { readonly tenant: string; readonly before: SessionMark | undefined },
) {
  const found = await store.slow.sessions.list(limit, among);
  const chats = new Map((await store.slow.chats.list()).map((chat) => [chat.id, chat]));
  return found.flatMap((session) => {
    const chat = chats.get(toId(session.chat));
    if (!chat) return [];
    return [{ ...session, ...toPublicAddress(chat) }];
  });
}
