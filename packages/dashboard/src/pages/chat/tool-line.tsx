import { ChevronRight, LoaderCircle, TriangleAlert, Wrench } from "lucide-react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { useTexts } from "../../data/texts.ts";
import { Pairs } from "../../ui/pairs.tsx";
import { titleOf } from "../../ui/words.ts";
import type english from "./texts/en.json";

interface ToolLineProps {
  readonly tool: string;
  readonly args: unknown;
  /** Absent while it runs. */
  readonly outcome?: string | undefined;
  /** The result as text. */
  readonly result?: string | undefined;
}

const OUTCOMES = ["value", "fault", "pending", "unknown", "aborted"] as const;

/** A call in one line; what went in and came out on request. */
export function ToolLine({ tool, args, outcome, result }: ToolLineProps) {
  const t = useTexts<typeof english>("chat");
  const state = OUTCOMES.find((one) => one === outcome);
  const isRunning = outcome === undefined;
  const Icon = isRunning ? LoaderCircle : state === "value" ? Wrench : TriangleAlert;
  return (
    <Disclosure className={`tool ${state === "fault" || state === "aborted" ? "failed" : ""}`}>
      <Heading level={3}>
        <Button slot="trigger" className="tool-line">
          <Icon size={16} aria-hidden className={isRunning ? "spin" : ""} />
          <span>{titleOf(tool)}</span>
          <span className="meta">
            {isRunning ? t("running") : t(`outcome_${state ?? "unknown"}`)}
          </span>
          <ChevronRight size={16} aria-hidden className="chevron" />
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className="tool-inside">
          <h4>{t("input")}</h4>
          <Pairs values={args} />
          {result !== undefined && (
            <>
              <h4>{t("result")}</h4>
              <pre tabIndex={0}>{result}</pre>
            </>
          )}
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}
