import { type DeliveryView, webhooks, type WebhookView } from "@reeve/operations/work/webhooks";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve webhooks`. */
export const webhooksCommand = defineCommandLine({
  command: "webhooks",
  operations: webhooks,
  aliases: { "replay --dead": "replay-dead" },
  show: {
    list: ({ items }) => linesOf(items, toLine, "There are no webhooks."),
    events: ({ items }) =>
      items.map(({ name, summary }) => `${name.padEnd(20)} ${summary}`).join("\n"),
    create: toLines,
    update: toLines,
    remove: () => "The webhook was deleted. It receives no more events.",
    test({ arrived, status, reason, tookMs }) {
      const response = status === undefined ? reason : `response ${status}`;
      return `${arrived ? "Delivered" : "Not delivered"}: ${response} (${tookMs} ms).`;
    },
    deliveries: ({ items }) => linesOf(items, toDelivery, "There are no deliveries."),
    replay: toReplayed,
    replayDead: toReplayed,
  },
});

function toLines(webhook: WebhookView & { readonly secret?: string | undefined }): string {
  const { secret } = webhook;
  return [toLine(webhook), ...(secret === undefined ? [] : [`secret  ${secret}  ${ONCE}`])].join(
    "\n",
  );
}

const ONCE = "(shown only once)";

function toLine({ webhook: id, url, events, state, reason, deliveries, description }: WebhookView) {
  const { waiting, sent, dead } = deliveries;
  const off = state === "off" ? `; off${reason === null ? "" : `: ${reason}`}` : "";
  const about = description === "" ? "" : `; ${description}`;
  return `${id} ${url} ${events.join(",")} (${sent} sent, ${waiting} waiting, ${dead} dead${off}${about})`;
}

function toDelivery({ id, type, state, attempts, reason, createdAt }: DeliveryView): string {
  const at = new Date(createdAt).toISOString().slice(0, 19);
  const tried = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  const why = reason === null ? "" : `; ${reason}`;
  return `${at}Z ${state.padEnd(8)} ${type.padEnd(20)} ${id} (${tried}${why})`;
}

function toReplayed({ replayed }: { readonly replayed: number }): string {
  return `Deliveries queued again: ${replayed}.`;
}
