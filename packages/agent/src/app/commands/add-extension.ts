import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";
import { confirm } from "./setup/choose-from.ts";
import { openDialog } from "./setup/dialog.ts";

type Ask = Parameters<Parameters<typeof withAgent>[1]>[0];

/** Command that installs what somebody else wrote. */
export interface ExtensionCommand<Offer extends { readonly digest: string }> {
  /** How it is called, as a sentence for hints. */
  readonly usage: string;
  /** `reeve skills inspect`, which shows the same without a terminal. */
  readonly inspection: string;
  /** Whether `--link` is an option. */
  readonly canLink: boolean;
  /** The question after the description. */
  readonly question: string;
  readonly inspect: (ask: Ask, source: string) => Promise<Offer>;
  readonly describe: (offer: Offer) => string;
  /** Installs exactly what was shown, and returns what to print. */
  readonly add: (
    ask: Ask,
    options: { readonly source: string; readonly digest: string; readonly link: boolean },
  ) => Promise<{ readonly text: string; readonly isUsable: boolean }>;
}

/** Shows what something may do, asks, and installs exactly those files. Returns the exit code. */
export async function addExtension<Offer extends { readonly digest: string }>(
  args: readonly string[],
  context: CommandContext,
  command: ExtensionCommand<Offer>,
): Promise<number> {
  const { source, isAgreed, link } = readOptions(args, context, command);
  return withAgent(context, async (ask) => {
    const offer = await command.inspect(ask, source);
    const { digest } = offer;
    const description = command.describe(offer);
    if (isAgreed) context.stdout.write(`${description}\n`);
    else if (!(await agree(description, command.question, context))) {
      context.stdout.write("Nothing was installed.\n");
      return 1;
    }
    const { text, isUsable } = await command.add(ask, { source, digest, link });
    context.stdout.write(`${text}\n`);
    return isUsable ? 0 : 1;
  });
}

function readOptions(
  args: readonly string[],
  { stdin }: Pick<CommandContext, "stdin">,
  { usage, inspection, canLink }: Pick<ExtensionCommand<never>, "usage" | "inspection" | "canLink">,
) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      yes: { type: "boolean", default: false },
      ...(canLink && { link: { type: "boolean", default: false } }),
    },
  });
  const [typed, ...others] = positionals;
  if (typed === undefined || others.length > 0)
    throw new Fault("invalid", "Name one folder, archive, repository or name.", { hint: usage });
  if (!values.yes && !stdin.isTTY)
    throw new Fault("invalid", "Installing needs your agreement, and there is no terminal.", {
      hint: `Look at it with \`${inspection}\`, then add --yes.`,
    });
  return {
    source: existsSync(typed) ? path.resolve(typed) : typed,
    isAgreed: values.yes,
    link: values.link === true,
  };
}

async function agree(description: string, text: string, context: CommandContext): Promise<boolean> {
  using dialog = openDialog(context);
  dialog.say(description);
  return await confirm(dialog, { text, fallback: "no" });
}
