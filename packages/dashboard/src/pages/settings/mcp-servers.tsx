import { mcp, type McpServer } from "@reeve/operations/agent/mcp";
import { Plug } from "lucide-react";
import { useState } from "react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import { McpLogin } from "./mcp-login.tsx";
import type english from "./texts/en.json";

/** How often the connections are asked for: they are no event of a chat. */
const POLL_MS = 5000;

/** MCP servers with their connections and tools. */
export function McpServers() {
  const t = useTexts<typeof english>("settings");
  const query = useAsk(mcp.list, { limit: 200 }, { every: POLL_MS });
  return (
    <>
      <AddServer />
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              icon={<Plug size={28} aria-hidden />}
              title={t("mcpNone")}
              hint={t("mcpNoneHint")}
            />
          ) : (
            <ul className="card list hits">
              {items.map((server) => (
                <li key={server.name}>
                  <Server server={server} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  );
}

function AddServer() {
  const t = useTexts<typeof english>("settings");
  const [name, setName] = useState("");
  const [target, setTarget] = useState("");
  const add = useChange(mcp.add);
  return (
    <form
      className="card inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(
          { name, ...readTarget(target) },
          {
            onSuccess: () => {
              setName("");
              setTarget("");
            },
          },
        );
      }}
    >
      <TextInput label={t("name")} value={name} onChange={setName} isRequired />
      <TextInput
        label={t("mcpTarget")}
        hint={t("mcpTargetHint")}
        value={target}
        onChange={setTarget}
        isRequired
      />
      <BusyButton kind="primary" isPending={add.isPending}>
        {t("mcpAdd")}
      </BusyButton>
      <FailedLine error={add.error} />
    </form>
  );
}

/** An address as it is, or a command with its arguments. */
function readTarget(target: string) {
  if (/^https?:\/\//.test(target.trim())) return { url: target.trim() };
  const [command = "", ...args] = target.trim().split(/\s+/);
  return { command, args };
}

function Server({ server }: { readonly server: McpServer }) {
  const t = useTexts<typeof english>("settings");
  const { name, state, server: title, transport, tools, reason } = server;
  const [isRemoving, setIsRemoving] = useState(false);
  const test = useChange(mcp.test);
  const remove = useChange(mcp.remove);
  return (
    <>
      <p>
        <strong>{name}</strong> <span className="tag">{t(`mcp_${state}`)}</span>
      </p>
      <p className="meta">
        {[title, transport, t("mcpTools", { count: tools.length }), reason]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      {state === "login" && <McpLogin name={name} />}
      {isRemoving ? (
        <>
          <p role="alert">{t("mcpRemoveSure", { name })}</p>
          <BusyButton isPending={remove.isPending} onPress={() => remove.mutate({ name })}>
            {t("mcpRemove")}
          </BusyButton>
          <BusyButton kind="quiet" onPress={() => setIsRemoving(false)}>
            {t("mcpCancel")}
          </BusyButton>
        </>
      ) : (
        <>
          <BusyButton kind="quiet" isPending={test.isPending} onPress={() => test.mutate({ name })}>
            {t("mcpTest")}
          </BusyButton>
          <BusyButton kind="quiet" onPress={() => setIsRemoving(true)}>
            {t("mcpRemove")}
          </BusyButton>
        </>
      )}
      <FailedLine error={test.error ?? remove.error} />
    </>
  );
}
