import { homedir } from "node:os";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openFolder, openWith, reference, type Server } from "../kit/open-mcp.ts";
import { installBubblewrap } from "./install-bubblewrap.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

beforeAll(installBubblewrap);

test("a program in its sandbox sees the folders of the config, and neither others nor the environment", async () => {
  vi.stubEnv("REEVE_SANDBOX_PROBE", "of the agent");
  onTestFinished(() => void vi.unstubAllEnvs());
  const shared = await openFolder();
  const secret = await openFolder();
  await writeFile(path.join(shared, "a.txt"), "shared text");
  await writeFile(path.join(secret, "b.txt"), "secret text");
  await using kit = await openWith({
    files: inside(reference("filesystem", shared), [shared]),
    far: { ...inside(reference("everything"), []), env: { GIVEN: "by the config" } },
  });
  await kit.connected("files", "stdio");
  await kit.connected("far", "stdio");
  await kit.say(`call mcp_files_read_text_file {"path":"${shared}/a.txt"}!`);
  await kit.answered(/^Result: .*shared text/);
  await kit.say(`call mcp_files_read_text_file {"path":"${secret}/b.txt"}!`);
  await kit.answered(/^Result: .*(denied|outside)/i);
  await kit.say("call mcp_far_get-env {}!");
  await kit.answered(/^Result: .*by the config/);
  const said = await kit.said();
  expect(said.join("\n")).not.toContain("of the agent");
  expect(said.join("\n")).not.toContain(`"HOME": "${homedir()}"`);
});

/** A server that runs in its sandbox, and sees this repository and some folders. */
function inside(server: Server, paths: readonly string[]): Server {
  return {
    ...server,
    sandbox: "on",
    folders: [...paths, ROOT].map((folder) => ({ path: folder })),
  };
}
