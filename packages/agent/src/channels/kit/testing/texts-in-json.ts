import { isRecord } from "../../../kernel/text/json.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";

/** Returns the texts of some fields of a JSON object. */
export function textsInJson(body: Buffer, fields: readonly string[]): readonly string[] {
  const value = parseJson(body.toString())?.value;
  if (!isRecord(value)) return [];
  return fields.flatMap((field) => {
    const text = value[field];
    return typeof text === "string" ? [text] : [];
  });
}
