import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareHome, resolveHome } from "./home.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-home-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (target: string) => (await stat(target)).mode & 0o777;

test("lies in ~/.reeve unless REEVE_HOME says otherwise", () => {
  expect(resolveHome({}, "/home/ann")).toEqual({
    root: "/home/ann/.reeve",
    config: "/home/ann/.reeve/config.yaml",
    database: "/home/ann/.reeve/reeve.db",
    lock: "/home/ann/.reeve/reeve.lock",
    roster: "/home/ann/.reeve/reeve.running",
    checked: "/home/ann/.reeve/reeve.checked",
    clock: "/home/ann/.reeve/reeve.clock",
    model: "/home/ann/.reeve/reeve.model",
    writes: "/home/ann/.reeve/reeve.writes",
    socket: "/home/ann/.reeve/reeve.sock",
    uploads: "/home/ann/.reeve/uploads",
    workspace: "/home/ann/.reeve/workspace",
    sessions: "/home/ann/.reeve/sessions",
    logs: "/home/ann/.reeve/logs",
    log: "/home/ann/.reeve/logs/reeve.log",
    backups: "/home/ann/.reeve/backups",
    exports: "/home/ann/.reeve/exports",
    mcp: "/home/ann/.reeve/mcp",
    plugins: "/home/ann/.reeve/plugins",
    skills: "/home/ann/.reeve/skills",
    mcpLogins: "/home/ann/.reeve/mcp-logins.json",
    outbox: "/home/ann/.reeve/outbox",
    scratch: "/home/ann/.reeve/tmp",
    history: "/home/ann/.reeve/history",
  });
  expect(resolveHome({ REEVE_HOME: "/srv/reeve" }, "/home/ann").root).toBe("/srv/reeve");
  expect(resolveHome({ REEVE_HOME: "~/agent" }, "/home/ann").root).toBe("/home/ann/agent");
  expect(resolveHome({ REEVE_HOME: "" }, "/home/ann").root).toBe("/home/ann/.reeve");
});

test("creates private folders and has nothing to warn about", async () => {
  const home = resolveHome({ REEVE_HOME: path.join(folder, "new") }, "/");
  expect(await prepareHome(home)).toEqual([]);
  const folders = [home.root, home.workspace, home.sessions, home.logs, home.backups];
  expect(await Promise.all(folders.map(modeOf))).toEqual(folders.map(() => 0o700));
  expect(await prepareHome(home)).toEqual([]);
});

test("tightens what others could read, and says so", async () => {
  const home = resolveHome({ REEVE_HOME: path.join(folder, "loose") }, "/");
  await mkdir(home.root);
  await chmod(home.root, 0o755);
  await writeFile(home.config, "");
  await chmod(home.config, 0o644);

  expect(await prepareHome(home)).toEqual([
    `${home.root} was open to other users (0755); its mode is 0700 now.`,
    `${home.config} was open to other users (0644); its mode is 0600 now.`,
  ]);
  expect([await modeOf(home.root), await modeOf(home.config)]).toEqual([0o700, 0o600]);
});

test("leaves the mode of what a link points to alone", async () => {
  const home = resolveHome({ REEVE_HOME: path.join(folder, "linked") }, "/");
  const elsewhere = path.join(folder, "dotfiles.yaml");
  await mkdir(home.root, { mode: 0o700 });
  await writeFile(elsewhere, "");
  await chmod(elsewhere, 0o644);
  await symlink(elsewhere, home.config);

  expect(await prepareHome(home)).toEqual([]);
  expect(await modeOf(elsewhere)).toBe(0o644);
});

test("refuses a folder that everyone shares", async () => {
  const shared = path.join(folder, "shared");
  await mkdir(shared);
  await chmod(shared, 0o1777);
  await expect(prepareHome(resolveHome({ REEVE_HOME: shared }, "/"))).rejects.toMatchObject({
    code: "denied",
    hint: "Set REEVE_HOME to a folder that you own.",
  });
  expect(await modeOf(shared)).toBe(0o777);
});
