import { expect, test } from "vitest";
import { bubblewrapArguments, type BubblewrapContext } from "./bubblewrap-arguments.ts";

const setting: BubblewrapContext = {
  workspace: "/home/ann/work/workspace",
  kept: [
    { name: "SOUL.md", kind: "file" },
    { name: "memory", kind: "directory" },
  ],
  hidden: [],
  network: "none",
  temporaryBytes: 1000,
  layout: {
    system: [{ path: "/usr" }, { path: "/bin", target: "usr/bin" }],
    settings: ["/etc/ld.so.cache"],
    networkSettings: ["/etc/resolv.conf"],
    kernelSettings: ["/proc/sys"],
    kernelSecrets: ["/proc/kcore"],
  },
};

/** Returns the arguments in one line, so that a piece of it is a run of arguments. */
function lineOf(change: Partial<BubblewrapContext> = {}): string {
  return ` ${bubblewrapArguments({ ...setting, ...change }).join(" ")} `;
}

test("a sandbox shares no namespace, no capability and no environment", () => {
  const line = lineOf();
  for (const part of [
    " --unshare-all ",
    " --disable-userns ",
    " --new-session ",
    " --die-with-parent ",
    " --cap-drop ALL ",
    " --clearenv ",
    " --seccomp 3 ",
    " --remount-ro / ",
  ])
    expect(line).toContain(part);
  expect(line).not.toContain("--share-net");
  expect(line).not.toContain("/etc/resolv.conf");
});

test("the workspace is the only folder of the machine that is bound to be written", () => {
  const args = bubblewrapArguments(setting);
  const writable = args.flatMap((arg, index) => (arg === "--bind" ? [args[index + 1]] : []));
  expect(writable).toEqual(["/home/ann/work/workspace"]);
  const line = lineOf();
  expect(line).toContain(
    " --bind /home/ann/work/workspace /workspace --ro-bind /home/ann/work/workspace/SOUL.md /workspace/SOUL.md --ro-bind /home/ann/work/workspace/memory /workspace/memory ",
  );
  expect(line).toContain(" --ro-bind /usr /usr --symlink usr/bin /bin ");
  expect(line).toContain(" --ro-bind /proc/sys /proc/sys --ro-bind /dev/null /proc/kcore ");
});

test("what is hidden is covered behind everything that is bound", () => {
  const line = lineOf({ kept: [], hidden: setting.kept });
  expect(line).toContain(
    " --bind /home/ann/work/workspace /workspace --ro-bind /dev/null /workspace/SOUL.md --perms 0555 --size 4096 --tmpfs /workspace/memory --remount-ro /workspace/memory ",
  );
  expect(line).not.toContain("/workspace/SOUL.md /workspace/SOUL.md");
});

test("the network is there when it is wanted, with the settings that it takes", () => {
  const line = lineOf({ network: "shared" });
  expect(line).toContain(" --unshare-all --unshare-user --disable-userns --share-net ");
  expect(line).toContain(" --ro-bind /etc/resolv.conf /etc/resolv.conf ");
});

test("further folders are bound at their own paths, outer ones first, and are read-only by default", () => {
  const folders = [{ path: "/srv/data/in", writable: true }, { path: "/srv/data" }];
  expect(lineOf({ kept: [], folders })).toContain(
    " /workspace --ro-bind /srv/data /srv/data --bind /srv/data/in /srv/data/in --remount-ro / ",
  );
});

test("the environment stays only on request", () => {
  const visible = lineOf({ environment: "visible" });
  expect(visible).not.toContain("--clearenv");
  expect(visible).toContain(" --setenv HOME /home/agent ");
});
