import { fork } from "node:child_process";
import { once } from "node:events";
import type { CommitPoint } from "../../src/store/commit-point.ts";
import type { AgentSetup, FromAgent } from "./protocol.ts";
import { isNotice, type KillAtQuestion, type Serving } from "./world.ts";

export interface AgentRun {
  /** `idle`: nothing waited any more and it was told to end. `killed`: it died before. */
  readonly outcome: "idle" | "killed";
  /** Commits in the order in which they became durable. */
  readonly commits: readonly CommitPoint[];
}

const PROGRAM = new URL("agent-process.ts", import.meta.url);
/** Longer than any run takes; one that takes longer hangs. */
const DEADLINE_MS = 40_000;

/** Runs one process of the agent until it has nothing left to do, or dies. */
export async function runAgent(
  setup: AgentSetup,
  serving: Serving,
  kill?: KillAtQuestion,
): Promise<AgentRun> {
  const child = fork(PROGRAM, [JSON.stringify(setup)], { execArgv: [], silent: true });
  const commits: CommitPoint[] = [];
  let isIdle = false;
  let complaint = "";
  child.stderr?.on("data", (chunk) => {
    complaint = (complaint + String(chunk)).slice(0, 4000);
  });
  const hang = setTimeout(() => child.kill("SIGQUIT"), DEADLINE_MS);

  child.on("message", (message: FromAgent) => {
    if (!isNotice(message)) {
      const { id, question } = message;
      void serving.answer(question, {
        kill,
        reply: (answer) => {
          if (child.connected) child.send({ id, answer });
        },
        killAgent: () => child.kill("SIGKILL"),
      });
      return;
    }
    const { notice } = message;
    if (notice.type === "commit") commits.push(notice.point);
    if (notice.type === "idle" && notice.acked === serving.world.updates.length && !isIdle) {
      isIdle = true;
      child.kill("SIGTERM");
    }
  });

  const [code, signal] = await once(child, "close");
  clearTimeout(hang);
  if (code === 0 && isIdle) return { outcome: "idle", commits };
  if (signal === "SIGKILL") return { outcome: "killed", commits };
  throw new Error(`the agent ended with ${signal ?? code}: ${complaint}`);
}
