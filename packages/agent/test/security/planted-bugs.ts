import type { Services } from "@reeve/sdk";
import { createArtifacts } from "../../src/core/agent/artifacts.ts";
import { newId, toId } from "../../src/kernel/ids.ts";
import type { MemoryAnswer, MemoryQuery } from "../../src/memory/search.ts";
import { viewFacts } from "../../src/memory/facts.ts";
import type { NoteOwner } from "../../src/store/items/notes.ts";
import type { Repositories, Store } from "../../src/store/store.ts";
import type { Toolbox } from "../../src/tools/toolbox.ts";
import { CHANNEL } from "./chat-channel.ts";
import { extend, withCommits, withReads } from "./change-store.ts";
import type { PlantedBug } from "./open-house.ts";
import { PEOPLE, TENANTS } from "./people.ts";

/** Each takes one filter out. The check is worth something as long as it finds every one. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: "a search that looks into all scopes of its tenant",
    search: (search) => ({
      find: async (query) =>
        mislabel(
          await search.find({
            ...query,
            viewer: { ...query.viewer, role: "owner", chat: "private" },
          }),
          query,
        ),
    }),
  },
  {
    name: "a search that looks into another tenant's scopes",
    store: (store) =>
      withReads(store, ({ passages }) => ({
        passages: extend(passages, {
          async scopes(tenant) {
            const all = await Promise.all(TENANTS.map((one) => passages.scopes(one)));
            return all.flat().map((scope) => ({ ...scope, tenant }));
          },
        }),
      })),
  },
  {
    name: "a search that takes a group for its asker's direct chat",
    search: (search) => ({
      find: async (query) =>
        mislabel(
          await search.find({ ...query, viewer: { ...query.viewer, chat: "private" } }),
          query,
        ),
    }),
  },
  {
    name: "a frame that pins the owner's files everywhere",
    promptFiles: ({ soul = "", memory = "", strategy = "", user = "", ...files }) => ({
      ...files,
      soul: `${soul}\n${memory}\n${strategy}\n${user}`,
      memory,
      strategy,
      user,
    }),
  },
  {
    name: "a toolbox that takes every chat for a direct one",
    toolbox: (toolbox) => ({
      ...toolbox,
      offer: (setting) => toolbox.offer({ ...setting, kind: "direct" }),
      get: (name) => {
        const tool = toolbox.get(name);
        return tool && { ...tool, scope: "always" };
      },
      services: (tool, scope) =>
        toolbox.services(tool, {
          ...scope,
          setting: { ...scope.setting, kind: "direct" },
          labels: undefined,
        }),
    }),
  },
  {
    name: "services that take everybody for the owner",
    toolbox: (toolbox) => ({
      ...toolbox,
      services: (tool, scope) =>
        toolbox.services(tool, {
          ...scope,
          setting: { ...scope.setting, role: "owner" },
          labels: undefined,
        }),
    }),
  },
  {
    name: "a store of notes that ignores whose they are",
    store: (store) =>
      withReads(store, ({ notes, people }) => ({
        notes: extend(notes, {
          async list(_owner, limit) {
            const owners = await everybody(people);
            return (await Promise.all(owners.map((one) => notes.list(one, limit)))).flat();
          },
        }),
      })),
  },
  {
    name: "a store of tasks that ignores whose they are",
    store: (store) =>
      withReads(store, ({ tasks, people }) => ({
        tasks: extend(tasks, {
          async list(_owner, filter) {
            const owners = await everybody(people);
            return (await Promise.all(owners.map((one) => tasks.list(one, filter)))).flat();
          },
        }),
      })),
  },
  {
    name: "jobs that are listed whoever made them",
    store: (store) =>
      withReads(store, ({ jobs }) => ({
        jobs: extend(jobs, {
          async list({ maker: _maker, ...filter }) {
            const listed = await jobs.list(filter);
            // Labels would hold what the filter lets through: they go with it.
            return listed.map((job) => ({
              ...job,
              label: { integrity: "owner", audience: "all" } as const,
            }));
          },
        }),
      })),
  },
  {
    name: "artifacts that can be read in every chat",
    toolbox: (toolbox, store) =>
      withServices(toolbox, {
        artifacts: {
          read: async (id, range) => (await artifactsAt(store, id)).read(id, range),
          search: async (id, options) => (await artifactsAt(store, id)).search(id, options),
        },
      }),
  },
  {
    name: "facts that are explained to everybody",
    toolbox: (toolbox, store) =>
      withServices(toolbox, {
        facts: {
          async explain(id) {
            const fact = await store.read.facts.byId(toId(id));
            const tenant = fact?.tenant ?? "";
            const viewer = { tenant, person: toId<"person">("nobody"), role: "owner" } as const;
            return viewFacts(viewer, { store, clock: { now: () => 0 }, newId }).explain(id);
          },
        },
      }),
  },
  {
    name: "rules that hold in every chat",
    store: (store) =>
      withReads(store, ({ chatRules: policies, chats }) => ({
        chatRules: extend(policies, {
          async ofChat() {
            const all = await chats.list();
            return (await Promise.all(all.map(({ id }) => policies.ofChat(id)))).flat();
          },
        }),
      })),
  },
  {
    name: "a profile that is somebody else's",
    store: (store) =>
      withReads(store, ({ profiles, people }) => ({
        profiles: extend(profiles, {
          async of() {
            const all = await everybody(people);
            const found = await Promise.all(all.map((one) => profiles.of(one)));
            return found.find((profile) => profile?.text);
          },
        }),
      })),
  },
  {
    name: "recent messages of the wrong chat",
    store: (store) =>
      withReads(store, ({ messages: feed, chats }) => ({
        messages: extend(feed, {
          async unseen(_chat, query) {
            const all = await chats.list();
            const found = await Promise.all(all.map(({ id }) => feed.unseen(id, query)));
            const messages = found.flatMap((one) => one.messages);
            return {
              messages: messages.toSorted((one, other) => one.order - other.order),
              heldThrough: undefined,
            };
          },
        }),
      })),
  },
  {
    name: "summaries that are filed under the wrong chat",
    store: (store) =>
      withCommits(store, ({ passages, chats }) => ({
        passages: extend(passages, {
          async put(passage) {
            if (passage.scope.source !== "session" || !passage.scope.chat)
              return passages.put(passage);
            const groups = (await chats.list()).filter(({ kind }) => kind === "group");
            const [group] = groups.filter(({ tenant }) => tenant === passage.scope.tenant);
            if (!group) return passages.put(passage);
            return passages.put({
              ...passage,
              scope: { ...passage.scope, chat: group.id, audience: group.uid },
            });
          },
        }),
      })),
  },
];

/** Labels would hold what the filter lets through: they go with it. */
function mislabel(answer: MemoryAnswer, { viewer }: MemoryQuery): MemoryAnswer {
  const { person: audience, chat } = viewer;
  const own = chat === "private" ? { audience } : { audience, chat: chat.id };
  return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, ...own })) };
}

function withServices(toolbox: Toolbox, services: Partial<Services>): Toolbox {
  return {
    ...toolbox,
    services: (tool, scope) => ({ ...toolbox.services(tool, scope), ...services }),
  };
}

async function artifactsAt(store: Store, id: string) {
  const chat = (await store.read.artifacts.byId(id))?.chat;
  return createArtifacts(store, toId(chat ?? "nowhere"));
}

async function everybody(people: Repositories["people"]): Promise<readonly NoteOwner[]> {
  const found = await Promise.all(
    TENANTS.flatMap((tenant) =>
      PEOPLE.map((externalId) => people.byIdentity({ tenant, channel: CHANNEL, externalId })),
    ),
  );
  return found.flatMap((person) => (person ? [{ tenant: person.tenant, person: person.id }] : []));
}
