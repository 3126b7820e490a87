import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** Makes git check the subjects of commits, after each `npm install`; does nothing outside a git checkout. */
const root = path.resolve(import.meta.dirname, "..");
if (existsSync(path.join(root, ".git")))
  spawnSync("git", ["config", "core.hooksPath", ".githooks"], { cwd: root, stdio: "ignore" });
