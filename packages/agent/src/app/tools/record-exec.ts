import { type Outcome, withExecRecord, type RecordDeps } from "../../domains/exec-records.ts";
import type { Sandbox, SandboxResult } from "../../integrations/sandbox.ts";
import {
  audienceOf,
  joinLabels,
  type Label,
  labelOfSource,
  UNTAINTED,
} from "../../kernel/label.ts";
import type { Store } from "../../store/store.ts";
import type { CallScope } from "../../tools/toolbox.ts";
import { changedSince, type Snapshot, takeSnapshot } from "./changed-files.ts";
import { attempt } from "../../kernel/attempt.ts";

export interface RecordingOptions extends RecordDeps {
  readonly store: Store;
  /** The workspace's folder, absolute. */
  readonly workspace: string;
  /** Environment that a record names. */
  readonly ranIn: string;
}

/**
 * The same sandbox, where each command is on record before it runs, and where what it wrote into
 * the workspace is nobody's word: it may hold whatever the command read.
 */
export function recordExec(sandbox: Sandbox, scope: CallScope, options: RecordingOptions): Sandbox {
  const { tenant, chat, person, call } = scope;
  const { workspace, ranIn } = options;
  return {
    ...sandbox,
    async run(command) {
      const before = await takeSnapshot(workspace);
      const { argv } = command;
      const record = { tenant, chat, person, call, command: JSON.stringify(argv), ranIn };
      return withExecRecord(record, options, {
        async work() {
          const settled = await attempt(sandbox.run(command));
          // A killed command has written, too.
          await labelChanged(before, scope, options);
          if (settled.status === "rejected") throw settled.reason;
          return settled.value;
        },
        outcomeOf,
      });
    },
  };
}

function outcomeOf({ code, end, stdout, stderr }: SandboxResult): Outcome {
  return {
    state: end === "exit" ? "ended" : "killed",
    exitCode: code ?? null,
    reason: end === "exit" ? null : end,
    stdout: stdout.text,
    stderr: stderr.text,
  };
}

/** So many files are labelled in one commit. */
const BATCH = 500;

async function labelChanged(
  before: Snapshot,
  { tenant, chat, person, labels, setting: { kind } }: CallScope,
  { store, workspace }: RecordingOptions,
): Promise<void> {
  const audience = audienceOf({ chat, kind, uid: person });
  const written: Label = labelOfSource(
    { kind: "command", where: "a command", integrity: "tool" },
    audience,
  );
  const label = { ...joinLabels([written, labels?.taint ?? UNTAINTED]), audience };
  let batch: { readonly path: string; readonly digest: string; readonly label: Label }[] = [];
  const keep = async () => {
    const files = batch;
    batch = [];
    if (files.length === 0) return;
    await store.commit("run-command", async (tx) => {
      for (const file of files) await tx.fileLabels.put(tenant, file);
    });
  };
  for await (const file of changedSince(workspace, before)) {
    batch.push({ ...file, label });
    if (batch.length >= BATCH) await keep();
  }
  await keep();
}
