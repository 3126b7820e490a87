import { KeyRound } from "lucide-react";
import { Button } from "react-aria-components";
import { useCommon } from "../data/texts.ts";
import { Command } from "../ui/command.tsx";

/** How to sign this browser in. */
export function SignIn() {
  const t = useCommon();
  return (
    <main className="sign-in">
      <section className="state">
        <KeyRound size={28} aria-hidden />
        <h1>{t("signIn")}</h1>
        <p>{t("signInHint")}</p>
        <Command text="reeve open" />
        <Button className="button" onPress={() => location.reload()}>
          {t("retry")}
        </Button>
      </section>
    </main>
  );
}
