import type { ArgumentRole, Tool } from "@reeve/sdk";
import { isRecord } from "../../../kernel/text/json.ts";
import { roleOfName } from "../sensitive-arguments.ts";
import type { RequestContext } from "./request-context.ts";
import { readText } from "./clauses.ts";
import { addressesOf } from "./contacts.ts";
import { isSelectedByName } from "./derive.ts";
import { isAmount, isPlain, isSameName } from "./dictated.ts";
import { type Order, ordersIn } from "./orders.ts";
import { normalize } from "./plain-text.ts";
import { newestSaidBy } from "./said.ts";
import { tokensIn } from "./tokens.ts";

type OrderedTool = Pick<Tool, "name" | "sensitiveArguments" | "spends" | "params">;

/** A call as the model wrote it. */
interface Call {
  readonly tool: OrderedTool;
  readonly args: unknown;
  readonly effect: string;
}

/**
 * Checks whether the asker ordered exactly this call: every value in it is a part of one order in their newest
 * message, or in the step of a plan that a person allowed, and no earlier call of the turn was that order.
 */
export function isOrdered(call: Call, asking: RequestContext): boolean {
  const newest = newestSaidBy(asking.texts, asking.asker);
  const planned = asking.planned === undefined ? [] : [readText(normalize(asking.planned))];
  const orders = [...(newest ? [newest] : []), ...planned].flatMap((text) => ordersIn(text));
  const fitting = orders.filter((order) => fits(call, order, asking));
  if (fitting.length === 0) return false;
  const paid = asking.earlier.filter(
    (one) =>
      one.isAllowed &&
      one.tool === call.tool.name &&
      reachesSame(call, one.args) &&
      fitting.some((order) => fits({ ...call, args: one.args }, order, asking)),
  );
  return paid.length < fitting.length;
}

function fits({ tool, args, effect }: Call, order: Order, asking: RequestContext): boolean {
  const leaves = leavesOf(tool, args);
  if (!leaves || !isKind({ tool, effect, leaves }, order)) return false;
  const addresses = new Set(order.recipients.flatMap((one) => addressesOf(one, asking.contacts)));
  const isPart = ({ role, value }: Leaf): boolean => {
    if (!isPlain(value)) return false;
    switch (role) {
      case "recipient":
        return [...addresses].some((one) => isSameName(one, value));
      case "body":
        return order.bodies.some((body) => isSameText(body, value));
      case "amount":
        return (
          order.amount !== undefined &&
          tokensIn(order.amount).some((token) => isAmount(value, token))
        );
      case "path":
        return order.file !== undefined && normalize(order.file) === normalize(value);
      case "target": {
        const [recipient = ""] = order.recipients;
        return order.recipients.length === 1 && isSelectedByName(value, recipient, asking);
      }
      default:
        return false;
    }
  };
  return leaves.every(isPart) && hasAllParts(leaves, order);
}

/** An order to tell several people pays for one call to each of them. */
function reachesSame({ tool, args }: Call, earlier: unknown): boolean {
  const reached = (given: unknown) =>
    (leavesOf(tool, given) ?? []).flatMap(({ role, value }) =>
      role === "recipient" || role === "target" ? [value] : [],
    );
  const before = reached(earlier);
  return reached(args).some((one) => before.some((other) => isSameName(one, other)));
}

interface Leaf {
  readonly role: ArgumentRole | undefined;
  readonly value: string;
}

/** Returns every value of a call; undefined if one of them is something that no order has words for. */
function leavesOf(
  { sensitiveArguments: roles }: OrderedTool,
  args: unknown,
): readonly Leaf[] | undefined {
  if (!isRecord(args)) return undefined;
  const leaves: Leaf[] = [];
  for (const [name, value] of Object.entries(args)) {
    const role = roles?.[name] ?? roleOfName(name);
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null || one === false || one === "") continue;
      if (typeof one !== "string" && typeof one !== "number") return undefined;
      leaves.push({ role, value: String(one) });
    }
  }
  return leaves;
}

function isKind(
  { tool, effect, leaves }: Pick<Call, "tool" | "effect"> & { readonly leaves: readonly Leaf[] },
  { kind, asset }: Order,
): boolean {
  const roles = new Set(leaves.map(({ role }) => role));
  if (effect === "pay") return kind === "pay" && isAsset(asset, tool);
  if (roles.has("path")) return kind === "send";
  if (!roles.has("recipient")) return kind === "reply";
  return kind === "tell" || (kind === "mail" && tool.name.startsWith("email_"));
}

/** A tool that pays names its asset, such as "TON". */
function isAsset(asset: string | undefined, { name }: OrderedTool): boolean {
  const paid = /_ton_|^ton_/.test(name) ? "ton" : /stars/.test(name) ? "stars" : undefined;
  return paid !== undefined && asset?.toLowerCase() === paid;
}

/** Checks whether a call does all that was ordered: it is done as a whole, or not at all. */
function hasAllParts(leaves: readonly Leaf[], order: Order): boolean {
  const has = (role: ArgumentRole) => leaves.some((leaf) => leaf.role === role);
  if (order.kind === "pay") return has("amount") && has("recipient");
  if (order.kind === "send") return has("path") && has("recipient");
  return has("body") && (has("recipient") || has("target"));
}

/** Compares texts, without the full stop that ends a sentence. */
function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return normalize(text)
    .replace(/^"(.*)"[.!]?$/s, "$1")
    .replace(/[.。]$/, "");
}
