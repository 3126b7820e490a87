import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Fault } from "@reeve/sdk";
import { type Document, isAlias, isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { isRecord } from "../kernel/text/json.ts";
import {
  configPaths,
  findSetting,
  isBelow,
  jsonSchemaOf,
  parseSetting,
  unknownSettingHint,
} from "./config-paths.ts";
import { currentPath, formerPath, withCurrentNames } from "./former-names.ts";
import { explainIssues } from "./explain-issues.ts";
import { createInOrder } from "./serial-queue.ts";
import { writePrivateFile } from "./write-private-file.ts";

/** A config file as it was read. */
export interface ConfigFile {
  readonly document: Document;
  readonly values: Readonly<Record<string, unknown>>;
  /** The 1-based line of a key, or of the nearest one above it. */
  lineOf(keys: readonly string[]): number;
}

/** A change reads the file and writes it again: of two at once, one would be lost. */
const inOrder = createInOrder();

/** Reads a config file; one that does not exist is empty. Broken YAML is `invalid`, with the line. */
export async function readConfigFile(file: string): Promise<ConfigFile> {
  const lines = new LineCounter();
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    throw new Fault("invalid", `${file}:${line} is not valid YAML: ${error.message}`, {
      hint: `Fix line ${line} of ${file}.`,
    });
  }

  const values: unknown = document.toJS() ?? {};
  if (!isRecord(values))
    throw new Fault("invalid", `${file} contains a single value instead of settings.`, {
      hint: 'Write settings in sections, such as "agent:" with "maxSteps: 7" indented below it.',
    });
  return { document, values, lineOf: (keys) => lines.linePos(offsetOf(document, keys)).line };
}

/**
 * Sets one setting in a config file to the value written as `text`; comments and order stay. Throws
 * `missing` for an unknown path and `invalid` for a wrong value, and then writes nothing. The change is
 * atomic, even if the machine crashes.
 */
export function setInFile(
  schema: z.ZodObject,
  file: string,
  setting: { path: string; text: string },
): Promise<void> {
  return inOrder(() => replaceSetting(schema, file, setting));
}

async function replaceSetting(
  schema: z.ZodObject,
  file: string,
  { path: given, text }: { path: string; text: string },
): Promise<void> {
  const names = jsonSchemaOf(schema);
  const path = currentPath(names, given);
  const paths = configPaths(schema);
  const setting = findSetting(paths, path);
  if (!setting) throw unknownSetting(schema, path);

  const keys = path.split(".");
  const { document } = await readConfigFile(file);
  openSections(document, keys);
  const value = parseSetting(setting, text);
  document.setIn(keys, value);
  const former = formerPath(names, path);
  if (former !== undefined) document.deleteIn(former.split("."));

  const parsed = schema.safeParse(withCurrentNames(names, document.toJS()));
  const issues = parsed.error?.issues.filter((issue) => concerns(issue, path)) ?? [];
  if (issues.length > 0) throw explainIssues(issues, paths, [{ path, value, source: undefined }]);
  await writePrivateFile(file, format(document));
}

/** Takes one setting out of a config file. `false` where it was not there; an unknown path is `missing`. */
export function unsetInFile(schema: z.ZodObject, file: string, path: string): Promise<boolean> {
  return inOrder(() => removeSetting(schema, file, path));
}

async function removeSetting(schema: z.ZodObject, file: string, given: string): Promise<boolean> {
  const names = jsonSchemaOf(schema);
  const path = currentPath(names, given);
  const { document } = await readConfigFile(file);
  const found = [given, path, formerPath(names, path)].filter(
    (one) => one !== undefined && document.hasIn(one.split(".")),
  );
  // An existing key may be removed even if no setting has that name (anymore).
  if (found.length === 0) {
    if (!findSetting(configPaths(schema), path)) throw unknownSetting(schema, path);
    return false;
  }
  for (const one of new Set(found)) {
    const keys = one?.split(".") ?? [];
    document.deleteIn(keys);
    removeEmptySections(document, keys);
  }
  await writePrivateFile(file, format(document));
  return true;
}

function unknownSetting(schema: z.ZodObject, path: string): Fault {
  return new Fault("missing", `Unknown setting: ${path}`, {
    hint: unknownSettingHint(configPaths(schema), path),
  });
}

/** Other settings may be wrong for now: they are repaired one at a time. */
function concerns(issue: z.core.$ZodIssue, path: string): boolean {
  const where = issue.path.join(".");
  return where === "" || where === path || isBelow(where, path) || isBelow(path, where);
}

/** Replaces sections that are empty, or contain a value, by ones that can be written to. */
function openSections(document: Document, keys: readonly string[]): void {
  for (const above of sectionsAbove(keys)) {
    if (isScalar(document.getIn(above, true))) document.setIn(above, document.createNode({}));
  }
}

function removeEmptySections(document: Document, keys: readonly string[]): void {
  for (const above of sectionsAbove(keys).toReversed()) {
    const section = document.getIn(above, true);
    if (isMap(section) && section.items.length === 0) document.deleteIn(above);
  }
}

function sectionsAbove(keys: readonly string[]): readonly (readonly string[])[] {
  return keys.slice(1).map((_, index) => keys.slice(0, index + 1));
}

function offsetOf(document: Document, keys: readonly string[]): number {
  let offset = 0;
  let node: unknown = document.contents;
  for (const key of keys) {
    const target = isAlias(node) ? node.resolve(document) : node;
    if (!isMap(target)) break;
    const pair = target.items.find((item) => isScalar(item.key) && item.key.value === key);
    if (!pair || !isScalar(pair.key)) break;
    offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}

function format(document: Document): string {
  return document.toString({ lineWidth: 0 });
}
