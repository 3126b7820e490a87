import { agent } from "@reeve/operations/agent/agent";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useAsk } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useNow } from "../../data/now.ts";
import { useTexts } from "../../data/texts.ts";
import { QueryResult } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** Whether the agent runs, with which model, and which parts do not work. */
export function Health() {
  const t = useTexts<typeof english>("overview");
  const { number, fromNow } = useFormats();
  const now = useNow();
  const query = useAsk(agent.status, {}, { every: 10_000 });
  return (
    <section className="card">
      <h2>{t("health")}</h2>
      <QueryResult query={query}>
        {({ state, uptimeMs, model, unavailable, lastError, rssMb, messages, channels }) => (
          <ul className="lines">
            <li className={`part ${state === "running" ? "up" : "down"}`}>
              {state === "running" ? (
                <CircleCheck size={18} aria-hidden />
              ) : (
                <CircleX size={18} aria-hidden />
              )}
              <span>
                {t(`state_${state}`)}
                <span className="meta">
                  {lastError && state !== "running"
                    ? lastError.message
                    : t("since", {
                        when: fromNow(now - uptimeMs),
                        memory: number(Math.round(rssMb)),
                      })}
                </span>
              </span>
              <span className="end">{model ?? ""}</span>
            </li>
            {channels.map(({ name, title, problem }) => (
              <li key={name} className={`part ${problem === null ? "up" : "down"}`}>
                {problem === null ? (
                  <CircleCheck size={18} aria-hidden />
                ) : (
                  <CircleX size={18} aria-hidden />
                )}
                <span>
                  {title}
                  {problem !== null && <span className="meta">{problem}</span>}
                </span>
                <span className="end">{t(problem === null ? "connected" : "disconnected")}</span>
              </li>
            ))}
            {unavailable
              .filter(({ part }) => !channels.some(({ name }) => name === part))
              .map(({ part, reason }) => (
                <li key={part} className="part slow">
                  <CircleAlert size={18} aria-hidden />
                  <span>
                    {part}
                    <span className="meta">{reason}</span>
                  </span>
                </li>
              ))}
            {(messages["queued"] ?? 0) > 0 && (
              <li>{t("queued", { count: messages["queued"] ?? 0 })}</li>
            )}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}
