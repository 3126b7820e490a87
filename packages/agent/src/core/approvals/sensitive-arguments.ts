import type { ArgumentRole, Tool } from "@reeve/sdk";
import { isRecord } from "../../kernel/text/json.ts";

/** One value of a call's arguments that decides what it does to whom. */
export interface SensitiveArgument {
  /** The name of the argument, of the outermost where it is nested. */
  readonly name: string;
  readonly role: ArgumentRole;
  readonly value: string;
}

/** The values in a call's arguments that matter: as its tool says, else by their names. */
export function sensitiveArguments(
  tool: Pick<Tool, "sensitiveArguments">,
  args: unknown,
): readonly SensitiveArgument[] {
  if (!isRecord(args)) return [];
  return Object.entries(args).flatMap(([name, value]) => {
    const { sensitiveArguments: declared } = tool;
    const role = declared ? declared[name] : roleOfName(name);
    if (role) return valuesIn(value, role).map((text) => ({ name, role, value: text }));
    const others = declared?.["*"];
    // A name that nobody declared may be a message of its own.
    if (others)
      return [name, ...valuesIn(value, others)].map((text) => ({
        name,
        role: others,
        value: text,
      }));
    if (declared) return [];
    return nestedIn(tool, value).map((nested) => ({ ...nested, name }));
  });
}

function nestedIn(
  tool: Pick<Tool, "sensitiveArguments">,
  value: unknown,
): readonly SensitiveArgument[] {
  const inner = Array.isArray(value) ? value : [value];
  return inner.flatMap((one: unknown) => sensitiveArguments(tool, one));
}

/** Returns the values in an argument; of what is sent somewhere, also the names in it. */
function valuesIn(value: unknown, role: ArgumentRole): readonly string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (typeof value === "number" || typeof value === "bigint") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => valuesIn(one, role));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    ...(role === "query" ? [name] : []),
    ...valuesIn(one, role),
  ]);
}

/** Returns the role of an argument, as far as its name tells. */
export function roleOfName(name: string): ArgumentRole | undefined {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/);
  const found = ROLES.find(([, names]) => words.some((word) => names.has(word)));
  return found?.[0];
}

/** The first that fits a word of the name: `toAddress` is a recipient, `messageText` a body. */
const ROLES: readonly (readonly [ArgumentRole, ReadonlySet<string>])[] = [
  ["host", new Set(["url", "urls", "host", "link", "endpoint", "webhook", "website"])],
  ["command", new Set(["command", "cmd", "code", "script", "package", "packages", "service"])],
  ["amount", new Set(["amount", "price", "stars", "ton", "nano", "value", "sum", "quantity"])],
  [
    "path",
    new Set(["path", "paths", "file", "files", "filename", "folder", "from", "document", "photo"]),
  ],
  [
    "body",
    new Set(["text", "body", "message", "content", "caption", "subject", "comment", "memo", "bio"]),
  ],
  [
    "recipient",
    new Set(
      "to cc bcc chat chats recipient recipients user users username member address email emails phone peer channel wallet destination invitee invitees attendees".split(
        " ",
      ),
    ),
  ],
  ["target", new Set(["id", "ids", "name", "domain", "repository", "repo"])],
];
