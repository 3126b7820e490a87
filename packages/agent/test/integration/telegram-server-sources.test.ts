import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
  buildTelegramServer,
  GO_ENV,
  GO_FLAGS,
  SOURCES,
} from "../kit/telegram/build-telegram-server.ts";

const run = promisify(execFile);

test("the server's own tests pass", async () => {
  const { stdout } = await run("go", ["test", "-vet=all", ...GO_FLAGS, "./..."], {
    cwd: SOURCES,
    env: GO_ENV,
  });
  const lines = stdout.trim().split("\n");

  expect(lines.filter((line) => line.startsWith("ok")).length).toBe(2);
  expect(lines.filter((line) => !/^ok|no test files/.test(line))).toEqual([]);
});

test("its sources are formatted", async () => {
  expect((await run("gofmt", ["-l", "."], { cwd: SOURCES, env: GO_ENV })).stdout).toBe("");
});

test("it is built once for the same sources", async () => {
  expect(await buildTelegramServer()).toBe(await buildTelegramServer());
});

test("without Go and without a binary the error says what to do", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-no-go-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const script = `
    import { buildTelegramServer } from ${JSON.stringify(path.join(SOURCES, "../kit/telegram/build-telegram-server.ts"))};
    await buildTelegramServer().catch(({ message, hint }) => process.stdout.write(JSON.stringify({ message, hint })));
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: SOURCES,
    env: { PATH: folder, GOROOT: folder, TMPDIR: folder },
  });

  expect(JSON.parse(stdout)).toEqual({
    message: "The Telegram test server is not built, and there is no Go to build it with",
    hint: "Put Go 1.26 or newer on the PATH, or name a binary in MTSERVER_BIN",
  });
});
