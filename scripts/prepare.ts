import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/**
 * npm runs this after `npm ci` and `npm install` in a clone: makes git check the subjects of commits,
 * and builds the agent. Without the development tools nothing is built, and the sources run.
 */
const root = path.resolve(import.meta.dirname, "..");
if (existsSync(path.join(root, ".git")))
  spawnSync("git", ["config", "core.hooksPath", ".githooks"], { cwd: root, stdio: "ignore" });
if (existsSync(path.join(root, "node_modules", "rolldown"))) await import("./build.ts");
