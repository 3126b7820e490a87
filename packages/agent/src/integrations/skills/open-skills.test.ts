import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProcesses } from "../../platform/child-process.ts";
import { download } from "../web/download.ts";
import { openSkills, SHIPPED, type SkillsDeps } from "./open-skills.ts";

const run = promisify(execFile);

let root: string;
let stored: string | undefined;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reeve-skills-"));
  stored = undefined;
});
afterEach(() => rm(root, { recursive: true }));

const SKILL = "---\nname: invoices\ndescription: Reads invoices.\n---\nRead them.\n";

/** Writes files of a skill and returns its folder. */
async function write(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(root, name);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}

function open(deps: Partial<SkillsDeps> = {}) {
  let ids = 0;
  return openSkills({
    folder: path.join(root, "home"),
    shipped: path.resolve(import.meta.dirname, "../../../../../skills"),
    records: {
      get: async () => stored,
      set: async (text) => void (stored = text),
    },
    processes: createProcesses(),
    download,
    env: { PATH: process.env["PATH"] },
    hasTool: () => true,
    newId: () => `id${(ids += 1)}`,
    runScript: async ({ script }) => ({ exitCode: 0, stdout: script, stderr: "" }),
    onChange: () => {},
    ...deps,
  });
}

async function install(skills: Awaited<ReturnType<typeof open>>, source: string) {
  const { digest } = await skills.inspect(source);
  return skills.add(source, digest);
}

const { signal } = new AbortController();

test("an installed skill is there after a restart, and is removed with its files", async () => {
  const source = await write("invoices", { "SKILL.md": SKILL, "scripts/a.sh": "true" });
  await install(await open(), source);
  const skills = await open();
  expect(await skills.show("invoices")).toMatchObject({ state: "enabled", source });
  expect(await skills.listed()).toEqual([{ name: "invoices", description: "Reads invoices." }]);
  expect(await skills.read("invoices")).toMatchObject({ content: SKILL, files: ["scripts/a.sh"] });
  const call = { name: "invoices", script: "scripts/a.sh", args: [] };
  expect(await skills.run(call, { signal })).toMatchObject({ stdout: "scripts/a.sh" });
  await skills.remove("invoices");
  expect(await readdir(path.join(root, "home"))).toEqual([]);
  await expect(skills.show("invoices")).rejects.toMatchObject({ code: "missing" });
});

test("a newer version takes the place of the older one", async () => {
  const source = await write("invoices", { "SKILL.md": SKILL });
  const skills = await open();
  await install(skills, source);
  await writeFile(path.join(source, "SKILL.md"), SKILL.replace("Read them.", "Read twice."));
  const { digest } = await install(skills, source);
  expect((await skills.read("invoices")).content).toContain("Read twice.");
  expect(await readdir(path.join(root, "home"))).toEqual([digest]);
});

test("what an interrupted installation left is removed, and is no skill", async () => {
  const half = { ".draft-x/invoices/SKILL.md": SKILL, "0a/invoices/SKILL.md": SKILL };
  await write("home", half);
  const skills = await open();
  expect((await skills.list()).map(({ name }) => name)).toEqual(SHIPPED);
  expect(await readdir(path.join(root, "home"))).toEqual([]);
});

test("a change of a file after the installation is found, also by the next start", async () => {
  const source = await write("invoices", { "SKILL.md": SKILL });
  const skills = await open();
  const { digest } = await install(skills, source);
  await write(`home/${digest}/invoices`, { "extra.md": "More." });
  const changed = { code: "conflict", message: expect.stringContaining("have changed") };
  await expect(skills.read("invoices")).rejects.toMatchObject(changed);
  const next = await open();
  expect(await next.show("invoices")).toMatchObject({ state: "unusable" });
  expect(await next.listed()).toEqual([]);
  await expect(next.read("invoices")).rejects.toMatchObject(changed);
  await rm(path.join(root, "home"), { recursive: true });
  expect(await (await open()).show("invoices")).toMatchObject({ state: "unusable" });
});

test("a skill that lacks something is listed with the reason and not offered", async () => {
  const metadata =
    "metadata:\n  reeve-programs: sh no-such-program\n  reeve-env: KEY\n  reeve-tools: email_send";
  const text = SKILL.replace("---\nRead", `${metadata}\n---\nRead`);
  const source = await write("invoices", { "SKILL.md": text });
  const skills = await open({ hasTool: () => false });
  expect(await install(skills, source)).toMatchObject({
    state: "unusable",
    reason:
      "it requires the program no-such-program, the environment variable KEY, the tool email_send",
  });
  expect(await skills.listed()).toEqual([]);
  await expect(skills.read("invoices")).rejects.toMatchObject({ code: "unavailable" });
});

test("skills that come with Reeve can be disabled, and neither replaced nor removed", async () => {
  const skills = await open();
  const text = SKILL.replace("invoices", "trip-planner");
  const source = await write("trip-planner", { "SKILL.md": text });
  await expect(skills.inspect(source)).rejects.toMatchObject({ code: "conflict" });
  await expect(skills.remove("trip-planner")).rejects.toMatchObject({ code: "denied" });
  await skills.setEnabled("trip-planner", false);
  await expect((await open()).read("trip-planner")).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("is disabled"),
  });
});

function refusal(message: RegExp) {
  return { code: "invalid", message: expect.stringMatching(message) };
}

test("a folder needs the skill's name, and holds neither links nor too much", async () => {
  const skills = await open();
  const other = await write("other", { "SKILL.md": SKILL });
  await expect(skills.inspect(other)).rejects.toMatchObject(refusal(/folder is named "other"/));
  const linked = await write("a/invoices", { "SKILL.md": SKILL });
  await symlink("/etc/passwd", path.join(linked, "notes.md"));
  await expect(skills.inspect(linked)).rejects.toMatchObject(refusal(/"notes.md" is a link/));
  const empty = await write("b/invoices", { "README.md": "Hello" });
  await expect(skills.inspect(empty)).rejects.toMatchObject(refusal(/no SKILL\.md/));
  const long = await write("c/invoices", { "SKILL.md": SKILL + "x".repeat(100_000) });
  await expect(skills.inspect(long)).rejects.toMatchObject(refusal(/larger than 100 kB/));
  await expect(skills.inspect("invoices")).rejects.toMatchObject(refusal(/absolute path/));
  await expect(skills.inspect("/no/such/skill")).rejects.toMatchObject({ code: "missing" });
});

test("a file that is not there, or not text, is refused with the files that are", async () => {
  const source = await write("invoices", { "SKILL.md": SKILL, "logo.png": "\0" });
  const skills = await open();
  await install(skills, source);
  await expect(skills.read("invoices", "../SKILL.md")).rejects.toMatchObject({
    code: "missing",
    hint: "Its files: SKILL.md, logo.png.",
  });
  await expect(skills.read("invoices", "logo.png")).rejects.toMatchObject({ code: "invalid" });
  const call = { name: "invoices", script: "logo.png", args: [] };
  await expect(skills.run(call, { signal })).rejects.toMatchObject({ code: "missing" });
});

test("a skill is installed from a folder of a git repository", { timeout: 30_000 }, async () => {
  const repository = await write("repository", { "skills/invoices/SKILL.md": SKILL });
  await symlink("/etc", path.join(repository, "etc"));
  const author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"];
  await run("git", ["init", "-q", repository]);
  await run("git", ["-C", repository, "add", "."]);
  await run("git", ["-C", repository, ...author, "commit", "-qm", "first"]);
  const skills = await open();
  const { href } = pathToFileURL(repository);
  expect(await install(skills, `${href}#skills/invoices`)).toMatchObject({ name: "invoices" });
  for (const folder of ["etc", "no", "../repository"])
    await expect(skills.inspect(`${href}#${folder}`)).rejects.toMatchObject({ code: "invalid" });
  await expect(skills.inspect(`${href}-no`)).rejects.toMatchObject({ code: "unavailable" });
  await expect(skills.inspect("ext::sh -c true")).rejects.toMatchObject({ code: "invalid" });
});
