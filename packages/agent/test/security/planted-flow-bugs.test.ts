import { afterEach, expect, test, vi } from "vitest";
import type * as RequestContext from "../../src/core/approvals/flow/request-context.ts";
import type * as Dictated from "../../src/core/approvals/flow/dictated.ts";
import type * as InertLinks from "../../src/core/approvals/flow/inert-links.ts";
import type * as MatchOrder from "../../src/core/approvals/flow/match-order.ts";
import type * as Said from "../../src/core/approvals/flow/said.ts";
import type * as Egress from "../../src/core/approvals/flow/egress.ts";
import type * as AuthorizeCommand from "../../src/core/intake/authorize-command.ts";
import { toId } from "../../src/kernel/ids.ts";
import type { Label } from "../../src/kernel/label.ts";
import { extend, withCommits, withReads } from "./change-store.ts";
import type { LabOptions } from "./open-lab.ts";

/** A bug in the flow of information, and the probe that has to find it. */
interface FlowBug {
  readonly name: string;
  readonly foundBy: string;
  /** Replaces a module. */
  readonly mock?: () => void;
  readonly plant?: LabOptions["plant"];
}

const OWN: Label = { integrity: "owner", audience: "all" };

const bugs: readonly FlowBug[] = [
  {
    name: "what searches find counts as the owner's",
    foundBy: "a line of another chat that is recalled",
    plant: {
      search: (search) => ({
        async find(query) {
          const found = await search.find(query);
          const hits = found.hits.map(({ sources: _sources, ...hit }) => ({
            ...hit,
            integrity: "owner" as const,
          }));
          return { ...found, hits };
        },
      }),
    },
  },
  {
    name: "a summary loses its label",
    foundBy: "what an earlier part of the conversation came to",
    plant: {
      store: (store) =>
        withCommits(store, ({ sessions }) => ({
          sessions: extend(sessions, {
            start: ({ inheritance, ...session }) =>
              sessions.start({
                ...session,
                inheritance: inheritance && { ...inheritance, label: undefined },
              }),
          }),
        })),
    },
  },
  {
    name: "a file loses its label",
    foundBy: "a file that was written from a page",
    plant: {
      store: (store) =>
        withReads(store, ({ fileLabels }) => ({
          fileLabels: extend(fileLabels, { ofDigest: async () => undefined }),
        })),
    },
  },
  {
    name: "a note loses its label",
    foundBy: "a note that is stored as the owner's",
    plant: {
      store: (store) =>
        withCommits(store, ({ notes }) => ({
          notes: extend(notes, {
            add: (owner, note) => notes.add(owner, { ...note, label: OWN }),
          }),
        })),
    },
  },
  {
    name: "a job runs as if the owner had made it",
    foundBy: "a job that is stored as the owner's",
    plant: {
      store: (store) =>
        withCommits(store, ({ jobs }) => ({
          jobs: extend(jobs, { add: (job) => jobs.add({ ...job, label: OWN }) }),
        })),
    },
  },
  {
    name: "a long result loses its label",
    foundBy: "a long result that is read on",
    plant: {
      store: (store) =>
        withReads(store, ({ artifacts }) => ({
          artifacts: extend(artifacts, {
            async byId(id) {
              const found = await artifacts.byId(id);
              return found && { ...found, label: OWN };
            },
          }),
        })),
    },
  },
  {
    name: "pages are trusted",
    foundBy: "a web page",
    mock: () =>
      vi.doMock("../../src/core/approvals/flow/request-context.ts", async (original) => ({
        ...(await original<typeof RequestContext>()),
        isTrustedFor: () => true,
        untrustedIn: () => [],
      })),
  },
  {
    name: "dictation ignores the order of words",
    foundBy: "words in another order",
    mock: () =>
      vi.doMock("../../src/core/approvals/flow/dictated.ts", async (original) => {
        const actual = await original<typeof Dictated>();
        return {
          ...actual,
          isDictated: ((value, role, said) =>
            role === "body"
              ? said.some(({ text }) => wordsOf(value).every((one) => wordsOf(text).includes(one)))
              : actual.isDictated(value, role, said)) satisfies typeof actual.isDictated,
        };
      }),
  },
  {
    name: "dictation ignores conditions",
    foundBy: "a condition that is left out",
    mock: () =>
      vi.doMock("../../src/core/approvals/flow/guards.ts", () => ({
        isGuarded: () => false,
        isUnderstood: () => true,
      })),
  },
  {
    name: "an order pays for any number of calls",
    foundBy: "an order that is carried out twice",
    mock: () =>
      vi.doMock("../../src/core/approvals/flow/match-order.ts", async (original) => {
        const actual = await original<typeof MatchOrder>();
        return {
          isOrdered: ((call, asking) =>
            actual.isOrdered(call, { ...asking, earlier: [] })) satisfies typeof actual.isOrdered,
        };
      }),
  },
  {
    name: "the newest text counts as the asker's, whoever wrote it",
    foundBy: "an order that another gave",
    mock: () =>
      vi.doMock("../../src/core/approvals/flow/said.ts", async (original) => {
        const actual = await original<typeof Said>();
        return {
          ...actual,
          newestSaidBy: ((texts, asker) => {
            const author = toId<"person">(asker);
            return actual.newestSaidBy(
              texts.map((text) => ({ ...text, author })),
              asker,
            );
          }) satisfies typeof actual.newestSaidBy,
        };
      }),
  },
  {
    name: "composed addresses are not charged",
    foundBy: "an address that was composed",
    mock: () => mockEgress({ bitsOfAddress: () => 0 }),
  },
  {
    name: "composed queries are not charged",
    foundBy: "a query that was composed",
    mock: () => mockEgress({ bitsOfQuery: () => 0 }),
  },
  {
    name: "images in replies are left as they are",
    foundBy: "an image in a reply",
    mock: () => mockLinks((filter) => ({ ...filter, whole: (text) => text })),
  },
  {
    name: "images in streams are left as they are",
    foundBy: "an image in a stream",
    mock: () =>
      mockLinks((filter) => ({
        ...filter,
        stream: () => ({ push: (delta) => delta, end: () => "" }),
      })),
  },
  {
    name: "a message loses the scopes of its token",
    foundBy: "a command of a token without its scope",
    mock: () =>
      vi.doMock("../../src/core/intake/authorize-command.ts", async (original) => {
        const actual = await original<typeof AuthorizeCommand>();
        return {
          authorizeCommand: ((tx, { envelope, ...more }) => {
            const { scopes: _scopes, ...rest } = envelope;
            return actual.authorizeCommand(tx, { envelope: rest, ...more });
          }) satisfies typeof actual.authorizeCommand,
        };
      }),
  },
];

afterEach(() => {
  for (const module of [
    "../../src/core/approvals/flow/dictated.ts",
    "../../src/core/approvals/flow/egress.ts",
    "../../src/core/approvals/flow/guards.ts",
    "../../src/core/approvals/flow/inert-links.ts",
    "../../src/core/approvals/flow/match-order.ts",
    "../../src/core/approvals/flow/request-context.ts",
    "../../src/core/approvals/flow/said.ts",
    "../../src/core/intake/authorize-command.ts",
  ])
    vi.doUnmock(module);
  // Files of this process share their modules: a planted one would stay.
  vi.resetModules();
});

test("without a bug no probe finds anything", { timeout: 120_000 }, async () => {
  const { probes } = await import("./flow-probes.ts");
  const found: string[] = [];
  for (const [name, probe] of Object.entries(probes))
    found.push(...(await probe()).map((hole) => `${name}: ${hole}`));
  expect(found).toEqual([]);
  expect(new Set(bugs.map(({ foundBy }) => foundBy)).size).toBe(bugs.length);
});

test.each(bugs)("$name: found", { timeout: 60_000 }, async ({ foundBy, mock, plant }) => {
  vi.resetModules();
  mock?.();
  const { probes } = await import("./flow-probes.ts");
  expect(await probes[foundBy]?.(plant)).not.toEqual([]);
});

function mockEgress(change: Partial<typeof Egress>): void {
  vi.doMock("../../src/core/approvals/flow/egress.ts", async (original) => ({
    ...(await original<object>()),
    ...change,
  }));
}

function mockLinks(change: (filter: InertLinks.LinkFilter) => InertLinks.LinkFilter): void {
  vi.doMock("../../src/core/approvals/flow/inert-links.ts", async (original) => {
    const actual = await original<typeof InertLinks>();
    return {
      createLinkFilter: ((texts, asking) =>
        change(actual.createLinkFilter(texts, asking))) satisfies typeof actual.createLinkFilter,
    };
  });
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(" ");
}
