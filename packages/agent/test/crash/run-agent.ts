import { connectSocket } from "@reeve/client/socket";
import { fork } from "node:child_process";
import path from "node:path";
import { once } from "node:events";
import { isFault } from "@reeve/sdk";
import type { CommitPoint } from "../../src/store/commit-point.ts";
import type { AgentSetup, FromAgent } from "./protocol.ts";
import { type ControlRequest, isNotice, type KillAtQuestion, type Serving } from "./world.ts";

export interface AgentRun {
  /** `idle`: no work was left and it was told to end. `killed`: it died before. */
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
  const ended = new AbortController();
  let isIdle = false;
  let answeredAt = 0;
  const onAnswered = () => {
    answeredAt = Date.now();
  };
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
          // A process that has just died cannot receive it; its successor asks again.
          if (child.connected) child.send({ id, answer }, () => {});
        },
        killAgent: () => child.kill("SIGKILL"),
      });
      return;
    }
    const { notice } = message;
    if (notice.type === "listening")
      void serveRequests(setup.home, { ...serving, onAnswered }, ended.signal);
    if (notice.type === "commit") commits.push(notice.point);
    const isQuiet = serving.requests.length === 0;
    if (
      notice.type === "idle" &&
      notice.acked === serving.world.updates.length &&
      // One that was on its way when a request was answered knows nothing of it.
      notice.since > answeredAt &&
      isQuiet &&
      !isIdle
    ) {
      isIdle = true;
      child.kill("SIGTERM");
    }
  });

  const [code, signal] = await once(child, "close");
  clearTimeout(hang);
  ended.abort();
  if (code === 0 && isIdle) return { outcome: "idle", commits };
  if (signal === "SIGKILL") return { outcome: "killed", commits };
  throw new Error(`the agent ended with ${signal ?? code}: ${complaint}`);
}

/** Serves a second process's requests, one connection each, until the agent's process ends. */
async function serveRequests(
  home: string,
  { requests, requested, onAnswered }: Serving & { readonly onAnswered: () => void },
  signal: AbortSignal,
): Promise<void> {
  signal.addEventListener("abort", () => requested.notify());
  while (!signal.aborted) {
    const [request] = requests;
    if (!request) {
      await requested.wait();
      continue;
    }
    const isAnswered = await callControl(home, request, signal);
    // The agent died before it answered: its next process gets the question again.
    if (!isAnswered) return;
    onAnswered();
    requests.shift();
  }
}

async function callControl(
  home: string,
  { method, params, onAnswer }: ControlRequest,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    using connection = await connectSocket(path.join(home, "reeve.sock"), { signal });
    const answer = await connection.request({ type: "ask", operation: method, input: params });
    onAnswer?.(answer);
    return true;
  } catch (error) {
    if (!isFault(error)) throw error;
    if (error.code === "unavailable") return false;
    // The decision was stored, but the process died before it reported it; a repeat has nothing left to do.
    if (error.code !== "missing" && error.code !== "conflict") throw error;
    onAnswer?.(undefined);
    return true;
  }
}
