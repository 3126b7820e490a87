import { preferences, type PreferencesView } from "@reeve/operations/people/preferences";
import { Fault } from "@reeve/sdk";
import { defineCommandLine } from "../../operations/cli.ts";

const FIELDS: ReadonlyMap<string, keyof PreferencesView> = new Map([
  ["time-zone", "timeZone"],
  ["quiet", "quiet"],
  ["chat", "chat"],
  ["briefing", "briefing"],
  ["language", "language"],
]);

/** `reeve preferences`. */
export const preferencesCommand = defineCommandLine({
  command: "preferences",
  operations: preferences,
  show: { show: toText, update: toText },
  read: {
    update({ verb, words: [name = "", ...words] }) {
      const field = FIELDS.get(name);
      const isSet = verb === "set";
      if (field !== undefined && isSet === words.length > 0)
        return { [field]: isSet ? words.join(" ") : null };
      throw new Fault("invalid", `Unknown arguments: ${[verb, name, ...words].join(" ")}`, {
        hint: `Example: reeve preferences set quiet 22:00-07:00. Names: ${[...FIELDS.keys()].join(", ")}.`,
      });
    },
  },
});

function toText({
  timeZone,
  quiet,
  chat: externalId,
  briefing,
  language,
}: PreferencesView): string {
  return [
    `time-zone  ${timeZone}`,
    `quiet      ${quiet ?? "never"}`,
    `chat       ${externalId ?? "the chat where you ask"}`,
    `briefing   ${briefing ?? "off"}`,
    `language   ${language ?? "the client's language"}`,
  ].join("\n");
}
