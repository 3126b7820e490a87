import { randomBytes } from "node:crypto";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { createAccess } from "../../src/core/access.ts";
import { tokenOperations } from "../../src/core/access/token-operations.ts";
import { nothing } from "@reeve/operations/fields";
import { defineOperation } from "@reeve/operations/operation";
import { implement } from "../../src/operations/implement.ts";
import { type Implementation, createControl } from "../../src/operations/control.ts";
import { askAs } from "../../src/operations/ask.ts";
import { tokens } from "@reeve/operations/people/tokens";
import { createIdempotency } from "../../src/core/idempotency.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/platform/log.ts";
import type { Store } from "../../src/store/store.ts";
import { httpConfig } from "../../src/channels/http/config.ts";
import { createGateway } from "../../src/channels/http/create-gateway.ts";
import { defineRoute } from "../../src/channels/http/route.ts";

/**
 * Simulates a client that creates a token and sends a request under a key, twice: however often that
 * restarts, both get the same response.
 */
export function gatewayOperations({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): readonly Implementation[] {
  const access = createAccess({ store, clock, randomBytes, sessionMs: 1, log: silentLog });
  const operations = tokenOperations({
    store,
    access,
    clock,
    newId,
    randomBytes,
    url: () => ORIGIN,
  });
  const gateway = createGateway({
    config: httpConfig.parse({}),
    routes: [keyed],
    agent: async () => {
      throw new Fault("unavailable", "Nobody asks the agent here.");
    },
    access,
    repeats: createIdempotency({ store, clock }),
    clock,
    newId,
    log: silentLog,
  });
  const send = async (token: string) => {
    const headers = { "x-api-token": token, "idempotency-key": "k" };
    const request = new Request(`${ORIGIN}/keyed`, { method: "POST", headers });
    return (await gateway.fetch(request)).text();
  };
  const handled = implement(
    gatewayTwice,
    {
      async twice(_input, caller) {
        const ask = askAs(createControl([operations]), caller);
        const { token } = await ask(tokens.create, { name: "crash", scopes: ["chat"] });
        const [first, second] = [await send(token), await send(token)];
        if (first !== second) throw new Error(`two answers under one key: ${first}, ${second}`);
      },
    },
    newId,
  );
  return [operations, handled];
}

const gatewayTwice = {
  twice: defineOperation({
    name: "gateway.twice",
    summary: "Asks twice under one key.",
    input: z.object({}),
    output: nothing,
    effect: "change",
    scope: "admin",
  }),
};

const ORIGIN = "http://localhost";

const keyed = defineRoute({
  method: "POST",
  path: "/keyed",
  summary: "Answers differently each time.",
  tags: ["test"],
  scope: "chat",
  answers: { 200: z.string() },
  run: async () => newId(),
});
