import { Fault } from "@reeve/sdk";
import type { Envelope, AutomatedInput } from "../../../kernel/envelope.ts";
import { audienceOf, integrityOf, joinLabels, labelOfSource } from "../../../kernel/label.ts";
import { lowerRole } from "../../../kernel/principal.ts";
import type { Repositories } from "../../../store/store.ts";
import type { IntakeDeps } from "../deps.ts";
import type { Accepted } from "../accepted.ts";
import { admit, type Admission } from "../admit.ts";
import { resolveCreator } from "../resolve-creator.ts";
import { storeAutomatedInput } from "./store-automated-input.ts";

/**
 * Stores what a program sent to a hook in the queue of the hook's chat, on behalf of who made
 * the hook: with the lower of their role and the hook's, trusted as the hook says and no more.
 * Like a job's message it has a turn of its own and is not among what was said.
 */
export async function storeWebhookInput(
  tx: Repositories,
  {
    envelope,
    scheduled,
    hook: name,
  }: { readonly envelope: Envelope; readonly scheduled: AutomatedInput; readonly hook: string },
  deps: IntakeDeps,
): Promise<Accepted> {
  const hook = await tx.incomingWebhooks.byName(deps.policy.tenant, name);
  const chat = hook?.state === "on" ? await tx.chats.byId(hook.chat) : undefined;
  const { tenant } = deps.policy;
  const maker =
    hook && chat && (await resolveCreator(tx, { maker: hook.person, tenant }, { ...deps, chat }));
  if (!maker)
    throw new Fault("missing", `Incoming webhook not found: ${name}`, {
      hint: "Calls are delivered only while the webhook is turned on.",
    });
  const known = await tx.inbox.byMessage(chat.id, envelope.id, envelope.edit);
  if (known) return { type: "repeat", message: known.id };
  const author = { ...maker, role: lowerRole(maker.role, hook.role) };
  const isPaused = await tx.pauses.isPaused(tenant, chat.id);
  const admission: Admission = isPaused
    ? { type: "ignore", reason: "paused" }
    : admit(envelope, author.role);
  const audience = audienceOf({ ...chat, chat: chat.id });
  const label = joinLabels([
    { integrity: integrityOf(author.role), audience },
    labelOfSource({ kind: "hook", where: name, integrity: hook.integrity }, audience),
  ]);
  return storeAutomatedInput(
    tx,
    {
      envelope,
      scheduled: { ...scheduled, label },
      chat,
      author,
      label,
      admission,
      from: `Webhook ${name}`,
    },
    { newId: deps.newId, now: deps.clock.now() },
  );
}
