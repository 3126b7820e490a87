import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { skills } from "@reeve/operations/agent/skills";
import { openFolder, openTalk } from "./open-talk.ts";

const HELLO = `---
name: hello-world
description: Greets people in a pirate's words. Use it for every greeting.
metadata:
  reeve-hosts: greetings.example
---

Read references/words.md, then run scripts/greet.mjs.
`;

const GREET = `import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
const name = (await text(process.stdin)).trim();
writeFileSync("draft.txt", name);
const seen = existsSync(process.argv[2]) ? "seen" : "hidden";
const isOnline = await fetch("http://127.0.0.1:" + process.argv[3]).then(() => true, () => false);
let note = "";
try { writeFileSync(new URL("../SKILL.md", import.meta.url), ""); } catch (error) { note = error.code; }
console.log(["Ahoy", readFileSync("draft.txt", "utf8"), seen, isOnline, note].join(" "));
`;

/** Returns the new folder of a skill with a reference and a script. */
export async function writeSkill(): Promise<string> {
  const folder = path.join(await openFolder(), "hello-world");
  await mkdir(path.join(folder, "references"), { recursive: true });
  await mkdir(path.join(folder, "scripts"));
  await writeFile(path.join(folder, "SKILL.md"), HELLO);
  await writeFile(path.join(folder, "references/words.md"), "Say ahoy.");
  await writeFile(path.join(folder, "scripts/greet.mjs"), GREET);
  return folder;
}

/** An agent with that skill installed, a model that calls what a message names, and a person in the chat `main`. */
export async function openWithSkill() {
  const kit = await openTalk({});
  const source = await writeSkill();
  const { digest } = await kit.ask(skills.inspect, { source });
  await kit.ask(skills.add, { source, digest });
  return { kit, source, digest };
}
