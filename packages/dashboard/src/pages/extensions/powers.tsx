import { useTexts } from "../../data/texts.ts";
import type english from "./texts/en.json";

interface PowersProps {
  readonly powers: readonly string[];
  /** Powers that the installed version does not have. */
  readonly added: readonly string[];
  /** Powers that only the installed version has. */
  readonly removed: readonly string[];
}

/** Powers of something that may be installed, with the difference to the installed version in words. */
export function Powers({ powers, added, removed }: PowersProps) {
  const t = useTexts<typeof english>("extensions");
  if (powers.length + removed.length === 0) return <p>{t("powersNone")}</p>;
  return (
    <ul className="lines" aria-label={t("powers")}>
      {powers.map((power) => (
        <li key={power}>{added.includes(power) ? t("powerAdded", { power }) : power}</li>
      ))}
      {removed.map((power) => (
        <li key={`-${power}`}>{t("powerRemoved", { power })}</li>
      ))}
    </ul>
  );
}
