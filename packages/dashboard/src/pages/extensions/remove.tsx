import { type ReactNode, useState } from "react";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import type english from "./texts/en.json";

interface RemoveProps {
  readonly name: string;
  readonly isPending: boolean;
  readonly onRemove: () => void;
  /** Further choices. */
  readonly children?: ReactNode;
}

/** Removes something once the person has said so again. */
export function Remove({ name, isPending, onRemove, children }: RemoveProps) {
  const t = useTexts<typeof english>("extensions");
  const [isSure, setIsSure] = useState(false);
  if (!isSure)
    return (
      <BusyButton kind="quiet" label={t("removeOne", { name })} onPress={() => setIsSure(true)}>
        {t("remove")}
      </BusyButton>
    );
  return (
    <>
      <p role="alert">{t("removeSure", { name })}</p>
      {children}
      <BusyButton isPending={isPending} onPress={onRemove}>
        {t("remove")}
      </BusyButton>
      <BusyButton kind="quiet" onPress={() => setIsSure(false)}>
        {t("cancel")}
      </BusyButton>
    </>
  );
}
