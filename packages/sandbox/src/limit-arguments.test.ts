import { expect, test } from "vitest";
import { limitArguments } from "./limit-arguments.ts";

const limits = {
  processes: 128,
  memoryMb: 1024,
  cpuSeconds: 60,
  fileMb: 256,
  diskMb: 1024,
  openFiles: 512,
};

test("each process is limited, and its memory where no cgroup does that for all together", () => {
  const each = limitArguments(limits, "each-process");
  expect(each).toEqual([
    "prlimit",
    "--nproc=128",
    "--cpu=60",
    "--fsize=268435456",
    "--nofile=512",
    "--core=0",
    "--memlock=65536",
    "--msgqueue=819200",
    "--data=1073741824",
    "--as=4294967296",
    "--",
  ]);
  expect(limitArguments(limits, "together")).toEqual(
    each.filter((one) => !/^--(?:data|as)=/.test(one)),
  );
});

test("CPU time is limited only if a limit is given", () => {
  expect(limitArguments({ ...limits, cpuSeconds: undefined }, "together")).toEqual(
    limitArguments(limits, "together").filter((one) => !one.startsWith("--cpu")),
  );
});
