import type { Tool } from "@reeve/sdk";
import { z } from "zod";
import type {
  EarlierCall,
  FlowPolicy,
  RequestContext,
} from "../../packages/agent/src/core/approvals/flow/request-context.ts";
import type { Contact } from "../../packages/agent/src/core/approvals/flow/contacts.ts";
import { gate } from "../../packages/agent/src/core/approvals/gate.ts";
import { labelForWrites } from "../../packages/agent/src/core/approvals/label-for-writes.ts";
import { nameSource } from "../../packages/agent/src/core/name-source.ts";
import type { PromptText } from "../../packages/agent/src/core/prompt-text.ts";
import type { GateVerdict } from "../../packages/agent/src/core/turn-log.ts";
import { digestOf } from "../../packages/agent/src/kernel/text/json.ts";
import { toId } from "../../packages/agent/src/kernel/ids.ts";
import { joinLabels, type Label, type Source } from "../../packages/agent/src/kernel/label.ts";
import type { Role } from "../../packages/agent/src/kernel/principal.ts";
import {
  type SensitiveArgument,
  sensitiveArguments,
} from "../../packages/agent/src/core/approvals/sensitive-arguments.ts";
import type { Grant } from "../../packages/agent/src/store/turns/approvals.ts";
import type { CaseCall, CaseSetup, CaseTurn, SafetyCase } from "./case.ts";
import { type CaseWorld, isStored, sourceBy, sourcesOfResult } from "./sources-of-result.ts";

const OWNER = toId<"person">("owner");
const NOW = Date.parse("2026-11-24T10:00Z");

/** The verdict of the gate on one call of a case. */
export interface PlayedCall {
  readonly verdict: "run" | "ask" | "deny";
  /** Names of the sources in the question, those of `because` first. */
  readonly because: readonly string[];
  readonly beside: readonly string[];
  /** Names of the sources of what the call writes. */
  readonly written: readonly string[];
}

/** Plays a case through the gate: the model is obedient, and whoever is asked says yes where the case goes on. */
export function playCase(one: SafetyCase, all: CaseSurroundings): readonly PlayedCall[] {
  const play = new CasePlay(one, all);
  return one.turns.flatMap((turn) => play.turn(turn));
}

/** Parts that cases share. */
export interface CaseSurroundings {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly places: readonly CaseSetup[];
}

interface PlannedStep {
  readonly description: string;
  readonly toolHint?: string;
}

interface Speaker {
  readonly id: typeof OWNER;
  readonly role: Role;
  readonly name: string;
}

interface WrittenRow {
  readonly texts: readonly string[];
  readonly sources: readonly Source[];
  readonly label: Label;
  readonly tool: string;
}

class CasePlay {
  readonly #case: SafetyCase;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #places: readonly CaseSetup[];
  readonly #written: WrittenRow[] = [];
  #texts: PromptText[] = [];
  #opened: string[] = [];
  #plan: readonly PlannedStep[] = [];
  #asked: SensitiveArgument[] = [];
  #vouched: readonly SensitiveArgument[] = [];

  constructor(one: SafetyCase, { tools, places }: CaseSurroundings) {
    this.#case = one;
    this.#tools = tools;
    this.#places = places;
    this.#texts = [...memoryOf(one.setup)];
  }

  turn(turn: CaseTurn): readonly PlayedCall[] {
    const { via = "", place } = turn;
    if (via.startsWith("approval")) this.#vouched = this.#asked;
    if (via === "new conversation") this.#texts = [...memoryOf(this.#case.setup)];
    this.#texts = this.#texts.map((text) => ({ ...text, isNew: false }));
    const speaker = this.#speakerOf(turn);
    const chat = this.#chatOf(place);
    this.#texts.push(...this.#inputOf(turn, speaker));
    const world: CaseWorld = {
      setup: this.#case.setup,
      places: this.#places,
      isOwn: (name) => isOwnResult(this.#tools.get(name)),
      written: this.#written,
    };
    for (const one of turn.sources) {
      const found = sourcesOfResult(one, world);
      const audience = `person:${OWNER}`;
      const text = typeof one.result === "string" ? one.result : JSON.stringify(one.result);
      const own: Label = { integrity: "owner", audience };
      const label = joinLabels([own, ...found.map((source) => toLabel(source))]);
      const askedFor = Object.values(one.args).filter((value) => typeof value === "string");
      const isOutside = !isStored(one.tool);
      this.#texts.push({ text, label, askedFor, isOutside, isNew: true });
      const { url } = one.args;
      if (typeof url === "string") this.#opened.push(url);
    }
    const earlier: EarlierCall[] = [];
    const spent = { turn: 0, day: 0, declared: 0 };
    return turn.calls.map((call) => {
      const step = /^plan step (\d+)$/.exec(via)?.[1];
      const planned = step === undefined ? undefined : this.#plan[Number(step) - 1];
      const asking: RequestContext = {
        texts: this.#texts,
        asker: speaker.id,
        integrity:
          speaker.role === "owner" ? "owner" : speaker.role === "stranger" ? "stranger" : "member",
        channel: "telegram-bot",
        externalId: isSameChat(call.args["chatId"], place) ? String(call.args["chatId"]) : chat,
        contacts: contactsOf(this.#case.setup),
        earlier,
        opened: this.#opened,
        vouched: this.#vouched,
        planned: planned?.description,
        spent,
        now: NOW,
        timeZone: "UTC",
        policy: policyOf(this.#case.setup),
      };
      const { verdict, written } = this.#decide(call, {
        asking,
        turn,
        role: speaker.role,
        planned,
      });
      const isAllowed = verdict.type === "allow";
      if (isAllowed && verdict.egress) {
        spent.turn += verdict.egress.hosts;
        spent.day += verdict.egress.hosts;
        spent.declared += verdict.egress.declared;
      }
      earlier.push({ tool: call.tool, args: call.args, isAllowed });
      if (isAllowed && typeof call.args["url"] === "string") this.#opened.push(call.args["url"]);
      if (call.tool === "plan_create") this.#plan = readSteps(call.args["steps"]);
      const tool = this.#tools.get(call.tool);
      if (verdict.type === "ask" && tool) this.#asked.push(...sensitiveArguments(tool, call.args));
      if (verdict.type !== "deny") this.#keep(call, written);
      return played(verdict, written);
    });
  }

  #decide(
    call: CaseCall,
    {
      asking,
      turn,
      role,
      planned,
    }: {
      readonly asking: RequestContext;
      readonly turn: CaseTurn;
      readonly role: Role;
      readonly planned: PlannedStep | undefined;
    },
  ): { readonly verdict: GateVerdict; readonly written: Label } {
    const { name, args } = unwrap(call);
    const tool = this.#tools.get(name) ?? undeclared(name);
    const argsHash = digestOf(args);
    const kind = turn.place?.startsWith("group:") ? ("group" as const) : ("direct" as const);
    const plan =
      planned?.toolHint === undefined
        ? undefined
        : {
            tool: planned.toolHint,
            effect: tool.effect,
            description: planned.description,
            approval: toId<"approval">("a"),
            approver: OWNER,
          };
    const verdict = gate({ name, args, argsHash }, tool, {
      role,
      kind,
      rules: undefined,
      grants: grantsOf(this.#case.setup),
      plan,
      asking,
    });
    return { verdict, written: labelForWrites(tool, args, asking) };
  }

  #keep({ tool, args }: CaseCall, label: Label): void {
    const texts = stringsIn(args);
    this.#written.push({ texts, sources: label.sources ?? [], label, tool });
    // What moves keeps the sources that it had.
    if (typeof args["from"] !== "string" || typeof args["to"] !== "string") return;
    const { from, to } = args;
    const moved = this.#case.setup.filter(({ kind, path }) => kind === "file" && path === from);
    const sources = moved.flatMap(({ by, kind, path }) => {
      const known = sourceBy(by, kind, path);
      if (known) return [known];
      return by === "downloaded" ? [{ kind: "file", where: from, integrity: "web" } as const] : [];
    });
    const all = [...sources, ...(label.sources ?? [])];
    this.#written.push({ texts: [to], sources: all, label, tool });
  }

  #speakerOf({ by, via = "" }: CaseTurn): Speaker {
    const hook = this.#hookOf(via);
    if (hook && hook.role !== undefined) return { id: OWNER, role: toRole(hook.role), name: "" };
    if (by === undefined) return { id: OWNER, role: "owner", name: "" };
    const known = this.#case.setup.find(({ kind, name }) => kind === "person" && name === by);
    const role = known?.role === undefined ? "member" : toRole(known.role);
    return { id: toId<"person">(`person-${by}`), role, name: by };
  }

  #hookOf(via: string): CaseSetup | undefined {
    const [, name] = /^hook:(.*)$/.exec(via) ?? [];
    return this.#case.setup.find((one) => one.kind === "hook" && one.name === name);
  }

  #chatOf(place: string | undefined): string {
    if (place === undefined) return "owner-chat";
    const known = this.#case.setup.find(({ kind, id }) => kind === "place" && id === place);
    if (known?.chat !== undefined) return known.chat;
    const name = place.replace(/^direct:/, "");
    const person = this.#case.setup.find(
      (one) => one.kind === "person" && one.name?.toLowerCase() === name.toLowerCase(),
    );
    return person?.telegram ?? name;
  }

  #inputOf(
    { user, via = "", carried = false, place }: CaseTurn,
    { id, role, name }: Speaker,
  ): readonly PromptText[] {
    const audience = place?.startsWith("group:") ? `place:${place}` : `person:${id}`;
    const owned: Label = { integrity: "owner", audience };
    if (via === "job" || via.startsWith("reminder")) {
      const job = this.#written.findLast(({ tool }) => /^(schedule|reminder)_create$/.test(tool));
      return job ? [{ text: job.texts.join(" "), label: job.label, isNew: true }] : [];
    }
    if (via === "heartbeat") {
      return this.#written
        .filter(({ texts }) => texts.some((one) => one.endsWith("HEARTBEAT.md")))
        .map(({ texts, label }) => ({ text: texts.join(" "), label, isNew: true }));
    }
    if (user === null) return [];
    if (this.#hookOf(via)) {
      const label: Label = {
        integrity: "web",
        audience,
        sources: [{ kind: "hook", where: via.replace(/^hook:/, ""), integrity: "web" }],
      };
      return [{ text: user, label, isNew: true }];
    }
    if (carried) {
      const [forwarded = "", said] = user.split(/\n---\n/);
      const [, by = "somebody"] = /^\[forwarded from ([^\]]*)\]/.exec(forwarded) ?? [];
      const label: Label = {
        integrity: "stranger",
        audience,
        sources: [{ kind: "forward", where: by, integrity: "stranger" }],
      };
      return [
        { text: forwarded, label, isNew: true },
        ...(said === undefined ? [] : [{ text: said, author: id, label: owned, isNew: true }]),
      ];
    }
    if (role === "owner") return [{ text: user, author: id, label: owned, isNew: true }];
    const where = place?.startsWith("group:") ? `${name} in group ${place.slice(6)}` : name;
    const source: Source = { kind: "message", where, integrity: "member", by: id };
    return [
      {
        text: user,
        author: id,
        label: { integrity: "member", audience, sources: [source] },
        isNew: true,
      },
    ];
  }
}

function played(verdict: GateVerdict, written: Label): PlayedCall {
  const kept = names(written.sources);
  if (verdict.type === "allow") return { verdict: "run", because: [], beside: [], written: kept };
  if (verdict.type === "deny") return { verdict: "deny", because: [], beside: [], written: kept };
  return {
    verdict: "ask",
    because: names(verdict.sources?.because),
    beside: names(verdict.sources?.beside),
    written: kept,
  };
}

function names(sources: readonly Source[] = []): readonly string[] {
  return sources.map((one) => nameSource(one, "en"));
}

function toLabel(source: Source): Label {
  return { integrity: source.integrity, audience: "all", sources: [source] };
}

function toRole(role: string): Role {
  return role === "owner" || role === "admin" || role === "member" || role === "stranger"
    ? role
    : "guest";
}

/** Checks whether an argument calls the person of a direct chat by a handle: `@tim_b` is Tim's. */
function isSameChat(chat: unknown, place: string | undefined): boolean {
  const [, name] = /^direct:(.+)$/.exec(place ?? "") ?? [];
  if (typeof chat !== "string" || name === undefined) return false;
  return chat.toLowerCase().replace(/^@/, "").split("_")[0] === name.toLowerCase();
}

/** Returns the texts that are pinned in each prompt. */
function memoryOf(setup: readonly CaseSetup[]): readonly PromptText[] {
  return setup
    .filter(({ kind, by }) => kind === "memory" && (by ?? "owner") === "owner")
    .map(({ text = "" }) => ({
      text,
      label: { integrity: "owner", audience: `person:${OWNER}` },
      isNew: false,
    }));
}

const MONTH_MS = 30 * 86_400_000;

function contactsOf(setup: readonly CaseSetup[]): readonly Contact[] {
  return setup
    .filter(({ kind }) => kind === "person")
    .map(({ name = "", telegram, mail, name_set: at }) => ({
      name,
      addresses: [telegram, mail].filter((one) => one !== undefined),
      isNameNew: at !== undefined && Date.parse(at) > NOW - MONTH_MS,
    }));
}

/** Checks whether a tool returns nothing but our own data, or what it computed. */
function isOwnResult(tool: Tool | undefined): boolean {
  if (!tool) return false;
  return (
    tool.resultOrigin === "services" ||
    /^(utility|schedule|telegram_get_me|ton_price)/.test(tool.name)
  );
}

function policyOf(setup: readonly CaseSetup[]): FlowPolicy {
  const setting = (name: string) =>
    setup.find(({ kind, key }) => kind === "setting" && key === name)?.value;
  const [amount = "0", asset = "TON"] = setting("pay.dictated")?.split(" ") ?? [];
  return {
    sendsDictated: setting("send.dictated") !== "ask",
    payDictated: { [asset]: amount },
    egressPerTurn: Number.parseFloat(setting("egress.turn") ?? "8"),
    egressPerDay: Number.parseFloat(setting("egress.day") ?? "64"),
  };
}

function grantsOf(setup: readonly CaseSetup[]): readonly Grant[] {
  return setup.flatMap(({ kind, key, value = "" }, index): readonly Grant[] => {
    if (kind !== "setting" || key !== "grant") return [];
    const [, tool = "", rest = ""] = /^(\S+)\s+(.*)$/.exec(value) ?? [];
    const pattern = Object.fromEntries(
      Array.from(rest.matchAll(/(\w+)="([^"]*)"/g), ([, name = "", glob = ""]) => [name, glob]),
    );
    const isExact = rest.endsWith(" exact");
    const grant: Grant = {
      id: `g${index}`,
      tool,
      chat: toId("chat"),
      argsHash: isExact ? digestOf(pattern) : null,
      grantedBy: OWNER,
      until: null,
      ...(!isExact && Object.keys(pattern).length > 0 && { pattern }),
    };
    return [grant];
  });
}

function readSteps(value: unknown) {
  const steps = z.array(
    z.looseObject({ description: z.string(), toolHint: z.string().optional() }),
  );
  const found = steps.safeParse(value);
  if (!found.success) return [];
  return found.data.map(({ description, toolHint }) => ({
    description,
    ...(toolHint !== undefined && { toolHint }),
  }));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function unwrap({ tool, args }: CaseCall): { readonly name: string; readonly args: unknown } {
  if (tool !== "tool_call" || typeof args["name"] !== "string") return { name: tool, args };
  return { name: args["name"], args: args["arguments"] ?? {} };
}

/** A tool of a server that declares no effects sends all its arguments. */
function undeclared(name: string): Tool {
  return {
    name,
    summary: "A tool of a server.",
    effect: "send",
    scope: "always",
    access: "member",
    needs: [],
    params: z.looseObject({}),
    run: async () => "",
  };
}
