import type { Web, WebSearch } from "@reeve/sdk";
import { type CallLabels, INTEGRITIES, labelOfSource, UNTAINTED } from "../../kernel/label.ts";
import { shortAddress } from "../../kernel/text/short-address.ts";
import type { Facts } from "../../memory/facts.ts";

/** Labels of what runs outside of any turn: it writes for its caller. */
export const UNLABELLED: CallLabels = { taint: UNTAINTED, mark() {} };

/** Pages of the web that say to a call where they came from. */
export function labelWeb(web: Web, { mark }: CallLabels): Web {
  return {
    async fetch(url, options) {
      const page = await web.fetch(url, options);
      mark(labelOfSource({ kind: "page", where: shortAddress(url), integrity: "web" }));
      return page;
    },
  };
}

/** The same for what an engine finds. */
export function labelWebSearch(engine: WebSearch, { mark }: CallLabels): WebSearch {
  return {
    async search(query, options) {
      const found = await engine.search(query, options);
      for (const { url } of found.results)
        mark(labelOfSource({ kind: "search", where: shortAddress(url), integrity: "web" }));
      return found;
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
      const label = { integrity, audience: `person:${audience}` };
      const where = "a fact that was learned";
      const source = { kind: "memory", where, integrity } as const;
      mark(integrity === "owner" ? label : { ...label, sources: [source] });
      return found;
    },
  };
}
