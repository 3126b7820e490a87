import { memory } from "@reeve/operations/memory/memory";
import { setup } from "@reeve/operations/agent/setup";
import { people } from "@reeve/operations/people/people";
import { approvals } from "@reeve/operations/work/approvals";
import { outbox } from "@reeve/operations/work/outbox";
import { plans } from "@reeve/operations/work/plans";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { hrefOf } from "../../data/address.ts";
import { useAsk } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { usePersonName } from "../../data/person-name.ts";
import { useTexts } from "../../data/texts.ts";
import type english from "./texts/en.json";

/** Everything that waits for the person, with the way to it. It is never folded. */
export function NeedsYou() {
  const t = useTexts<typeof english>("overview");
  const { fromNow } = useFormats();
  const nameOf = usePersonName();
  const isAdmin = useIsAtLeast("admin");
  const isOwner = useIsAtLeast("owner");
  const open = useAsk(approvals.list, { state: "pending" }, { isEnabled: isAdmin });
  const pairings = useAsk(people.pairings, {}, { isEnabled: isAdmin });
  const undelivered = useAsk(outbox.list, {}, { isEnabled: isAdmin });
  const unconfirmed = useAsk(memory.unconfirmed, {}, { isEnabled: isOwner });
  const chosen = useAsk(setup.show, {}, { isEnabled: isOwner });
  const known = useAsk(plans.list, { limit: 20 });
  const items: ReactNode[] = [
    ...(open.data?.items ?? []).map(({ id, preview, requester, expiresAt, effect }) => (
      <Item
        key={id}
        href={hrefOf("/approvals")}
        title={preview.split("\n")[0] ?? preview}
        detail={`${nameOf(requester)} · ${t("expires", { when: fromNow(expiresAt) })}`}
        tag={<span className={`tag effect-${effect}`}>{t("approve")}</span>}
      />
    )),
    ...(pairings.data?.items ?? []).map(({ code, name, surface }) => (
      <Item
        key={code}
        href={hrefOf("/settings", { tab: "people" })}
        title={t("wantsAccess", { name })}
        detail={surface}
      />
    )),
    ...(known.data?.items ?? [])
      .filter(({ state }) => state === "failed")
      .map(({ id, goal, reason }) => (
        <Item
          key={id}
          href={hrefOf("/automation", { tab: "plans" })}
          title={t("planFailed", { goal })}
          detail={reason ?? ""}
        />
      )),
    (undelivered.data?.items.length ?? 0) > 0 && (
      <Item
        key="undelivered"
        href={hrefOf("/settings", { tab: "undelivered" })}
        title={t("undelivered", { count: undelivered.data?.items.length ?? 0 })}
        detail={t("undeliveredHint")}
      />
    ),
    (unconfirmed.data?.items.length ?? 0) > 0 && (
      <Item
        key="unconfirmed"
        href={hrefOf("/memory", { tab: "confirm" })}
        title={t("unconfirmed", { count: unconfirmed.data?.items.length ?? 0 })}
        detail={t("unconfirmedHint")}
      />
    ),
    chosen.data?.isSetUp === false && (
      <Item
        key="setup"
        href={hrefOf("/settings", { tab: "model" })}
        title={t("noModel")}
        detail={t("noModelHint")}
      />
    ),
  ].filter(Boolean);
  return (
    <section className="needs">
      <h2>{t("needs")}</h2>
      {items.length === 0 ? (
        <p className="calm">{t("needsNone")}</p>
      ) : (
        <ul className="card list">{items}</ul>
      )}
    </section>
  );
}

interface ItemProps {
  readonly href: string;
  readonly title: string;
  readonly detail: string;
  readonly tag?: ReactNode;
}

function Item({ href, title, detail, tag }: ItemProps) {
  return (
    <li>
      <a href={href}>
        <span>
          <strong>{title}</strong>
          <span className="meta">{detail}</span>
        </span>
        {tag}
        <ArrowRight size={16} aria-hidden />
      </a>
    </li>
  );
}
