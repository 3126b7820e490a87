import type { ExtensionHooks } from "../../kernel/extension-hooks.ts";
import { integrityOf, joinLabels, type Label, labelOfSource } from "../../kernel/label.ts";
import { createLinkFilter } from "../approvals/flow/inert-links.ts";
import type { Filters } from "../filters.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { SettledResponse, TurnLog, TurnOutcome } from "../turn-log.ts";
import { builtinText } from "../delivery/builtin-text.ts";

type Answered = Extract<TurnOutcome, { readonly type: "answered" }>;

interface Screens {
  readonly hooks: ExtensionHooks | undefined;
  readonly filters: Pick<Filters, "blocksReply"> | undefined;
}

/** Text for people after it was screened; undefined if it is withheld. */
interface Screened {
  readonly text: string | undefined;
  /** Label of what plugins wrote. Absent: nothing was changed. */
  readonly label?: Label | undefined;
}

const WITHHELD = { type: "withheld" } as const;

/**
 * A turn log that has the texts of the model screened before people get them. The commit that ends the turn
 * stores the result; until then nothing has left, so a turn that is resumed asks again.
 */
export function screenTurnLog(log: TurnLog, { hooks, filters }: Screens): TurnLog {
  const screen = async (turn: OpenTurn, text: string): Promise<Screened> => {
    const isSaid = text.trim() !== "" && text.trim() !== turn.scheduled?.silentWord;
    if (!isSaid) return { text };
    const screened = await askHooks(turn, text);
    return filters?.blocksReply(screened.text ?? "") ? { text: undefined } : screened;
  };
  const askHooks = async (turn: OpenTurn, text: string): Promise<Screened> => {
    if (!(await hooks?.has("responseBefore"))) return { text };
    const { id, chat, asker: person } = turn;
    const said = await hooks?.responseBefore({ turn: id, chat: chat.id, person, text });
    if (!said || said.text === undefined || said.text === text) return { text: said?.text };
    const label = labelOf(said.plugins);
    return { text: withoutLinks(said.text, turn, label), label };
  };
  /** The model reads its own text again; what a plugin wrote is for people alone. */
  const screenShown = async (
    turn: OpenTurn,
    response: SettledResponse,
  ): Promise<SettledResponse> => {
    const { text } = await screen(turn, response.shown ?? response.text);
    return { ...response, shown: text ?? "" };
  };
  const screenReply = async (turn: OpenTurn, ending: Answered): Promise<Answered> => {
    if (ending.own) return ending;
    const { text, label } = await screen(turn, ending.reply ?? ending.text);
    if (text === undefined)
      return { ...ending, text: builtinText(WITHHELD, "en"), reply: undefined, own: WITHHELD };
    if (!label) return ending;
    return {
      ...ending,
      reply: text,
      label: joinLabels(ending.label ? [ending.label, label] : [label]),
    };
  };
  const endAnswered = async (turn: OpenTurn, ending: Answered) => {
    const screened = await screenReply(turn, ending);
    const status = await log.end(turn, screened);
    const { id, chat, asker: person } = turn;
    const text = screened.reply ?? screened.text;
    if (status.type === "ended")
      hooks?.observe("responseAfter", { turn: id, chat: chat.id, person, text });
    return status;
  };
  return {
    ...log,
    settleResponse: async (turn, response, results) =>
      log.settleResponse(turn, await screenShown(turn, response), results),
    async end(turn, ending) {
      if (ending.type === "answered") return endAnswered(turn, ending);
      if (ending.type !== "asked") return log.end(turn, ending);
      return log.end(turn, { ...ending, response: await screenShown(turn, ending.response) });
    },
  };
}

function labelOf(plugins: readonly string[]): Label {
  return joinLabels(
    plugins.map((plugin) =>
      labelOfSource({ kind: "tool", where: `plugin ${plugin}`, integrity: "tool" }, "owner"),
    ),
  );
}

/** A plugin knows what the reply says: a client that loads an address of its making would tell its host. */
function withoutLinks(text: string, { asker, role }: OpenTurn, label: Label): string {
  const written = { text: "", label, isNew: true };
  return createLinkFilter([written], { asker, integrity: integrityOf(role) }).whole(text);
}
