import { expect, test } from "vitest";
import { homesIn } from "./cgroup.ts";

test("a machine with cgroup v2 has one folder for everything", () => {
  expect(homesIn("0::/system.slice/app.service\n")).toEqual([
    { version: 2, folders: ["/sys/fs/cgroup/system.slice/app.service"] },
  ]);
});

test("a machine with both is tried as v2 first, then as v1 with a folder for each controller", () => {
  expect(homesIn("8:pids:/\n5:devices:/\n4:cpu,memory:/box/a:b\n0::/x\n")).toEqual([
    { version: 2, folders: ["/sys/fs/cgroup/x"] },
    { version: 1, folders: ["/sys/fs/cgroup/pids", "/sys/fs/cgroup/cpu,memory/box/a:b"] },
  ]);
});

test("without both controllers there is none", () => {
  expect(homesIn("8:pids:/\n")).toEqual([]);
  expect(homesIn("")).toEqual([]);
});
