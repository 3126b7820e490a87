import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { writeMark } from "../src/platform/clock/clock-mark.ts";
import { openReeveCommands } from "./kit/reeve-commands.ts";

const MONTH_MS = 30 * 86_400_000;

test("a clock that is a month ahead is named, until its time is confirmed", async () => {
  await using reeve = await openReeveCommands();
  const home = path.join(reeve.folder, "home");
  await mkdir(home);
  const mark = { boot: "another", sinceBoot: 0, doubtedSince: undefined };
  writeMark(path.join(home, "reeve.clock"), { ...mark, time: Date.now() - MONTH_MS });

  expect((await reeve.run(["clock"])).out).toContain("on hold");
  const running = reeve.begin(["start"]);
  await running.until("ready");
  const status = await reeve.run(["status"]);
  expect(status.out).toMatch(/clock is unavailable: .* 720\.0 hours ahead of the expected time/);

  expect(await reeve.run(["clock", "confirm"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The time is /),
  });
  expect((await reeve.run(["status"])).out).not.toContain("clock");
  await reeve.run(["stop"]);
  expect((await reeve.run(["clock"])).out).toMatch(/^The time is /);
});
