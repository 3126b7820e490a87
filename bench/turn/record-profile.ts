import type { Profiler, Runtime } from "node:inspector";
import { Session } from "node:inspector/promises";

/** Microseconds between two samples. */
const INTERVAL_US = 100;

/** Part of a flame graph: a function with what it called, and their share of all samples. */
export interface Frame {
  readonly name: string;
  /** Path of its file from the root of the repository, or what else it belongs to. */
  readonly where: string;
  samples: number;
  readonly calls: Map<string, Frame>;
}

/** Runs work under V8's sampling profiler, and returns its calls by stack, the idle time left out. */
export async function recordProfile(root: string, work: () => Promise<void>): Promise<Frame> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  await session.post("Profiler.start");
  await work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return toFrames(profile, root);
}

function toFrames({ nodes, samples = [] }: Profiler.Profile, root: string): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const whole: Frame = { name: "all", where: "", samples: 0, calls: new Map() };
  for (const sample of samples) {
    const stack = [];
    for (let id: number | undefined = sample; id !== undefined; id = callerOf.get(id)) {
      const node = byId.get(id);
      if (node) stack.unshift(node.callFrame);
    }
    if (stack.some(({ functionName }) => IDLE.has(functionName))) continue;
    whole.samples += 1;
    let frame = whole;
    for (const { functionName, where } of ownPart(stack, root)) {
      const name = functionName || "(anonymous)";
      // What a library does inside is one frame.
      if (where === frame.where && isForeign(where)) continue;
      const key = `${name} ${where}`;
      const known = frame.calls.get(key) ?? { name, where, samples: 0, calls: new Map() };
      frame.calls.set(key, known);
      known.samples += 1;
      frame = known;
    }
  }
  return whole;
}

/** A stack without what Node runs our code with, on top of the folder that it begins in. */
function ownPart(stack: readonly Runtime.CallFrame[], root: string) {
  const frames = stack
    .slice(1)
    .map(({ functionName, url }) => ({ functionName, where: toPlace(url, root) }));
  const first = frames.findIndex(({ where }) => !isForeign(where));
  const own = first === -1 ? frames : frames.slice(first);
  const [bottom] = own;
  if (!bottom || isForeign(bottom.where)) return own;
  const folder = bottom.where.replace(/\/[^/]*$/, "");
  return [{ functionName: folder.replace(/^.*?src\//, ""), where: folder }, ...own];
}

const IDLE: ReadonlySet<string> = new Set(["(idle)", "(program)"]);

function toPlace(url: string, root: string): string {
  if (url === "") return "native";
  if (url.startsWith("node:")) return "node";
  const path = decodeURIComponent(url.replace("file://", "")).replace(`${root}/`, "");
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return library ?? path;
}

function isForeign(where: string): boolean {
  return !where.includes("/") || where.startsWith("@");
}
