import { people } from "@reeve/operations/people/people";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { SelectInput } from "../../ui/fields.tsx";
import { QueryResult, FailedLine } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { AccessTable } from "./access-table.tsx";
import type english from "./texts/en.json";

const ROLES = ["admin", "member", "guest", "stranger"] as const;

/** Requests for access, people with their roles, and the rights of each role. */
export function People() {
  return (
    <>
      <Pairings />
      <KnownPeople />
      <LinkAccount />
      <AccessTable />
    </>
  );
}

function Pairings() {
  const t = useTexts<typeof english>("settings");
  const { fromNow } = useFormats();
  const query = useAsk(people.pairings, { limit: 100 });
  const pair = useChange(people.pair);
  if (!query.data?.items.length) return null;
  return (
    <section className="card">
      <h2>{t("pairings")}</h2>
      <FailedLine error={pair.error} />
      <ul className="lines">
        {query.data.items.map(({ code, name, surface, expiresAt }) => (
          <li key={code}>
            <span>
              <strong>{name}</strong>
              <span className="meta">
                {" "}
                {surface} · {code} · {t("expires", { when: fromNow(expiresAt) })}
              </span>
            </span>
            <span className="end inline">
              {(["member", "guest", "mine", "refuse"] as const).map((answer) => (
                <BusyButton
                  key={answer}
                  isPending={pair.isPending && pair.variables.code === code}
                  onPress={() => pair.mutate({ code, answer })}
                >
                  {t(`pair_${answer}`)}
                </BusyButton>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A code with which another account becomes the same person. */
function LinkAccount() {
  const t = useTexts<typeof english>("settings");
  const { fromNow } = useFormats();
  const create = useChange(people.createCode);
  return (
    <section className="card">
      <h2>{t("link")}</h2>
      <p className="hint">{t("linkHint")}</p>
      <BusyButton isPending={create.isPending} onPress={() => create.mutate({})}>
        {t("createCode")}
      </BusyButton>
      <FailedLine error={create.error} />
      {create.data && (
        <p role="status">
          {t("linkCode")} <code>/link {create.data.code}</code>{" "}
          <span className="meta">{t("expires", { when: fromNow(create.data.expiresAt) })}</span>
        </p>
      )}
    </section>
  );
}

function KnownPeople() {
  const t = useTexts<typeof english>("settings");
  const isOwner = useIsAtLeast("owner");
  const query = useAsk(people.list, { limit: 200 });
  const setRole = useChange(people.setRole);
  return (
    <section className="card">
      <h2>{t("known")}</h2>
      <FailedLine error={setRole.error} />
      <QueryResult query={query}>
        {({ items }) => (
          <Table
            label={t("known")}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { title: t("name"), cell: ({ name }) => name },
              {
                title: t("accounts"),
                cell: ({ identities }) =>
                  identities
                    .map(({ surface, externalId }) => `${surface}: ${externalId}`)
                    .join(", "),
              },
              {
                title: t("role"),
                cell: ({ id, name, role }) =>
                  role === "owner" || !isOwner ? (
                    t(`role_${role}`)
                  ) : (
                    <SelectInput
                      isBare
                      label={t("roleOf", { name })}
                      value={role}
                      onChange={(next) => {
                        const chosen = ROLES.find((one) => one === next);
                        if (chosen) setRole.mutate({ id, role: chosen });
                      }}
                      choices={ROLES.map((one) => ({ id: one, text: t(`role_${one}`) }))}
                    />
                  ),
              },
            ]}
          />
        )}
      </QueryResult>
    </section>
  );
}
