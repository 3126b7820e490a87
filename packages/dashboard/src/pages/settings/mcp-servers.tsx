import { mcp } from "@reeve/operations/agent/mcp";
import { Plug } from "lucide-react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** How often the connections are asked for: they are no event of a chat. */
const POLL_MS = 5000;

/** MCP servers with their connections and tools. */
export function McpServers() {
  const t = useTexts<typeof english>("settings");
  const query = useAsk(mcp.list, { limit: 200 }, { every: POLL_MS });
  const test = useChange(mcp.test);
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty
            icon={<Plug size={28} aria-hidden />}
            title={t("mcpNone")}
            hint={t("mcpNoneHint")}
          />
        ) : (
          <>
            <FailedLine error={test.error} />
            <ul className="card list hits">
              {items.map(({ name, state, server, transport, tools, reason }) => (
                <li key={name}>
                  <p>
                    <strong>{name}</strong> <span className="tag">{t(`mcp_${state}`)}</span>
                  </p>
                  <p className="meta">
                    {[server, transport, t("mcpTools", { count: tools.length }), reason]
                      .filter((part) => part !== null)
                      .join(" · ")}
                  </p>
                  <BusyButton
                    kind="quiet"
                    isPending={test.isPending && test.variables.name === name}
                    onPress={() => test.mutate({ name })}
                  >
                    {t("mcpTest")}
                  </BusyButton>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </QueryResult>
  );
}
