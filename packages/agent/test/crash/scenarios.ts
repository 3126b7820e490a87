import { type PlanAnswer, plans } from "@reeve/operations/work/plans";
import { webhooks } from "@reeve/operations/work/webhooks";
import { people } from "@reeve/operations/people/people";
import { profile } from "@reeve/operations/memory/profile";
import type { MessageMode } from "../../src/store/messages/chats.ts";
import type { Decision } from "../../src/core/inbox.ts";
import { isRecord } from "../../src/kernel/text/json.ts";
import type { ReplyPart } from "../../src/kernel/reply.ts";
import type { Happening, OuterWorld } from "./world.ts";

/** Story that is repeated, with the agent killed at another moment each time. */
export interface Scenario {
  readonly name: string;
  readonly mode?: MessageMode;
  readonly failures?: number;
  readonly breaksOnce?: boolean;
  /** Files and messages are made searchable. */
  readonly indexes?: boolean;
  /** Whether a secret is mentioned and forgotten. */
  readonly forgets?: boolean;
  /** Something is facts extracted that have ended. */
  readonly learns?: boolean;
  /** After how many messages a conversation is summed up. */
  readonly compactMessages?: number;
  /** Time in milliseconds for which an approval stays open; default: a day. */
  readonly approvalMs?: number;
  begin(world: OuterWorld): void;
  readonly react?: (happening: Happening, world: OuterWorld) => void | Promise<void>;
}

const externalId = "1";

function say(world: OuterWorld, tag: string, text: string): void {
  world.push({ type: "message", tag, externalId, text });
}

/** Answers each question of the agent with `verdict`, once. */
function decides(
  verdict: Decision["verdict"],
  reason?: string,
): (happening: Happening, world: OuterWorld) => void {
  return (happening, world) => {
    if (happening.type !== "send" || happening.sent.part.type !== "approval") return;
    const { approval } = happening.sent.part;
    const answer = { type: "decide", approval, verdict } as const;
    world.pushOnce(approval, reason === undefined ? answer : { ...answer, reason });
  };
}

/** Allows every approval, and decides how a failed plan continues. */
function carriesOut(answer: PlanAnswer): (happening: Happening, world: OuterWorld) => void {
  return (happening, world) => {
    decides("allow")(happening, world);
    if (happening.type !== "send" || happening.sent.part.type !== "choice") return;
    const { part, clientId } = happening.sent;
    // An effect that may have happened is not repeated.
    const isUncertain = /may or may not|was stopped/.test(part.text);
    const params = { id: part.about, answer: isUncertain ? "skip" : answer };
    world.controlOnce(clientId, { method: plans.answer.name, params });
  };
}

/** Next message, by the answer before. */
const NEXT: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["Answer to <a>", ["b", "do unknown"]],
  ["Answer to <b>", ["c", "say"]],
  ["Answer to <c>", ["d", "do probe"]],
]);

function textOf(part: ReplyPart): string {
  return part.type === "text" ? part.text : "";
}

export const scenarios: readonly Scenario[] = [
  {
    name: "plain answer",
    begin: (world) => say(world, "a", "say"),
  },
  {
    name: "tools of every replay",
    begin: (world) => say(world, "a", "do read+read+key+probe+unknown+note+journal;unknown+probe"),
  },
  {
    name: "work that is delegated",
    begin: (world) => say(world, "a", "do delegate+unknown;delegate+delegate"),
  },
  {
    name: "a program that calls tools",
    begin: (world) => say(world, "a", "do key+program;unknown"),
    react: decides("allow"),
  },
  {
    name: "messages that wait together",
    begin(world) {
      say(world, "a", "do unknown");
      say(world, "b", "say");
      say(world, "c", "do key");
      world.push({ type: "message", tag: "d", externalId: "2", text: "do probe" });
    },
  },
  {
    name: "approval allowed",
    begin: (world) => say(world, "a", "do destroy+key"),
    react: decides("allow"),
  },
  {
    name: "approval refused",
    begin: (world) => say(world, "a", "do destroy"),
    react: decides("deny"),
  },
  {
    name: "several calls allowed with one answer",
    begin: (world) => say(world, "a", "do destroy+destroy+key"),
    react: decides("allow"),
  },
  {
    name: "several calls refused with one answer",
    begin: (world) => say(world, "a", "do destroy+destroy"),
    react: decides("deny"),
  },
  {
    name: "approval decided twice",
    begin: (world) => say(world, "a", "do destroy"),
    react(happening, world) {
      decides("allow")(happening, world);
      if (happening.type !== "send" || happening.sent.part.type !== "approval") return;
      const { approval } = happening.sent.part;
      world.pushOnce(`${approval} again`, { type: "decide", approval, verdict: "deny" });
    },
  },
  {
    name: "approval sent back",
    begin: (world) => say(world, "a", "do destroy"),
    react: decides("revise", "the other one"),
  },
  {
    name: "approval answered in words",
    begin: (world) => say(world, "a", "do destroy"),
    react: decides("respond", "it is gone already"),
  },
  {
    name: "approval that nobody answers",
    approvalMs: 40,
    begin(world) {
      world.push({ type: "message", tag: "z", externalId: "2", text: "say" });
      say(world, "a", "do destroy");
    },
    react(happening, world) {
      if (happening.type !== "send" || happening.sent.part.type !== "decision") return;
      world.pushOnce("b", { type: "message", tag: "b", externalId, text: "say" });
    },
  },
  {
    name: "approval shown in two chats",
    begin(world) {
      world.push({ type: "message", tag: "z", externalId: "2", text: "say" });
      say(world, "a", "do destroy+key");
    },
    react(happening, world) {
      if (happening.type !== "send" || happening.sent.externalId !== "2") return;
      decides("allow")(happening, world);
    },
  },
  {
    name: "a lasting permission that is taken back",
    begin: (world) => say(world, "a", "do destroy"),
    react(happening, world) {
      if (happening.type !== "send") return;
      const { part } = happening.sent;
      if (part.type === "approval") {
        const always = part.question.includes("destroy-a");
        const { approval } = part;
        world.pushOnce(approval, { type: "decide", approval, verdict: "allow", always });
      }
      const [, grant] = /<decision (\S+)>/.exec(textOf(part)) ?? [];
      if (grant === undefined) return;
      const next = { type: "message", tag: "b", externalId, text: "do destroy" } as const;
      const onAnswer = () => world.pushOnce("b", next);
      world.controlOnce("revoke", { method: "approvals.revoke", params: { id: grant }, onAnswer });
    },
  },
  {
    name: "two accounts of one person",
    begin(world) {
      say(world, "a", "do note");
      const phone = { externalId: "9", sender: "phone" } as const;
      const onAnswer = (answer: unknown) => {
        const code = isRecord(answer) ? String(answer["code"]) : "";
        world.pushOnce("first", { type: "message", tag: "p", ...phone, text: "do note" });
        world.pushOnce("link", { type: "link", tag: "link", ...phone, code });
        world.pushOnce("second", { type: "message", tag: "b", ...phone, text: "do destroy" });
      };
      world.controlOnce("code", { method: people.createCode.name, params: {}, onAnswer });
    },
    react: decides("allow"),
  },
  {
    name: "steering",
    begin: (world) => say(world, "a", "do unknown"),
    async react(happening, world) {
      if (happening.type !== "effect" || !happening.effect.effect.startsWith("unknown-a")) return;
      world.pushOnce("steer", { type: "message", tag: "b", externalId, text: "do key" });
      await world.caughtUp();
    },
  },
  {
    name: "queue mode",
    mode: "queue",
    begin: (world) => say(world, "a", "do key"),
    async react(happening, world) {
      if (happening.type !== "effect") return;
      world.pushOnce("next", { type: "message", tag: "b", externalId, text: "say" });
      await world.caughtUp();
    },
  },
  {
    name: "interruption",
    mode: "interrupt",
    begin: (world) => say(world, "a", "hold"),
    react(happening, world) {
      if (happening.type !== "thinking") return;
      world.pushOnce("interrupt", { type: "message", tag: "b", externalId, text: "do unknown" });
    },
  },
  {
    name: "stop while thinking",
    begin: (world) => say(world, "a", "hold"),
    react(happening, world) {
      if (happening.type !== "thinking") return;
      world.pushOnce("stop", { type: "stop", externalId });
      world.pushOnce("after", { type: "message", tag: "b", externalId, text: "do key" });
    },
  },
  {
    name: "stop while acting",
    begin: (world) => say(world, "a", "do unknown+key+probe"),
    async react(happening, world) {
      if (happening.type !== "effect" || !happening.effect.effect.startsWith("unknown-a")) return;
      world.pushOnce("stop", { type: "stop", externalId });
      world.pushOnce("after", { type: "message", tag: "b", externalId, text: "say" });
      await world.caughtUp();
    },
  },
  {
    name: "stop after an approval was allowed",
    begin: (world) => say(world, "a", "do destroy"),
    react(happening, world) {
      decides("allow")(happening, world);
      if (happening.type !== "send" || happening.sent.part.type !== "approval") return;
      world.pushOnce("stop", { type: "stop", externalId });
      world.pushOnce("after", { type: "message", tag: "b", externalId, text: "say" });
    },
  },
  {
    name: "approval allowed by a second process",
    begin: (world) => say(world, "a", "do destroy+key"),
    react(happening, world) {
      if (happening.type !== "send" || happening.sent.part.type !== "approval") return;
      const { approval } = happening.sent.part;
      const params = { id: approval, verdict: "allow" };
      world.controlOnce(approval, { method: "approvals.decide", params });
    },
  },
  {
    name: "stopped by a second process",
    begin: (world) => say(world, "a", "hold"),
    react(happening, world) {
      if (happening.type !== "thinking") return;
      const params = { place: { surface: "world", chat: externalId } };
      world.controlOnce("stop", { method: "turns.stopChat", params });
    },
  },
  {
    name: "a conversation that grows too long",
    compactMessages: 3,
    begin: (world) => say(world, "a", "do key"),
    react(happening, world) {
      if (happening.type !== "send") return;
      const [tag = "", text = ""] = NEXT.get(textOf(happening.sent.part)) ?? [];
      if (tag) world.pushOnce(tag, { type: "message", tag, externalId, text });
    },
  },
  {
    name: "results that are shortened",
    begin: (world) => say(world, "a", `do ${"long+".repeat(29)}long`),
    react(happening, world) {
      if (happening.type !== "send") return;
      const answer = textOf(happening.sent.part);
      const text = answer === "Answer to <a>" ? `do ${"long+".repeat(9)}long` : "do key";
      const tag = answer === "Answer to <a>" ? "b" : "c";
      world.pushOnce(tag, { type: "message", tag, externalId, text });
    },
  },
  {
    name: "a session that ends",
    begin: (world) => say(world, "a", "do key"),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      world.pushOnce("new", { type: "new-session", externalId });
      world.pushOnce("after", { type: "message", tag: "b", externalId, text: "say" });
    },
  },
  {
    name: "a budget that is used up",
    begin: (world) =>
      world.push({ type: "message", tag: "a", externalId: "thrifty", text: "do key+unknown" }),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      for (const tag of ["b", "c"])
        world.pushOnce(tag, { type: "message", tag, externalId: "thrifty", text: "say" });
    },
  },
  {
    name: "a limit that is set while the agent runs",
    begin: (world) => say(world, "a", "do key"),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      const params = { key: "money.chat.day", value: "900" };
      world.controlOnce("limit", { method: "limits.set", params });
      world.pushOnce("b", { type: "message", tag: "b", externalId, text: "do key+unknown" });
    },
  },
  {
    name: "payments up to a limit",
    begin: (world) => say(world, "a", "do pay+read+pay;pay+key"),
  },
  {
    name: "a transcript that is imported",
    begin(world) {
      say(world, "a", "say");
      const messages = [
        { id: "one", turn: "t-1", direction: "in", text: "Where were we?" },
        { id: "two", turn: "t-1", direction: "out", text: "In Rome." },
      ];
      world.controlOnce("import", { method: "sessions.import", params: { at: 1, messages } });
    },
  },
  {
    name: "what is learnt",
    learns: true,
    begin(world) {
      say(world, "a", "say");
      const params = { text: "By hand." };
      world.controlOnce("profile", { method: profile.edit.name, params });
    },
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      world.pushOnce("b", { type: "message", tag: "b", externalId, text: "do key" });
    },
  },
  {
    name: "what is made searchable",
    indexes: true,
    begin: (world) => say(world, "a", "do remember+note"),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      world.pushOnce("b", { type: "message", tag: "b", externalId, text: "do remember;remember" });
    },
  },
  {
    name: "something that is forgotten",
    forgets: true,
    begin: (world) => say(world, "a", "do secret+whisper"),
    react(happening, world) {
      decides("allow")(happening, world);
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      world.pushOnce("b", { type: "message", tag: "b", externalId, text: "do forget" });
    },
  },
  {
    name: "a pause",
    begin: (world) => say(world, "a", "say"),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      const control = (method: string) =>
        ({ type: "control", externalId, method, params: {} }) as const;
      world.pushOnce("pause", control("pauses.start"));
      world.pushOnce("b", { type: "message", tag: "b", externalId, text: "do unknown" });
      world.pushOnce("c", { type: "message", tag: "c", externalId, text: "do key" });
      world.pushOnce("resume", control("pauses.end"));
      world.pushOnce("d", { type: "message", tag: "d", externalId, text: "say" });
    },
  },
  {
    name: "tools that are taken away, and a file",
    begin(world) {
      say(world, "a", "do file+unknown;file");
    },
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      const params = { name: "crash_unknown", enabled: false };
      world.pushOnce("off", { type: "control", externalId, method: "tools.set", params });
      world.pushOnce("b", { type: "message", tag: "b", externalId, text: "do unknown+file" });
    },
  },
  {
    name: "commands, and what they undo",
    begin: (world) => say(world, "a", "do note+note+file"),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      for (const tag of ["u1", "u2"])
        world.pushOnce(tag, { type: "command", tag, externalId, text: "/undo" });
      world.pushOnce("new", { type: "command", tag: "new", externalId, text: "/new" });
      world.pushOnce("b", { type: "message", tag: "b", externalId, text: "say" });
    },
  },
  {
    name: "a command on the machine",
    begin: (world) => say(world, "a", "do command+file"),
    react: decides("allow"),
  },
  {
    name: "a plan whose second step fails",
    begin: (world) => say(world, "a", "plan key;fail-probe;unknown. Do it and then tell me"),
    react: carriesOut("retry"),
  },
  {
    name: "a plan whose step asks for more than was shown",
    begin: (world) => say(world, "a", "plan shown-destroy;destroy;key. Do it and then tell me"),
    react: carriesOut("continue"),
  },
  {
    name: "a plan that is stopped, and a message in between",
    begin: (world) => say(world, "a", "plan read;key;fail-note. Do it and then tell me"),
    async react(happening, world) {
      carriesOut("continue")(happening, world);
      if (happening.type !== "effect" || !happening.effect.effect.startsWith("key-as1")) return;
      world.pushOnce("b", { type: "message", tag: "b", externalId: "2", text: "say" });
      world.pushOnce("stop", { type: "stop", externalId });
      world.pushOnce("c", { type: "message", tag: "c", externalId, text: "say" });
      await world.caughtUp();
    },
  },
  {
    name: "two plans, and a wish that is none",
    begin(world) {
      say(world, "a", "plan key;fail-probe. Do it and then tell me");
      world.push({
        type: "message",
        tag: "z",
        externalId: "2",
        text: "say. Sit down and then rest a while",
      });
    },
    react(happening, world) {
      carriesOut("skip")(happening, world);
      if (happening.type !== "send" || happening.sent.part.type !== "progress") return;
      const text = "plan read;probe. Do it and then tell me";
      world.pushOnce("b", { type: "message", tag: "b", externalId, text });
    },
  },
  {
    name: "a server that is told of events, and is down now and then",
    begin(world) {
      const params = { url: "http://server.example/" };
      const onAnswer = () => {
        world.pushOnce("a", {
          type: "message",
          tag: "a",
          externalId,
          text: "do key+destroy;unknown",
        });
        world.pushOnce("z", { type: "message", tag: "z", externalId: "2", text: "say" });
      };
      world.controlOnce("subscribe", { method: webhooks.create.name, params, onAnswer });
    },
    react: decides("allow"),
  },
  {
    name: "a program that asks under a key",
    begin(world) {
      world.push({ type: "control", externalId, method: "gateway.twice", params: {} });
      say(world, "a", "say");
    },
  },
  {
    name: "what is spoken",
    begin(world) {
      world.push({ type: "message", tag: "a", externalId, text: "do unknown", isSpoken: true });
      say(world, "b", "do key");
      world.push({ type: "message", tag: "z", externalId: "2", text: "say", isSpoken: true });
    },
    async react(happening, world) {
      if (happening.type !== "effect" || !happening.effect.effect.startsWith("unknown-a")) return;
      world.pushOnce("c", {
        type: "message",
        tag: "c",
        externalId,
        text: "do probe",
        isSpoken: true,
      });
      await world.caughtUp();
    },
  },
  {
    name: "what is said aloud",
    begin: (world) => say(world, "a", "do voice+voice+key;voice"),
  },
  {
    name: "messenger down",
    failures: 1,
    begin: (world) => say(world, "a", "say"),
  },
  {
    name: "a model that is down",
    begin(world) {
      say(world, "a", "down");
      world.push({ type: "message", tag: "b", externalId: "2", text: "down" });
    },
  },
  {
    name: "a bug, a new session, settings",
    breaksOnce: true,
    begin(world) {
      say(world, "a", "do key");
      world.push({ type: "set-steps", externalId, maxSteps: 9 });
      world.push({ type: "new-session", externalId });
    },
  },
  {
    name: "reminders and tasks that come due",
    begin: (world) => say(world, "a", "say"),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      const make = (id: string, params: object) =>
        world.pushOnce(id, {
          type: "control",
          externalId,
          method: "schedules.create",
          params: { id, at: "in 1 second", ...params },
        });
      make("r1", { text: "remember r1", isReminder: true });
      make("j1", { text: "j1| do key+unknown" });
      make("j2", { text: "j2| do probe", at: undefined, dependsOn: ["j1"] });
      make("r2", { text: "remember r2", isReminder: true });
    },
  },
];
