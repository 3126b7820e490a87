import { Fault } from "@reeve/sdk";
import { truncateToLine } from "../../kernel/text/truncate.ts";
import type { ModelSpec } from "../../llm/apis/model-pool.ts";
import type { ModelError, ModelErrorKind } from "../../llm/model.ts";
import { MASK } from "../../platform/secret.ts";
import { sanitize } from "../../channels/cli/sanitize.ts";

interface Words {
  /** Goes on after the name of the provider. */
  readonly says: string;
  readonly hint: string;
}

const BY_KIND: Readonly<Record<ModelErrorKind, Words>> = {
  auth: {
    says: "rejected the API key",
    hint: "Check that the key is complete, belongs to this provider and has not been revoked.",
  },
  rate: {
    says: "is rate limiting requests",
    hint: "Wait a moment and try again, or check your account's limits.",
  },
  overloaded: { says: "is overloaded", hint: "Try again in a moment." },
  server: {
    says: "returned a server error",
    hint: "Try again in a moment, or check the provider's status page.",
  },
  network: {
    says: "could not be reached",
    hint: "Check your network, your proxy and the URL, and whether the server is running.",
  },
  timeout: {
    says: "took too long to respond",
    hint: "Try again. A local server may still be loading the model.",
  },
  overflow: {
    says: "rejects even a short request as too long",
    hint: "Choose a model with a larger context window.",
  },
  shape: {
    says: "rejected the request as invalid",
    hint: "Check the model's name and the URL.",
  },
  refused: { says: "refused to answer", hint: "Choose another model." },
  aborted: { says: "did not answer because the request was cancelled", hint: "Try again." },
};

/** Statuses that say more than the kind of error. */
const BY_STATUS: ReadonlyMap<number | undefined, Words> = new Map([
  [402, { says: "requires payment", hint: "Add credit to the account this key belongs to." }],
  [
    403,
    {
      says: "does not allow this key to use the model",
      hint: "Enable the model in your account, or choose another one.",
    },
  ],
  [
    404,
    {
      says: "has no such model for this key",
      hint: "Check the model's name and the URL, or choose another model.",
    },
  ],
]);

const NO_KEY: Words = {
  says: "requires an API key",
  hint: "Set an API key, or log in with the program that stores it.",
};
const UNKNOWN: Words = { says: "failed", hint: "Try again." };

/**
 * Says in our words what a provider objected to, behind them its own, and what to do.
 * The key is masked wherever the provider repeats it.
 */
export function explainModelError(error: ModelError, { provider, key }: ModelSpec): Fault {
  const { says, hint } = wordsFor(error, key);
  const said = key ? error.message.replaceAll(key.reveal(), MASK) : error.message;
  const reason = truncateToLine(sanitize(said));
  const status = error.status === undefined ? "" : ` (${error.status})`;
  return new Fault(error.code, `${provider} ${says}${status}: ${reason}`, { hint });
}

function wordsFor({ kind, status }: ModelError, key: ModelSpec["key"]): Words {
  const byStatus = BY_STATUS.get(status);
  if (byStatus) return byStatus;
  if (kind === undefined) return UNKNOWN;
  return kind === "auth" && !key ? NO_KEY : BY_KIND[kind];
}
