import type { PlaceMode } from "../../src/store/places.ts";
import type { Reply } from "../../src/kernel/reply.ts";
import type { Happening, OuterWorld } from "./world.ts";

/** A story that is told again and again, with the agent killed at another moment each time. */
export interface Scenario {
  readonly name: string;
  readonly mode?: PlaceMode;
  readonly failures?: number;
  readonly breaksOnce?: boolean;
  /** Files and messages are made searchable. */
  readonly indexes?: boolean;
  /** A secret is told and forgotten. */
  readonly forgets?: boolean;
  /** Something is learnt from turns that have ended. */
  readonly learns?: boolean;
  /** After how many messages a conversation is summed up. */
  readonly hardMessages?: number;
  begin(world: OuterWorld): void;
  readonly react?: (happening: Happening, world: OuterWorld) => void | Promise<void>;
}

const chat = "1";

function say(world: OuterWorld, tag: string, text: string): void {
  world.push({ type: "message", tag, chat, text });
}

/** Answers each question of the agent with `verdict`, once. */
function decides(verdict: "allow" | "deny"): (happening: Happening, world: OuterWorld) => void {
  return (happening, world) => {
    if (happening.type !== "send" || happening.sent.part.type !== "approval") return;
    const { approval } = happening.sent.part;
    world.pushOnce(approval, { type: "decide", approval, verdict });
  };
}

/** What is said next, by the answer before. */
const NEXT: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["Answer to <a>", ["b", "do unknown"]],
  ["Answer to <b>", ["c", "say"]],
  ["Answer to <c>", ["d", "do probe"]],
]);

function textOf(part: Reply): string {
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
    name: "messages that wait together",
    begin(world) {
      say(world, "a", "do unknown");
      say(world, "b", "say");
      say(world, "c", "do key");
      world.push({ type: "message", tag: "d", chat: "2", text: "do probe" });
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
    name: "steering",
    begin: (world) => say(world, "a", "do unknown"),
    async react(happening, world) {
      if (happening.type !== "effect" || !happening.effect.effect.startsWith("unknown-a")) return;
      world.pushOnce("steer", { type: "message", tag: "b", chat, text: "do key" });
      await world.caughtUp();
    },
  },
  {
    name: "queue mode",
    mode: "queue",
    begin: (world) => say(world, "a", "do key"),
    async react(happening, world) {
      if (happening.type !== "effect") return;
      world.pushOnce("next", { type: "message", tag: "b", chat, text: "say" });
      await world.caughtUp();
    },
  },
  {
    name: "interruption",
    mode: "interrupt",
    begin: (world) => say(world, "a", "hold"),
    react(happening, world) {
      if (happening.type !== "thinking") return;
      world.pushOnce("interrupt", { type: "message", tag: "b", chat, text: "do unknown" });
    },
  },
  {
    name: "stop while thinking",
    begin: (world) => say(world, "a", "hold"),
    react(happening, world) {
      if (happening.type !== "thinking") return;
      world.pushOnce("stop", { type: "stop", chat });
      world.pushOnce("after", { type: "message", tag: "b", chat, text: "do key" });
    },
  },
  {
    name: "stop while acting",
    begin: (world) => say(world, "a", "do unknown+key+probe"),
    async react(happening, world) {
      if (happening.type !== "effect" || !happening.effect.effect.startsWith("unknown-a")) return;
      world.pushOnce("stop", { type: "stop", chat });
      world.pushOnce("after", { type: "message", tag: "b", chat, text: "say" });
      await world.caughtUp();
    },
  },
  {
    name: "stop after an approval was allowed",
    begin: (world) => say(world, "a", "do destroy"),
    react(happening, world) {
      decides("allow")(happening, world);
      if (happening.type !== "send" || happening.sent.part.type !== "approval") return;
      world.pushOnce("stop", { type: "stop", chat });
      world.pushOnce("after", { type: "message", tag: "b", chat, text: "say" });
    },
  },
  {
    name: "approval allowed by a second process",
    begin: (world) => say(world, "a", "do destroy+key"),
    react(happening, world) {
      if (happening.type !== "send" || happening.sent.part.type !== "approval") return;
      const { approval } = happening.sent.part;
      const params = { approval, verdict: "allow" };
      world.controlOnce(approval, { method: "approvals.decide", params });
    },
  },
  {
    name: "stopped by a second process",
    begin: (world) => say(world, "a", "hold"),
    react(happening, world) {
      if (happening.type !== "thinking") return;
      const params = { place: { surface: "world", chat } };
      world.controlOnce("stop", { method: "turns.stop", params });
    },
  },
  {
    name: "a conversation that grows too long",
    hardMessages: 3,
    begin: (world) => say(world, "a", "do key"),
    react(happening, world) {
      if (happening.type !== "send") return;
      const [tag = "", text = ""] = NEXT.get(textOf(happening.sent.part)) ?? [];
      if (tag) world.pushOnce(tag, { type: "message", tag, chat, text });
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
      world.pushOnce(tag, { type: "message", tag, chat, text });
    },
  },
  {
    name: "a session that ends",
    begin: (world) => say(world, "a", "do key"),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      world.pushOnce("new", { type: "new-session", chat });
      world.pushOnce("after", { type: "message", tag: "b", chat, text: "say" });
    },
  },
  {
    name: "a budget that is used up",
    begin: (world) =>
      world.push({ type: "message", tag: "a", chat: "thrifty", text: "do key+unknown" }),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      for (const tag of ["b", "c"])
        world.pushOnce(tag, { type: "message", tag, chat: "thrifty", text: "say" });
    },
  },
  {
    name: "a transcript that is imported",
    begin(world) {
      say(world, "a", "say");
      const messages = [
        { id: "one", turn: "t-1", direction: "in", text: "Where were we?" },
        { id: "two", turn: "t-1", direction: "out", text: "In Rome." },
      ];
      world.controlOnce("import", { method: "feed.import", params: { at: 1, messages } });
    },
  },
  {
    name: "what is learnt",
    learns: true,
    begin(world) {
      say(world, "a", "say");
      const params = { text: "By hand." };
      world.controlOnce("profile", { method: "memory.editProfile", params });
    },
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      world.pushOnce("b", { type: "message", tag: "b", chat, text: "do key" });
    },
  },
  {
    name: "what is made searchable",
    indexes: true,
    begin: (world) => say(world, "a", "do remember+note"),
    react(happening, world) {
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      world.pushOnce("b", { type: "message", tag: "b", chat, text: "do remember;remember" });
    },
  },
  {
    name: "something that is forgotten",
    forgets: true,
    begin: (world) => say(world, "a", "do secret+whisper"),
    react(happening, world) {
      decides("allow")(happening, world);
      if (happening.type !== "send" || textOf(happening.sent.part) !== "Answer to <a>") return;
      world.pushOnce("b", { type: "message", tag: "b", chat, text: "do forget" });
    },
  },
  {
    name: "messenger down",
    failures: 1,
    begin: (world) => say(world, "a", "say"),
  },
  {
    name: "a bug, a new session, settings",
    breaksOnce: true,
    begin(world) {
      say(world, "a", "do key");
      world.push({ type: "set-steps", chat, maxSteps: 9 });
      world.push({ type: "new-session", chat });
    },
  },
];
