import { rules } from "@reeve/operations/people/rules";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve rules`. */
export const rulesCommand = defineCommandLine({
  command: "rules",
  operations: rules,
  show: {
    list: ({ items }) =>
      linesOf(items, ({ id, rule, text }) => `${id}  ${rule}: ${text}`, "This chat has no rules."),
    remove: () => "The rule was removed.",
  },
});
