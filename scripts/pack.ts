import { mkdir } from "node:fs/promises";
import path from "node:path";
import { packWorkspace } from "./pack/pack-workspace.ts";

/** `node scripts/pack.ts <folder>`: builds the packages that are published and packs them into a folder. */
const [folder = "dist"] = process.argv.slice(2);
const target = path.resolve(folder);
await mkdir(target, { recursive: true });
const root = path.resolve(import.meta.dirname, "..");
for (const file of await packWorkspace(root, target)) process.stdout.write(`${file}\n`);
