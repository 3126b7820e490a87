import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isFault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createControl } from "../../core/control.ts";
import { newId, toId } from "../../kernel/ids.ts";
import { isAtLeast, ROLES } from "../../kernel/principal.ts";
import { createModelSwitch } from "../../llm/model-switch.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import { resolveHome } from "../../platform/home.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { agentOperations } from "./agent-operations.ts";
import { createLifecycle } from "../lifecycle.ts";
import { createBackups } from "../../features/backups/implement.ts";
import { modelOperations } from "./model-operations.ts";

test.each([
  ["agent.status", {}, "admin"],
  ["agent.start", {}, "owner"],
  ["agent.stop", {}, "owner"],
  ["agent.restart", {}, "owner"],
  ["agent.end", {}, "owner"],
  ["backups.copy", { file: "relative" }, "owner"],
  ["models.use", { name: "scripted/other" }, "admin"],
  ["models.current", {}, "stranger"],
] as const)("%s with %j is for whoever is %s or more", async (method, params, least) => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-"));
  const store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  const model = createModelSwitch(scriptedModel([]));
  const clock = { now: Date.now };
  const home = resolveHome({ REEVE_HOME: folder }, folder);
  const deps = { store, home, clock, version: "1", newId };
  const lifecycle = createLifecycle({
    clock,
    open: async () => ({ part: { model }, stop: async () => undefined }),
  });
  const control = createControl([
    agentOperations({
      ...deps,
      lifecycle,
      unavailable: () => [],
      channels: () => [],
      end: () => undefined,
    }),
    createBackups(deps),
    modelOperations({
      modelOf: async () => model,
      choose: async () => ({ model, description: "other" }),
      replaced: () => undefined,
      newId: deps.newId,
    }),
  ]);

  const allowed: string[] = [];
  for (const role of ROLES) {
    const person = { id: toId<"person">(role), tenant: "home", role, name: role };
    const isDenied = await control
      .receive(method, params, { person, channel: "cli", externalId: "main" })
      .then(
        () => false,
        (error: unknown) => isFault(error) && error.code === "denied",
      );
    if (!isDenied) allowed.push(role);
  }
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  expect(allowed).toEqual(ROLES.filter((role) => isAtLeast(role, least)));
});
