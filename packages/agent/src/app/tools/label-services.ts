import type { Web, WebSearch } from "@reeve/sdk";
import { type CallLabels, INTEGRITIES, UNTAINTED } from "../../kernel/label.ts";
import type { Facts } from "../../memory/facts.ts";

/** Labels of what runs outside of any turn: it writes for its caller. */
export const UNLABELLED: CallLabels = { taint: UNTAINTED, mark() {} };

/** Pages of the web that say to a call where they came from. */
export function labelWeb(web: Web, { mark }: CallLabels): Web {
  return {
    async fetch(url, options) {
      mark({
        integrity: "web",
        audience: "all",
        origin: `web page ${URL.parse(url)?.host ?? url}`,
      });
      return web.fetch(url, options);
    },
  };
}

/** The same for what an engine finds. */
export function labelWebSearch(engine: WebSearch, { mark }: CallLabels): WebSearch {
  return {
    async search(query, options) {
      mark({ integrity: "web", audience: "all", origin: `web search for "${query}"` });
      return engine.search(query, options);
    },
  };
}

/** Facts that say to a call who stands behind them. */
export function labelFacts(facts: Facts, { mark }: CallLabels): Facts {
  return {
    async explain(id) {
      const found = await facts.explain(id);
      const { integrity: written, audience } = found.label;
      const integrity = INTEGRITIES.find((one) => one === written) ?? "tool";
      const origin = integrity === "owner" ? {} : { origin: "a fact that was learned" };
      mark({ integrity, audience: `person:${audience}`, ...origin });
      return found;
    },
  };
}
