import { formatDollars } from "../../packages/agent/src/llm/parse-dollars.ts";
import { findModel, type ModelEntry } from "../../packages/agent/src/llm/catalog.ts";
import { PROVIDERS, type Provider } from "../../packages/agent/src/llm/providers.ts";
import { escapeCell, NOTICE } from "./markdown.ts";

/** Returns the page that says what each provider supports. */
export async function modelsReference(notice: readonly string[]): Promise<string> {
  const providers: readonly (readonly [string, Provider])[] = Object.entries(PROVIDERS);
  const models = await Promise.all(
    providers.map(async ([name, { model }]) =>
      model === undefined ? undefined : findModel(name, model),
    ),
  );
  const rows = providers.map(([name, provider], at) => supportRow(name, provider, models[at]));
  const names = providers.map(([name, provider], at) => modelRow(name, provider, models[at]));
  return [
    "# Models",
    "",
    NOTICE,
    "",
    INTRODUCTION,
    "",
    "## What each provider supports",
    "",
    "| provider | protocol | key | tools | images | reasoning kept | cache | cost | most tools | found tools |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    FOUND_TOOLS,
    "",
    "## Which model answers",
    "",
    "Prices are dollars per million tokens of input and output.",
    "",
    "| provider | default | window | price | for small work | short names |",
    "| --- | --- | --- | --- | --- | --- |",
    ...names,
    "",
    "## Notes",
    "",
    ...providers.flatMap(([name, { note }]) =>
      note === undefined ? [] : [`- \`${name}\`: ${note}`],
    ),
    "",
    "## Where the figures come from",
    "",
    ...notice.slice(0, 3).map((line) => `- ${line}`),
    "",
  ].join("\n");
}

const INTRODUCTION = `Every provider streams text, runs several calls of one answer, and reports its failures alike: a wrong
key, a rate limit with its waiting time, an overloaded or broken server, a request that does not fit,
an answer that breaks off, and a first token that does not come. The suite drives each of them
through all of that.`;

const FOUND_TOOLS = `How the default model is given tools that are found for a message or by \`tool_search\`, with
\`toolSearch.delivery\` at \`auto\`: by _reference_, so that it calls them like any other and the cached prompt
stays (Claude from 4.5 on, GPT from 5.4 on without the nano ones); or as _text_ behind the conversation, called
through \`tool_call\`. For a message, only a tool that is almost certainly wanted is given by reference.`;

function supportRow(name: string, provider: Provider, entry: ModelEntry | undefined): string {
  const { api, key, maxTools } = provider;
  return row([
    `\`${name}\``,
    api,
    key === undefined ? "–" : `\`${key}\``,
    api === "cocoon-xml" ? "in the prompt" : "yes",
    imagesOf(entry),
    keepsReasoning(provider) ? "yes" : "no",
    cacheOf(provider),
    entry?.price ? "yes" : "no",
    maxTools === undefined ? "no limit" : String(maxTools),
    foundToolsOf(provider),
  ]);
}

function modelRow(name: string, provider: Provider, entry: ModelEntry | undefined): string {
  const { model, utilityModel, aliases = {} } = provider;
  const price = entry?.price;
  return row([
    `\`${name}\``,
    model === undefined ? "the first that the server lists" : `\`${model}\``,
    String(entry?.contextTokens ?? provider.contextTokens),
    price ? `${formatDollars(price.input)} / ${formatDollars(price.output)}` : "–",
    utilityModel === undefined ? "–" : `\`${utilityModel}\``,
    Object.keys(aliases)
      .map((alias) => `\`${alias}\``)
      .join(", ") || "–",
  ]);
}

function imagesOf(entry: ModelEntry | undefined): string {
  if (!entry) return "as the model does";
  return entry.images ? "yes" : "not the default model";
}

function keepsReasoning({ api, quirks }: Provider): boolean {
  return !["openai-chat", "cocoon-xml"].includes(api) || quirks?.takesReasoning === true;
}

function foundToolsOf({ model = "", toolReferences }: Provider): string {
  return toolReferences?.test(model) ? "reference" : "text";
}

function cacheOf({ api, quirks }: Provider): string {
  if (api === "anthropic") return "breakpoints";
  if (api === "openai-responses" || quirks?.cacheKeyField !== undefined) return "by key";
  return "automatic";
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(escapeCell).join(" | ")} |`;
}
