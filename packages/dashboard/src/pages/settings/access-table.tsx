import { isAtLeast, type Role } from "@reeve/operations/access";
import type { ToolView } from "@reeve/operations/agent/tools";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../../data/texts.ts";
import { QueryResult } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { allTools } from "./all-tools.ts";
import type english from "./texts/en.json";

const EFFECTS = ["read", "write", "send", "destroy", "pay", "exec"] as const;
const ROLES = ["owner", "admin", "member", "guest"] as const;

/** How many tools of each effect a role can use, computed from the tools as they are now. */
export function AccessTable() {
  const t = useTexts<typeof english>("settings");
  const query = useQuery(allTools);
  return (
    <section className="card">
      <h2>{t("whoCan")}</h2>
      <p className="hint">{t("whoCanHint")}</p>
      <QueryResult query={query}>
        {(all) => (
          <Table
            label={t("whoCan")}
            rows={EFFECTS}
            keyOf={(effect) => effect}
            columns={[
              { title: t("canDo"), cell: (effect) => t(`effect_${effect}`) },
              ...ROLES.map((role) => ({
                title: t(`role_${role}`),
                isFigure: true,
                cell: (effect: (typeof EFFECTS)[number]) =>
                  all.filter((tool) => tool.effect === effect && mayUse(tool, role)).length,
              })),
            ]}
          />
        )}
      </QueryResult>
    </section>
  );
}

function mayUse({ access, scope, awaits }: ToolView, role: Role): boolean {
  if (awaits !== null) return false;
  if (scope === "admin-only" && !isAtLeast(role, "admin")) return false;
  return access === "anyone" ? role !== "stranger" : isAtLeast(role, access);
}
