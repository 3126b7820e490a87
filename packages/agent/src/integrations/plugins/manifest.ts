import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { satisfies, validRange } from "semver";
import { z } from "zod";
import { minisignKey } from "../packages/minisign.ts";
import { isLeftOut } from "./digest-folder.ts";
import { type PluginPowers, pluginName, pluginPowers, type PowerLines } from "../plugins.ts";
import { describeHook } from "./hooks/describe-hook.ts";

/** Manifest of a plugin: its `package.json`. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Main file, absolute. */
  readonly main: string;
  readonly powers: PluginPowers;
  /** Public key of minisign, with which its archives are signed. */
  readonly publicKey: string | undefined;
}

const MAX_BYTES = 100_000;

const manifest = z.object({
  name: pluginName,
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+/, { error: "a version looks like 1.0.0" })
    .max(40),
  description: z.string().max(500).default(""),
  main: z.string().default("index.ts"),
  engines: z.object({ reeve: z.string().max(100) }),
  reeve: z.strictObject({ powers: pluginPowers.prefault({}), publicKey: minisignKey.optional() }),
});

/** Reads the manifest of the plugin in a folder. `invalid` says what is wrong with it. */
export async function readManifest(folder: string, version: string): Promise<Manifest> {
  const file = path.join(folder, "package.json");
  const read = manifest.safeParse(await readJson(file));
  if (!read.success)
    throw new Fault("invalid", `${file} is not valid: ${z.prettifyError(read.error)}`, {
      hint: "Compare it with that of a new plugin: reeve plugin new example",
    });
  const { main, engines, reeve, ...names } = read.data;
  if (validRange(engines.reeve) === null || !satisfies(version, engines.reeve))
    throw new Fault(
      "conflict",
      `The plugin ${names.name} is for Reeve ${engines.reeve}; this is ${version}.`,
      { hint: "Install another version of the plugin, or update Reeve." },
    );
  const entry = path.resolve(folder, main);
  if (!entry.startsWith(folder + path.sep) || isLeftOut(path.relative(folder, entry)))
    throw new Fault("invalid", `The main file of ${names.name} is outside of its folder.`);
  return { ...names, main: entry, powers: reeve.powers, publicKey: reeve.publicKey };
}

async function readJson(file: string): Promise<unknown> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    throw new Fault("missing", `There is no plugin in ${path.dirname(file)}.`, {
      hint: "A plugin is a folder with a package.json. Create one: reeve plugin new example",
    });
  if (found.size > MAX_BYTES) throw new Fault("invalid", `${file} is larger than 100 kB.`);
  const text = await readFile(file, "utf8");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Fault("invalid", `${file} is not valid JSON.`, { cause });
  }
}

/** Puts powers into words, one line each. */
export function describePowers({
  effects,
  hosts,
  secrets,
  messages,
  hooks,
  buttons,
  payments,
}: PluginPowers): PowerLines {
  return [
    ...effects.map((effect) => `tools that ${EFFECT_WORDS[effect]}`),
    ...hosts.map((host) => `requests to ${host}`),
    ...Object.entries(secrets).map(
      ([name, { description }]) => `the secret ${name} (${description})`,
    ),
    ...(messages ? ["messages into chats in which it was called"] : []),
    ...(payments ? ["invoices in Telegram Stars, and refunds of what it was paid"] : []),
    ...(buttons ? ["buttons below its messages, which anybody in the chat may press"] : []),
    ...hooks.map(describeHook),
    ...(effects.length > 0 || hooks.length > 0
      ? ["memory that is shared by all chats in which it is called"]
      : []),
  ].toSorted();
}

const EFFECT_WORDS = {
  read: "read",
  write: "write its own data",
  send: "reach other people",
  destroy: "do what cannot be undone",
  pay: "spend money",
  exec: "run code",
} as const;
