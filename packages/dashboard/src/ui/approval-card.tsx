import type { ApprovalView } from "@reeve/operations/work/approvals";
import { approvals } from "@reeve/operations/work/approvals";
import { tools } from "@reeve/operations/agent/tools";
import { Check, ChevronDown, Coins, Eye, Pencil, Terminal, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button, Form, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useAsk, useChange } from "../data/agent.ts";
import { useFormats } from "../data/formats.ts";
import { usePersonName } from "../data/person-name.ts";
import { useTexts } from "../data/texts.ts";
import type english from "../pages/approvals/texts/en.json";
import { BusyButton } from "./busy-button.tsx";
import { TextInput } from "./fields.tsx";
import { Pairs } from "./pairs.tsx";
import { isObject, SchemaForm, type Values } from "./schema-form.tsx";
import { FailedLine, Loading } from "./states.tsx";

const EFFECT_ICONS = {
  read: Eye,
  write: Pencil,
  send: Eye,
  destroy: Trash2,
  pay: Coins,
  exec: Terminal,
} as const;

type Mode = "show" | "edit" | "revise";

/** An approval: what will happen, how serious it is, who asks, and the answers. The same in the chat and on its page. */
export function ApprovalCard({ approval }: { readonly approval: ApprovalView }) {
  const t = useTexts<typeof english>("approvals");
  const { fromNow } = useFormats();
  const nameOf = usePersonName();
  const [mode, setMode] = useState<Mode>("show");
  const [values, setValues] = useState<Values>(isObject(approval.args) ? approval.args : {});
  const [wish, setWish] = useState("");
  const decide = useChange(approvals.decide);
  const outcome = useRef<HTMLParagraphElement>(null);
  const Effect = EFFECT_ICONS[approval.effect];
  const { id } = approval;

  useEffect(() => {
    if (decide.isSuccess) outcome.current?.focus();
  }, [decide.isSuccess]);

  if (decide.isSuccess)
    return (
      <p className="card outcome" tabIndex={-1} ref={outcome}>
        <Check size={18} aria-hidden />
        <span>
          {t(
            `outcome_${decide.data.outcome === "recorded" ? decide.variables.verdict : decide.data.outcome}`,
          )}
        </span>
      </p>
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (mode === "revise") decide.mutate({ id, verdict: "revise", reason: wish });
    else decide.mutate({ id, verdict: "allow", ...(mode === "edit" && { args: values }) });
  }

  return (
    <article className="card approval" aria-labelledby={`approval-${id}`}>
      <header>
        <h3 id={`approval-${id}`}>{firstLine(approval.preview)}</h3>
        <span className={`tag effect-${approval.effect}`}>
          <Effect size={14} aria-hidden />
          {t(`effect_${approval.effect}`)}
        </span>
      </header>
      <p className="meta">
        {t("asked", { who: nameOf(approval.requester), when: fromNow(approval.createdAt) })}
        {approval.needed > 1 &&
          ` · ${t("votes", { votes: approval.votes, needed: approval.needed })}`}
      </p>
      {withoutFirstLine(approval.preview) !== "" && (
        <p className="preview">{withoutFirstLine(approval.preview)}</p>
      )}
      <Form onSubmit={submit}>
        {mode === "edit" && <Arguments tool={approval.tool} values={values} onChange={setValues} />}
        {mode === "show" && <Pairs values={approval.args} />}
        {mode === "revise" && (
          <TextInput
            label={t("wish")}
            hint={t("wishHint")}
            value={wish}
            onChange={setWish}
            isLong
            isRequired
          />
        )}
        <FailedLine error={decide.error} />
        <footer>
          <BusyButton kind="primary" isPending={decide.isPending}>
            {t(mode === "show" ? "allow" : mode === "edit" ? "allowEdited" : "askAgain")}
          </BusyButton>
          {mode === "show" ? (
            <>
              <Button className="button" onPress={() => decide.mutate({ id, verdict: "deny" })}>
                {t("deny")}
              </Button>
              <Button className="button" onPress={() => setMode("edit")}>
                {t("edit")}
              </Button>
              <MenuTrigger>
                <Button className="quiet square" aria-label={t("more")}>
                  <ChevronDown size={16} aria-hidden />
                </Button>
                <Popover className="popover">
                  <Menu
                    className="menu"
                    onAction={(key) => {
                      if (key === "revise") setMode("revise");
                      else
                        decide.mutate({
                          id,
                          verdict: "allow",
                          always: key === "these" ? { these: true } : true,
                        });
                    }}
                  >
                    <MenuItem id="revise" className="menu-item">
                      {t("revise")}
                    </MenuItem>
                    <MenuItem id="these" className="menu-item">
                      {t("alwaysThese")}
                    </MenuItem>
                    <MenuItem id="always" className="menu-item">
                      {t("always")}
                    </MenuItem>
                  </Menu>
                </Popover>
              </MenuTrigger>
            </>
          ) : (
            <Button className="button" onPress={() => setMode("show")}>
              {t("cancel")}
            </Button>
          )}
          <span className="meta">{t("expires", { when: fromNow(approval.expiresAt) })}</span>
        </footer>
      </Form>
    </article>
  );
}

interface ArgumentsProps {
  readonly tool: string;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** The arguments in a form made of the tool's schema. */
function Arguments({ tool, values, onChange }: ArgumentsProps) {
  const shown = useAsk(tools.show, { name: tool });
  if (shown.isPending) return <Loading />;
  const schema = shown.data?.params ?? {
    properties: Object.fromEntries(Object.keys(values).map((name) => [name, {}])),
  };
  return <SchemaForm {...{ schema, values, onChange }} />;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}

function withoutFirstLine(text: string): string {
  return text.split("\n").slice(1).join("\n").trim();
}
