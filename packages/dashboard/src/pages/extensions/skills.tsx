import { type Skill, skills } from "@reeve/operations/agent/skills";
import { BookOpen } from "lucide-react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { Empty, FailedLine, QueryResult } from "../../ui/states.tsx";
import { Installer } from "./installer.tsx";
import { Powers } from "./powers.tsx";
import { Remove } from "./remove.tsx";
import type english from "./texts/en.json";

/** Skills, and the way to install one. */
export function Skills() {
  const t = useTexts<typeof english>("extensions");
  const isOwner = useIsAtLeast("owner");
  const query = useAsk(skills.list, { limit: 200 });
  const inspect = useChange(skills.inspect);
  const add = useChange(skills.add);
  return (
    <QueryResult query={query}>
      {({ items }) => (
        <>
          {isOwner && (
            <Installer
              hint={t("skillSourceHint")}
              warning={t("skillWarning")}
              inspect={inspect}
              add={add}
              describe={(offer) => (
                <Offer offer={offer} installed={items.find(({ name }) => name === offer.name)} />
              )}
            />
          )}
          {items.length === 0 ? (
            <Empty
              icon={<BookOpen size={28} aria-hidden />}
              title={t("skillsNone")}
              hint={t("skillsNoneHint")}
            />
          ) : (
            <ul className="card list hits">
              {items.map((skill) => (
                <li key={skill.name}>
                  <OneSkill skill={skill} canChange={isOwner} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </QueryResult>
  );
}

/** Returns the powers of a skill in words, one line each. */
function usePowers() {
  const t = useTexts<typeof english>("extensions");
  return ({ tools, hosts, scripts }: Pick<Skill, "tools" | "hosts" | "scripts">) => [
    ...tools.map((name) => t("usesTool", { name })),
    ...hosts.map((name) => t("namesHost", { name })),
    ...scripts.map((name) => t("hasScript", { name })),
  ];
}

function Offer({
  offer,
  installed,
}: {
  readonly offer: Skill;
  readonly installed: Skill | undefined;
}) {
  const powersOf = usePowers();
  const powers = powersOf(offer);
  const before = installed ? powersOf(installed) : [];
  return (
    <>
      <h2>{offer.name}</h2>
      <p>{offer.description}</p>
      <Powers
        powers={powers}
        added={powers.filter((power) => !before.includes(power))}
        removed={before.filter((power) => !powers.includes(power))}
      />
    </>
  );
}

function OneSkill({ skill, canChange }: { readonly skill: Skill; readonly canChange: boolean }) {
  const t = useTexts<typeof english>("extensions");
  const { name, description, state, reason, source } = skill;
  const powers = [...skill.tools, ...skill.hosts, ...skill.scripts];
  const update = useChange(skills.update);
  const remove = useChange(skills.remove);
  const isDisabled = state === "disabled";
  return (
    <>
      <p>
        <strong>{name}</strong> <span className="tag">{t(`state_${state}`)}</span>
      </p>
      <p>{description}</p>
      <p className="meta">
        {[source ?? t("comesWith"), reason].filter((part) => part !== null).join(" · ")}
      </p>
      <p className="meta">{powers.length === 0 ? t("powersNone") : powers.join(" · ")}</p>
      {canChange && (
        <BusyButton
          kind="quiet"
          label={t(isDisabled ? "enableOne" : "disableOne", { name })}
          isPending={update.isPending}
          onPress={() => update.mutate({ name, enabled: isDisabled })}
        >
          {t(isDisabled ? "enable" : "disable")}
        </BusyButton>
      )}
      {canChange && source !== null && (
        <Remove name={name} isPending={remove.isPending} onRemove={() => remove.mutate({ name })} />
      )}
      <FailedLine error={update.error ?? remove.error} />
    </>
  );
}
