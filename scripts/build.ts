import path from "node:path";
import { buildAgent } from "./build/build-agent.ts";

/** `node scripts/build.ts`: builds the agent into packages/agent/dist, which `npm start` runs. */
const root = path.resolve(import.meta.dirname, "..");
const { files, bytes } = await buildAgent(root);
process.stdout.write(`packages/agent/dist: ${files} files, ${Math.round(bytes / 1000)} kB\n`);
