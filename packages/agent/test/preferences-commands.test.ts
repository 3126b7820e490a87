import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;

test("preferences are shown, set and taken back", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  await reeve.run(["config", "set", "agent.model", "offline/rules"]);
  await reeve.run(["config", "set", "agent.timeZone", "Europe/Berlin"]);

  expect((await reeve.run(["preferences", "set", "quiet", "22-7:30"])).out.split("\n")).toEqual([
    "time-zone  Europe/Berlin",
    "quiet      22:00-07:30",
    "chat       the chat where you ask",
    "briefing   off",
    "language   the client's language",
    "",
  ]);
  const zone = await reeve.run(["preferences", "set", "time-zone", "new", "york", "--json"]);
  expect(JSON.parse(zone.out)).toEqual({
    timeZone: "America/New_York",
    quiet: "22:00-07:30",
    chat: null,
    briefing: null,
    language: null,
  });
  expect((await reeve.run(["preferences", "set", "language", "de"])).out).toContain(
    "language   de",
  );
  const { out } = await reeve.run(["preferences", "unset", "quiet"]);
  expect(out).toContain("quiet      never");

  const nowhere = await reeve.run(["preferences", "set", "briefing", "08:00"]);
  expect([nowhere.code, nowhere.err]).toEqual([
    2,
    expect.stringContaining("There is no chat to send the briefing to."),
  ]);
  expect((await reeve.run(["preferences", "set", "mood", "good"])).err).toContain(
    "Unknown arguments: set mood good",
  );
});
