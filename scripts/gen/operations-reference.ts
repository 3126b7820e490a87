import {
  HANDWRITTEN_COMMANDS,
  HANDWRITTEN_ROUTES,
} from "../../packages/agent/src/app/cli/handwritten.ts";
import { mayAsk } from "../../packages/operations/src/access-matrix.ts";
import { ROLES, TOKEN_SCOPES } from "../../packages/operations/src/access.ts";
import type { Noun } from "../../packages/operations/src/nouns.ts";
import { type Operation, type Verb } from "../../packages/operations/src/operation.ts";
import type { CommandLine } from "../../packages/agent/src/operations/cli.ts";
import { escapeCell, NOTICE } from "./markdown.ts";

/** Returns the page that lists every operation with its faces, and who may ask for it. */
export function operationsReference(
  nouns: readonly Noun[],
  commands: readonly CommandLine[],
): string {
  const sections = [...Map.groupBy(nouns, ({ tag }) => tag)].map(([tag, ofTag]) => {
    const operations = ofTag.flatMap((noun) => Object.values(noun.operations));
    const rows = operations.map((one) => operationRow(one, commands));
    return `## ${capitalized(tag)}\n\n${table(FACES, rows)}`;
  });
  const all = nouns.flatMap(({ operations }) => Object.values(operations));
  return [
    "# Operations",
    NOTICE,
    `People and programs can run ${all.length} operations on a running agent. Each operation is defined by one contract in \`packages/operations/src\`, from which the routes, the commands and the typed client are derived.`,
    ...sections,
    "## Handwritten routes and commands",
    "These routes and commands do more than run one operation, so they are written by hand.",
    table(
      ["route or command", "why"],
      [
        ...Object.entries(HANDWRITTEN_ROUTES).map(([route, why]) => [`\`${route}\``, why]),
        ...Object.entries(HANDWRITTEN_COMMANDS).map(([name, why]) => [`\`reeve ${name}\``, why]),
      ],
    ),
    "## Access",
    "This table shows which roles may run an operation, by the scope of their token. The terminal and the local socket have every scope. An empty cell means that no role may run it.",
    table(["operation", ...TOKEN_SCOPES], all.map(accessRow)),
    "",
  ].join("\n\n");
}

const FACES = ["operation", "what it does", "HTTP", "command", "undo"] as const;

function operationRow(operation: Operation, commands: readonly CommandLine[]): readonly string[] {
  const { name, summary, http, undo = "" } = operation;
  return [
    `\`${name}\``,
    summary,
    http === undefined ? "local socket only" : `\`${http.split("?")[0]}\``,
    verbsOf(operation)
      .map(({ verb }) => `\`reeve ${commandOf(operation, commands)} ${verb}\``)
      .join("<br>"),
    undo === "history" ? "`reeve undo`" : undo && `\`${undo}\``,
  ];
}

function commandOf(operation: Operation, commands: readonly CommandLine[]): string {
  const found = commands.find(({ operations }) => Object.values(operations).includes(operation));
  if (found) return found.command;
  throw new Error(`no command serves ${operation.name}`);
}

function verbsOf({ cli = [] }: Operation): readonly Verb[] {
  return "verb" in cli ? [cli] : cli;
}

function accessRow(operation: Operation): readonly string[] {
  const cells = TOKEN_SCOPES.map((scope) =>
    ROLES.filter((role) => mayAsk(operation, { role, scopes: [scope] })).join(", "),
  );
  return [`\`${operation.name}\``, ...cells];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`)
    .join("\n");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
