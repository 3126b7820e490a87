import { Fault } from "@reeve/sdk";
import { truncateToLine } from "../../kernel/truncate.ts";
import type { ModelSpec } from "../../llm/apis/model-pool.ts";
import type { ModelError, ModelErrorKind } from "../../llm/model.ts";
import { MASK } from "../../platform/secret.ts";
import { sanitise } from "../../channels/cli/sanitise.ts";

interface Words {
  /** Goes on after the name of the provider. */
  readonly says: string;
  readonly hint: string;
}

const BY_KIND: Readonly<Record<ModelErrorKind, Words>> = {
  auth: {
    says: "does not accept the key",
    hint: "Check that it was copied whole, is not revoked and belongs to this provider.",
  },
  rate: {
    says: "accepts no more requests for now",
    hint: "Wait a moment and try again, or look at the limits of your account.",
  },
  overloaded: { says: "has no room right now", hint: "Try again in a moment." },
  server: {
    says: "broke while it answered",
    hint: "Try again in a moment, or look at its status page.",
  },
  network: {
    says: "was not reached",
    hint: "Check the network, a proxy, and that the address is right and its server runs.",
  },
  timeout: {
    says: "took too long to answer",
    hint: "Try again; a server on this machine may still be loading the model.",
  },
  overflow: {
    says: "finds even a tiny request too long",
    hint: "Choose a model with a larger window.",
  },
  shape: {
    says: "does not understand the request",
    hint: "Check the name of the model and the address.",
  },
  refused: { says: "does not want to answer", hint: "Choose another model." },
  aborted: { says: "was not asked to the end", hint: "Try again." },
};

/** Statuses that say more than the kind of error. */
const BY_STATUS: ReadonlyMap<number | undefined, Words> = new Map([
  [402, { says: "wants to be paid first", hint: "Add credit to the account of this key." }],
  [
    403,
    {
      says: "does not let this key use the model",
      hint: "Allow it in your account, or choose another model.",
    },
  ],
  [
    404,
    {
      says: "has no such model for this key",
      hint: "Check the name of the model and the address, or choose another model.",
    },
  ],
]);

const NO_KEY: Words = {
  says: "does not answer without a key",
  hint: "Give it one, or log in with the program that keeps it.",
};
const UNKNOWN: Words = { says: "failed", hint: "Try again." };

/**
 * Says in our words what a provider objected to, behind them its own, and what to do.
 * The key is masked wherever the provider repeats it.
 */
export function explainModelError(error: ModelError, { provider, key }: ModelSpec): Fault {
  const { says, hint } = wordsFor(error, key);
  const said = key ? error.message.replaceAll(key.reveal(), MASK) : error.message;
  const reason = truncateToLine(sanitise(said));
  const status = error.status === undefined ? "" : ` (${error.status})`;
  return new Fault(error.code, `${provider} ${says}${status}: ${reason}`, { hint });
}

function wordsFor({ kind, status }: ModelError, key: ModelSpec["key"]): Words {
  const byStatus = BY_STATUS.get(status);
  if (byStatus) return byStatus;
  if (kind === undefined) return UNKNOWN;
  return kind === "auth" && !key ? NO_KEY : BY_KIND[kind];
}
