import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;

function succeeded(out: string) {
  return { code: 0, out, err: "" };
}

test(
  "the agent stops and starts in its process, which answers meanwhile",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    const running = reeve.begin(["start"]);
    await running.until("ready ");
    expect((await reeve.run(["agent"])).out).toMatch(/^Running for \d+ s as process \d+, /);

    expect(await reeve.run(["agent", "stop"])).toEqual(
      succeeded(
        "The agent was stopped. Its process keeps running. Start the agent with: reeve agent start\n",
      ),
    );
    const stopped = await reeve.run(["agent", "status", "--json"]);
    expect({ code: stopped.code, ...JSON.parse(stopped.out) }).toMatchObject({
      code: 1,
      running: false,
      state: "stopped",
      uptimeMs: 0,
      model: null,
      lastError: null,
    });
    const refused = "The agent is stopped.\nStart it with: reeve agent start\n";
    expect(await reeve.run(["chat"], "hello")).toEqual({
      code: 1,
      out: "",
      err: `reeve: ${refused}`,
    });
    expect(await reeve.run(["sessions"])).toMatchObject({ code: 1, err: `reeve: ${refused}` });

    expect(await reeve.run(["agent", "start"])).toEqual(succeeded("The agent is running.\n"));
    expect(await reeve.run(["chat"], "calculate 2^10")).toEqual(succeeded("2^10 = 1024\n"));
    expect(await reeve.run(["agent", "restart"])).toEqual(succeeded("The agent was restarted.\n"));
    expect(await reeve.run(["chat"], "calculate 2^11")).toEqual(succeeded("2^11 = 2048\n"));

    expect(await reeve.run(["stop"])).toEqual(succeeded("Stopped.\n"));
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(await reeve.run(["agent", "start"])).toEqual({
      code: 1,
      out: "",
      err: "reeve: Reeve is not running.\nStart it with: reeve start --detach\n",
    });
  },
);

test(
  "a start that fails leaves the process, says why, and works once the settings are right",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    const running = reeve.begin(["start"]);
    await running.until("ready ");
    await reeve.run(["agent", "stop"]);
    await reeve.run(["config", "set", "agent.timeZone", "Europe/Berlin"]);
    await reeve.run(["config", "set", "embedding.model", "nobody/knows"]);

    const failed = await reeve.run(["agent", "start"]);
    expect(failed).toMatchObject({ code: 1, out: "" });
    expect(failed.err).toContain("Unknown local embedding model: nobody/knows");
    const status = JSON.parse((await reeve.run(["agent", "status", "--json"])).out);
    expect(status).toMatchObject({
      state: "stopped",
      lastError: { message: "Unknown local embedding model: nobody/knows" },
    });

    await reeve.run(["config", "unset", "embedding.model"]);
    expect(await reeve.run(["agent", "start"])).toEqual(succeeded("The agent is running.\n"));
    const after = JSON.parse((await reeve.run(["agent", "status", "--json"])).out);
    expect(after).toMatchObject({ state: "running", lastError: null });
  },
);
