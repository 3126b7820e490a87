import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time of all children of this process that have ended, and of theirs. */
export function endedChildrenSeconds(): number {
  const { childTicks } = statOf("self");
  return childTicks / TICKS_PER_SECOND;
}

/**
 * Returns the CPU time used so far by this process and its descendants, in milliseconds and to the nearest ten:
 * embedding runs in a process of its own. Only Linux counts the descendants.
 */
export function treeCpuMs(): number {
  if (existsSync("/proc/self/stat")) return treeUsage(process.pid).seconds * 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the CPU time used so far and the memory in use now by a running process and its descendants. */
export function treeUsage(pid: number): { readonly seconds: number; readonly megabytes: number } {
  const usages = descendants(pid).map((id) => {
    const { ownTicks, childTicks } = statOf(String(id));
    return {
      seconds: (ownTicks + childTicks) / TICKS_PER_SECOND,
      megabytes: residentMegabytes(id),
    };
  });
  return {
    seconds: usages.reduce((sum, usage) => sum + usage.seconds, 0),
    megabytes: usages.reduce((sum, usage) => sum + usage.megabytes, 0),
  };
}

/** Returns the running processes that a process started itself. */
export function childrenOf(pid: number): readonly number[] {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  return readdirSync(tasks).flatMap((task) =>
    readFileSync(`${tasks}/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

function descendants(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap(descendants)];
}

/** proc(5): the name in parentheses may hold blanks; the times are fields 14 to 17. */
function statOf(process: string): { readonly ownTicks: number; readonly childTicks: number } {
  const text = readFileSync(`/proc/${process}/stat`, "utf8");
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return { ownTicks: user + system, childTicks: childUser + childSystem };
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? 0) / 1000;
}
