import { z } from "zod";
import { isRecord } from "../../src/kernel/text/json.ts";

/** Values that schemas describe only in words, by the name of their field. */
const KNOWN: Readonly<Record<string, unknown>> = {
  url: "https://shop.example/tea",
  amount: "12.5",
  maxPrice: "12.5",
  price: "12.5",
  emoji: "👍",
  email: "kim@a.example",
  at: "2027-03-01T09:00",
  start: "2027-03-01T09:00",
  end: "2027-03-01T10:00",
  scheduleDate: "2027-03-01T09:00",
  timezone: "Europe/Berlin",
  cron: "0 9 * * 1",
  every: "1h",
  correctOptionIndex: 1,
};

/** Returns arguments for a JSON schema in which each field has a value of its own, that names it. */
export function sampleArguments(params: z.ZodType): unknown {
  return sampleOf(z.toJSONSchema(params, { io: "input", unrepresentable: "any" }), "");
}

function sampleOf(schema: unknown, name: string): unknown {
  if (!isRecord(schema)) return undefined;
  const one = Array.isArray(schema["anyOf"]) ? schema["anyOf"][0] : undefined;
  if (one !== undefined) return sampleOf(one, name);
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if ("const" in schema) return schema["const"];
  switch (schema["type"]) {
    case "object":
      return Object.fromEntries(
        Object.entries(isRecord(schema["properties"]) ? schema["properties"] : {}).map(
          ([field, inner]) => [field, sampleOf(inner, field)],
        ),
      );
    case "array":
      return Array.from({ length: Math.max(2, Number(schema["minItems"] ?? 0)) }, (_, at) =>
        numbered(sampleOf(schema["items"], name), at + 1),
      );
    case "boolean":
      return true;
    case "integer":
    case "number":
      if (typeof KNOWN[name] === "number") return KNOWN[name];
      return Math.max(Number(schema["minimum"] ?? 0), Math.min(7, Number(schema["maximum"] ?? 7)));
    default:
      return textFor(name, schema);
  }
}

/** Texts of the forms that tools ask for. */
const FORMS: readonly string[] = [
  "7",
  "12.5",
  "@kim_b",
  "kim@a.example",
  "tea-shop.ton",
  "PlushPepe-1234",
  `EQ${"A".repeat(46)}`,
  "ab".repeat(32),
  "owner/repo",
  "/var/log",
  "2027-03-01T09:00Z",
  "+10%",
  "+491701234567",
];

function textFor(
  name: string,
  { pattern = "", minLength = 0 }: Readonly<Record<string, unknown>>,
): string {
  const isFitting = (text: unknown): text is string =>
    typeof text === "string" &&
    text.length >= Number(minLength) &&
    new RegExp(String(pattern), "u").test(text);
  const candidates = [KNOWN[name], `the ${name}`, `the-${name}`, name, ...FORMS];
  return candidates.find(isFitting) ?? name;
}

function numbered(value: unknown, at: number): unknown {
  if (typeof value === "string" && value.startsWith("the ")) return `${value} ${at}`;
  return typeof value === "number" ? value + at - 1 : value;
}
