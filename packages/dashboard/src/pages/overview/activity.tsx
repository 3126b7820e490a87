import { audit } from "@reeve/operations/agent/audit";
import { useAsk } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { usePersonName } from "../../data/person-name.ts";
import { useTexts } from "../../data/texts.ts";
import { QueryResult } from "../../ui/states.tsx";
import { titleOf } from "../../ui/words.ts";
import type english from "./texts/en.json";

/** The newest things that the agent did. */
export function Activity() {
  const t = useTexts<typeof english>("overview");
  const { time } = useFormats();
  const nameOf = usePersonName();
  const query = useAsk(audit.list, { limit: 10 });
  return (
    <section className="card whole">
      <h2>{t("activity")}</h2>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="calm">{t("activityNone")}</p>
          ) : (
            <ol className="lines">
              {items.map(({ n, at, tool, person, name, outcome }) => (
                <li key={n} className="activity">
                  <time className="meta" dateTime={new Date(at).toISOString()}>
                    {time(at)}
                  </time>
                  <span>
                    {titleOf(tool)}
                    {outcome !== undefined && outcome !== "value" && ` · ${t("notDone")}`}
                  </span>
                  <span className="meta end">
                    {name ?? (person === null ? "" : nameOf(person))}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryResult>
    </section>
  );
}
