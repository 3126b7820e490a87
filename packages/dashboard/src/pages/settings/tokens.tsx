import { TOKEN_SCOPES } from "@reeve/operations/access";
import { tokens } from "@reeve/operations/people/tokens";
import { useState } from "react";
import { signOut, useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { Command } from "../../ui/command.tsx";
import { SelectInput, TextInput } from "../../ui/fields.tsx";
import { QueryResult, FailedLine } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import type english from "./texts/en.json";

/** Tokens of programs, and browsers. */
export function Tokens() {
  const t = useTexts<typeof english>("settings");
  const { time } = useFormats();
  const [name, setName] = useState("");
  const [scope, setScope] = useState("chat");
  const query = useAsk(tokens.list, { limit: 200 });
  const create = useChange(tokens.create);
  const revoke = useChange(tokens.revoke);
  const link = useChange(tokens.link);
  const leave = useChange(tokens.signOut);
  return (
    <>
      <section className="card">
        <h2>{t("tokens")}</h2>
        <form
          className="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            const chosen = TOKEN_SCOPES.find((one) => one === scope) ?? "chat";
            create.mutate({ name, scopes: [chosen] }, { onSuccess: () => setName("") });
          }}
        >
          <TextInput label={t("tokenName")} value={name} onChange={setName} isRequired />
          <SelectInput
            label={t("tokenScope")}
            value={scope}
            onChange={setScope}
            choices={TOKEN_SCOPES.map((id) => ({ id, text: t(`scopeOf_${id}`) }))}
          />
          <BusyButton kind="primary" isPending={create.isPending}>
            {t("create")}
          </BusyButton>
          <FailedLine error={create.error} />
        </form>
        {create.isSuccess && (
          <p className="secret" role="status">
            {t("tokenOnce")} <Command text={create.data.token} />
          </p>
        )}
        <QueryResult query={query}>
          {({ items }) => (
            <Table
              label={t("tokens")}
              rows={items.filter(({ revokedAt }) => revokedAt === null)}
              keyOf={({ id }) => id}
              columns={[
                { title: t("name"), cell: (one) => one.name },
                {
                  title: t("tokenScope"),
                  cell: ({ scopes }) => scopes.map((one) => t(`scopeOf_${one}`)).join(", "),
                },
                { title: t("person"), cell: ({ owner }) => owner },
                {
                  title: t("lastUsed"),
                  cell: ({ lastUsedAt }) => (lastUsedAt === null ? t("never") : time(lastUsedAt)),
                },
                {
                  title: t("expiry"),
                  cell: ({ expiresAt }) => (expiresAt === null ? t("never") : time(expiresAt)),
                },
                {
                  title: t("change"),
                  cell: ({ id }) => (
                    <BusyButton kind="quiet" onPress={() => revoke.mutate({ id })}>
                      {t("revoke")}
                    </BusyButton>
                  ),
                },
              ]}
            />
          )}
        </QueryResult>
        <FailedLine error={revoke.error} />
      </section>
      <section className="card">
        <h2>{t("browsers")}</h2>
        <p className="hint">{t("browsersHint")}</p>
        <div className="inline-form">
          <BusyButton isPending={link.isPending} onPress={() => link.mutate({})}>
            {t("newLink")}
          </BusyButton>
          <BusyButton onPress={() => void signOut()}>{t("signOutHere")}</BusyButton>
          <BusyButton isPending={leave.isPending} onPress={() => leave.mutate({})}>
            {t("signOutAll")}
          </BusyButton>
        </div>
        {link.isSuccess && (
          <p className="secret" role="status">
            <Command text={link.data.url} />
          </p>
        )}
        <FailedLine error={link.error ?? leave.error} />
      </section>
    </>
  );
}
