import {
  chmod,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { setInFile, unsetInFile } from "./config-file.ts";

const schema = z.object({
  agent: z
    .object({
      maxSteps: z.int().min(1).max(50).default(5),
      name: z.string().default("Reeve").meta({ formerly: "title" }),
    })
    .prefault({}),
  log: z.object({ level: z.enum(["debug", "info"]).default("info") }).prefault({}),
});

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-config-file-"));
  file = path.join(folder, "home", "config.yaml");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mine = `# Mine.

log:
  level: debug # while I look for it

agent:
  # The best name.
  name: Ann
  maxSteps: 7
`;

async function given(text: string): Promise<void> {
  file = path.join(folder, "config.yaml");
  await writeFile(file, text);
}

test("creates file and folder for the user alone", async () => {
  await setInFile(schema, file, { path: "agent.maxSteps", text: "7" });
  expect(await readFile(file, "utf8")).toBe("agent:\n  maxSteps: 7\n");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect(await readdir(path.dirname(file))).toEqual(["config.yaml"]);
});

test("changes one value and leaves comments and order alone", async () => {
  await given(mine);
  await chmod(file, 0o644);
  await setInFile(schema, file, { path: "agent.name", text: "yes: no" });
  expect(await readFile(file, "utf8")).toBe(mine.replace("Ann", '"yes: no"'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test.each(["agent:\n# end\n", "agent: 5\n", "agent: {}\n", "# only a comment\n"])(
  "opens a section that is empty or no section: %j",
  async (text) => {
    await given(text);
    await setInFile(schema, file, { path: "agent.name", text: "Ann" });
    expect(await readFile(file, "utf8")).toMatch(/agent:\s+({ )?name: Ann/);
  },
);

test("takes a setting out, and its section when nothing is left in it", async () => {
  await given(mine);
  expect(await unsetInFile(schema, file, "log.level")).toBe(true);
  expect(await unsetInFile(schema, file, "agent.maxSteps")).toBe(true);
  expect(await unsetInFile(schema, file, "agent.maxSteps")).toBe(false);
  expect(await readFile(file, "utf8")).toBe("# Mine.\n\nagent:\n  # The best name.\n  name: Ann\n");
});

test("takes out what is no setting any more", async () => {
  await given("agent:\n  colour: red\n");
  expect(await unsetInFile(schema, file, "agent.colour")).toBe(true);
});

test("writes nothing when the value does not fit", async () => {
  await given(mine);
  const setting = setInFile(schema, file, { path: "agent.maxSteps", text: "99" });
  await expect(setting).rejects.toMatchObject({
    code: "invalid",
    message: "agent.maxSteps cannot be 99; it must be a whole number from 1 to 50.",
    hint: "Nothing was changed.",
  });
  expect(await readFile(file, "utf8")).toBe(mine);
});

test("one wrong value does not keep another from being set", async () => {
  await given("agent:\n  maxSteps: 99\nlog:\n  level: loud\n");
  await setInFile(schema, file, { path: "agent.maxSteps", text: "9" });
  expect(await readFile(file, "utf8")).toBe("agent:\n  maxSteps: 9\nlog:\n  level: loud\n");
});

test("refuses a setting that does not exist, and names the nearest", async () => {
  const expected = {
    code: "missing",
    message: "Unknown setting: agent.maxStep",
    hint: "Did you mean agent.maxSteps?",
  };
  const setting = setInFile(schema, file, { path: "agent.maxStep", text: "9" });
  await expect(setting).rejects.toMatchObject(expected);
  await expect(unsetInFile(schema, file, "agent.maxStep")).rejects.toMatchObject(expected);
});

test("writes through a link and leaves it a link", async () => {
  await given(mine);
  const link = path.join(folder, "link.yaml");
  await symlink(file, link);
  await setInFile(schema, link, { path: "agent.maxSteps", text: "8" });
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(file, "utf8")).toBe(mine.replace("7", "8"));
});

test("setting by either name leaves the current one alone in the file", async () => {
  await given("agent:\n  title: Ann\n");
  await setInFile(schema, file, { path: "agent.title", text: "Bob" });
  expect(await readFile(file, "utf8")).toBe("agent:\n  name: Bob\n");
});

test("unsetting by either name removes both", async () => {
  await given("agent:\n  title: Ann\n  name: Bob\n  maxSteps: 7\n");
  expect(await unsetInFile(schema, file, "agent.name")).toBe(true);
  expect(await readFile(file, "utf8")).toBe("agent:\n  maxSteps: 7\n");
});
