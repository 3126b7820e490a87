import type { Tool } from "@reeve/sdk";
import { z } from "zod";
import { isRecord } from "../../kernel/text/json.ts";
import { joinLabels, type Label } from "../../kernel/label.ts";
import { type RequestContext, splitByTrust } from "./flow/request-context.ts";
import { isPlain, isSaidText, isSaidValue, MIN_BITS } from "./flow/dictated.ts";
import { memoizeWeak } from "../../kernel/memoize-weak.ts";
import { type Order, ordersIn } from "./flow/orders.ts";
import { newestSaidBy, saidBy } from "./flow/said.ts";
import { informationIn, normalize } from "./flow/plain-text.ts";
import { NAMING } from "./flow/derive.ts";
import { roleOfName } from "./sensitive-arguments.ts";

/**
 * Returns the label of what a call writes: the asker's own if all of its texts are quotations of theirs, else
 * the join of everything in the prompt. What was put in other words may come from any of it.
 */
export function labelForWrites(
  tool: Pick<Tool, "params"> | undefined,
  args: unknown,
  asking: RequestContext,
): Label {
  const { texts, asker, integrity } = asking;
  const { trusted, untrusted } = splitByTrust(texts, asking);
  const own = joinLabels(
    trusted.filter(({ author }) => author === asker).map(({ label }) => label),
  );
  const base = { ...own, integrity };
  if (untrusted.length === 0 || isQuoted(tool, args, asking)) return base;
  return joinLabels([base, ...untrusted.map(({ label }) => label)]);
}

function isQuoted(
  tool: Pick<Tool, "params"> | undefined,
  args: unknown,
  asking: RequestContext,
): boolean {
  const said = saidBy(asking.texts, asking.asker);
  const newest = newestSaidBy(asking.texts, asking.asker);
  let known: readonly Order[] | undefined;
  const orders = () => (known ??= newest ? ordersIn(newest) : []);
  const options = tool ? optionsOf(tool) : NO_OPTIONS;
  return textsIn(args).every(({ name, text }) => {
    if (options.get(name)?.has(text)) return true;
    const role = roleOfName(name);
    if (role && NAMING.has(role) && isSaidValue(text, role, said)) return true;
    return isSaidText(text, said) || isTold(text, orders);
  });
}

/** Checks whether a text is what the asker ordered to keep, word for word. */
function isTold(text: string, orders: () => readonly Order[]): boolean {
  const written = normalize(text);
  return (
    isPlain(written) &&
    informationIn(written) >= MIN_BITS &&
    orders().some(({ bodies }) => bodies.some((one) => normalize(one) === written))
  );
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

function textsIn(value: unknown, name = ""): readonly NamedText[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [{ name, text: value }];
  if (typeof value === "number") return [{ name, text: String(value) }];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => textsIn(one, name));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, key));
}

/** Returns the values that a tool's own schema offers, by argument. */
const optionsOf = memoizeWeak(
  (tool: Pick<Tool, "params">): ReadonlyMap<string, ReadonlySet<string>> => {
    const { properties } = z.toJSONSchema(tool.params, { io: "input", unrepresentable: "any" });
    return new Map(
      Object.entries(properties ?? {}).flatMap(([name, schema]) => {
        const options = isRecord(schema) && Array.isArray(schema["enum"]) ? schema["enum"] : [];
        return options.length > 0 ? [[name, new Set(options.map(String))]] : [];
      }),
    );
  },
);

const NO_OPTIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map();
