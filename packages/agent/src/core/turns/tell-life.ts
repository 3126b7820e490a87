import { Fault } from "@reeve/sdk";
import type { Approval } from "../../store/approvals.ts";
import type { InboxRow } from "../../store/inbox.ts";
import type { OutboxRow } from "../../store/outbox.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { Step, Turn } from "../../store/turns.ts";
import type { UsageEntry } from "../../store/usage.ts";

/** Everything the store knows about one message, from inbox to terminal state. */
export interface MessageLife {
  readonly message: InboxRow;
  readonly place: Place | undefined;
  readonly turn: Turn | undefined;
  /** Other messages that the same turn answered. */
  readonly together: readonly InboxRow[];
  readonly steps: readonly Step[];
  readonly approvals: readonly Approval[];
  readonly usage: readonly UsageEntry[];
  readonly outbox: readonly OutboxRow[];
}

/** Looks a message up by its own id, the platform's id, an incident, or the approval it decided; empty text means the newest. */
export async function tellLife(text: string, { slow }: Store): Promise<MessageLife> {
  const message = await find(text, slow);
  if (!message && text === "")
    throw new Fault("missing", "No message has come in yet.", { hint: "Send one: reeve chat" });
  if (!message)
    throw new Fault("missing", `No message, and no incident, is called "${text}".`, {
      hint: "Take the id from a reply's incident line or from `reeve chat --json`; without one, the newest is shown.",
    });
  const turn = message.turn ? await slow.turns.byId(message.turn) : undefined;
  const steps = turn ? await slow.turns.steps(turn.id) : [];
  const outbox = turn ? await slow.outbox.ofTurn(turn.id) : [];
  const calls = steps.flatMap((step) => step.calls.map(({ id }) => id));
  const together = turn ? await slow.inbox.ofTurn(turn.id) : [];
  return {
    message,
    place: await slow.places.byId(message.place),
    turn,
    together: together.filter(({ id }) => id !== message.id),
    steps,
    approvals: await slow.approvals.ofCalls(calls),
    usage: turn ? await slow.usage.ofTurn(turn.id) : [],
    // A question also goes to other chats; here is what went to this one.
    outbox: outbox.filter(({ place }) => place === message.place),
  };
}

async function find(text: string, slow: Repositories): Promise<InboxRow | undefined> {
  if (text === "") return slow.inbox.newest();
  const incident = await slow.turns.byIncident(text);
  if (incident) return slow.inbox.byId(incident.openedBy);
  const [message] = await slow.inbox.find(text);
  if (message) return message;
  return (await slow.inbox.find(`decision:${text}`))[0];
}
