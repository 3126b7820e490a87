import { Fault } from "@reeve/sdk";
import { listModels } from "../../../llm/catalog.ts";
import { listServedModels } from "../../../llm/apis/list-served-models.ts";
import { findProvider, resolveModelName } from "../../../llm/providers.ts";
import type { Secret } from "../../../platform/secret.ts";
import { askKey } from "./ask-key.ts";
import { askModel } from "./ask-model.ts";
import { askProvider } from "./ask-provider.ts";
import { type KeyChoice, keyOf, type ModelChoices, OFFLINE, type SetupOptions } from "./choices.ts";
import type { Dialog } from "./dialog.ts";
import type { DetectedModels } from "./detected-models.ts";
import { z } from "zod";
import type { FoundServer } from "../../../llm/apis/discover-local.ts";
import { attempt } from "../../../kernel/attempt.ts";

const EXAMPLE = findProvider("local").baseUrl;

const addressSchema = z.url({ protocol: /^https?$/ });

export interface ModelDeps {
  readonly given: SetupOptions;
  /** Model that is configured now. */
  readonly current: CurrentModel | undefined;
  readonly found: DetectedModels;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface CurrentModel {
  readonly provider: string;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly key: KeyChoice;
}

const LIST_MS = 3000;
const LOCAL = "local";

/** Asks for provider, address, key and model, as far as the command line does not say. */
export async function chooseModel(
  dialog: Dialog,
  { given, current, found, env }: ModelDeps,
): Promise<ModelChoices> {
  const provider =
    given.provider ?? (await askProvider(dialog, { found, current: current?.provider }));
  if (provider === OFFLINE.provider)
    return { ...OFFLINE, baseUrl: undefined, key: { from: "nowhere" } };

  const { note, offByDefault } = findProvider(provider);
  if (given.provider && offByDefault && note) dialog.say(note);
  const same = current?.provider === provider ? current : undefined;
  const baseUrl = await chooseAddress(dialog, { provider, given, same, found });
  const isOwnServer = provider === LOCAL && !found.servers.some((one) => one.baseUrl === baseUrl);
  const key = await askKey(dialog, {
    provider,
    // A key is for one address only.
    current: same?.baseUrl === baseUrl ? same?.key : undefined,
    env,
    keyEnv: given.keyEnv,
    isOptional: isOwnServer,
  });
  const model = await chooseName(dialog, { provider, given, same, baseUrl, key });
  return { provider, model, baseUrl, key };
}

interface AddressOptions {
  readonly provider: string;
  readonly given: SetupOptions;
  readonly same: CurrentModel | undefined;
  readonly found: DetectedModels;
}

async function chooseAddress(
  dialog: Dialog,
  { provider, given, same, found }: AddressOptions,
): Promise<string | undefined> {
  if (given.baseUrl !== undefined) {
    const address = parseAddress(given.baseUrl);
    if (typeof address !== "string") throw address;
    return address;
  }
  if (provider !== LOCAL) return same?.baseUrl;
  return askAddress(dialog, { servers: found.servers, current: same?.baseUrl });
}

interface NameOptions extends Omit<AddressOptions, "found"> {
  readonly baseUrl: string | undefined;
  readonly key: KeyChoice;
}

async function chooseName(
  dialog: Dialog,
  { provider, given, same, baseUrl, key }: NameOptions,
): Promise<string> {
  const entry = findProvider(provider);
  if (given.model !== undefined) return resolveModelName(entry, given.model);
  const current = same?.model;
  if (entry.model !== undefined) {
    const known = (await listModels(provider)).map(({ id }) => id);
    return askModel(dialog, { provider, current, known });
  }
  const known = await listServed(dialog, { baseUrl: baseUrl ?? entry.baseUrl, key: keyOf(key) });
  return askModel(dialog, { provider, current, known });
}

/** Empty, and a word about it, when the server does not list its models: one may still be named. */
async function listServed(
  dialog: Dialog,
  { baseUrl, key }: { baseUrl: string; key: Secret | undefined },
): Promise<readonly string[]> {
  const signal = AbortSignal.any([dialog.signal, AbortSignal.timeout(LIST_MS)]);
  const listed = await attempt(listServedModels({ baseUrl, key, signal }));
  if (listed.status === "fulfilled") return listed.value;
  dialog.complain(
    new Fault("unavailable", `The server at ${baseUrl} did not return a list of models.`, {
      hint: "Check that it is running and that the URL is correct. You can still type a model's name.",
    }),
  );
  return [];
}

interface AddressQuestion {
  readonly servers: readonly FoundServer[];
  /** The one that is used now. */
  readonly current: string | undefined;
}

/** Asks where a server of one's own is: one that was found, by number, or any other by its address. */
async function askAddress(dialog: Dialog, { servers, current }: AddressQuestion): Promise<string> {
  const fallback = current ?? servers[0]?.baseUrl ?? EXAMPLE;
  servers.forEach(({ name, baseUrl }, at) => {
    dialog.say(`${String(at + 1).padStart(4)}  ${name} at ${baseUrl}`);
  });
  for (;;) {
    const answer = await dialog.ask({ text: "Server URL, including /v1", fallback });
    const address = parseAddress(servers[Number(answer) - 1]?.baseUrl ?? answer);
    if (typeof address === "string") return address;
    dialog.complain(address);
  }
}

/** The address without a slash at its end, or the reason why it is none. */
function parseAddress(text: string): string | Fault {
  if (addressSchema.safeParse(text).success) return text.replace(/\/+$/, "");
  return new Fault("invalid", `"${text}" is not a valid URL.`, { hint: `Example: ${EXAMPLE}` });
}
