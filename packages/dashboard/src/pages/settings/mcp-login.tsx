import { mcp } from "@reeve/operations/agent/mcp";
import { useState } from "react";
import { useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** Signing in at an MCP server, in a tab of this browser. */
export function McpLogin({ name }: { readonly name: string }) {
  const t = useTexts<typeof english>("settings");
  const [redirect, setRedirect] = useState("");
  const start = useChange(mcp.login);
  const finish = useChange(mcp.login);
  const url = start.data?.url ?? null;
  if (url === null)
    return (
      <>
        <BusyButton
          kind="primary"
          isPending={start.isPending}
          onPress={() => start.mutate({ name })}
        >
          {t("mcpLogin")}
        </BusyButton>
        <FailedLine error={start.error} />
      </>
    );
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        finish.mutate({ name, redirect });
      }}
    >
      <a href={url} target="_blank" rel="noreferrer">
        {t("mcpLoginOpen")}
      </a>
      <TextInput
        label={t("mcpLoginAddress")}
        hint={t("mcpLoginHint")}
        value={redirect}
        onChange={setRedirect}
        isRequired
      />
      <BusyButton isPending={finish.isPending}>{t("mcpLoginFinish")}</BusyButton>
      <FailedLine error={finish.error} />
    </form>
  );
}
