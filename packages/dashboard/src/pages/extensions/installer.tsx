import { type ReactNode, useState } from "react";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

interface Change<Input, Output> {
  readonly mutate: (
    input: Input,
    options: { readonly onSuccess: (output: Output) => void },
  ) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

interface InstallerProps<Offer extends { readonly digest: string }> {
  readonly hint: string;
  /** Consequence of the installation. */
  readonly warning: string;
  readonly inspect: Change<{ source: string }, Offer>;
  readonly add: Change<{ source: string; digest: string }, unknown>;
  readonly describe: (offer: Offer) => ReactNode;
}

/** Looks at something before it is installed, and installs exactly that. */
export function Installer<Offer extends { readonly digest: string }>({
  hint,
  warning,
  inspect,
  add,
  describe,
}: InstallerProps<Offer>) {
  const t = useTexts<typeof english>("extensions");
  const [source, setSource] = useState("");
  const [seen, setSeen] = useState<{ readonly source: string; readonly offer: Offer }>();
  return (
    <>
      <form
        className="card inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          inspect.mutate({ source }, { onSuccess: (offer) => setSeen({ source, offer }) });
        }}
      >
        <TextInput label={t("source")} hint={hint} value={source} onChange={setSource} isRequired />
        <BusyButton kind="primary" isPending={inspect.isPending}>
          {t("inspect")}
        </BusyButton>
        <FailedLine error={inspect.error} />
      </form>
      {seen && (
        <section className="card stack" aria-label={t("offer")}>
          {describe(seen.offer)}
          <p role="alert">{warning}</p>
          <div className="inline-form">
            <BusyButton
              kind="primary"
              isPending={add.isPending}
              onPress={() => {
                const { digest } = seen.offer;
                add.mutate(
                  { source: seen.source, digest },
                  {
                    onSuccess: () => {
                      setSeen(undefined);
                      setSource("");
                    },
                  },
                );
              }}
            >
              {t("install")}
            </BusyButton>
            <BusyButton kind="quiet" onPress={() => setSeen(undefined)}>
              {t("cancel")}
            </BusyButton>
          </div>
          <FailedLine error={add.error} />
        </section>
      )}
    </>
  );
}
