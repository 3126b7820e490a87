import type { Services } from "@reeve/sdk";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { ServiceScope } from "../channel-services.ts";
import { NO_TRACING } from "../../platform/tracing.ts";
import { createChannelRegistry, type ServedChannel } from "./channel-registry.ts";

const clock: Services["clock"] = { now: () => 7, timeZone: "UTC" };
const scope = {
  tenant: "home",
  person: toId<"person">("ann"),
  chat: toId<"chat">("p1"),
  session: toId<"session">("s1"),
  call: toId<"call">("c1"),
  setting: { role: "owner", kind: "direct" },
} as const;

function channel(name: string, own: Partial<ServedChannel> = {}): ServedChannel {
  return { name, listen: async () => {}, ...own };
}

test("a service is bound by the channel that has it", () => {
  const registry = createChannelRegistry(NO_TRACING);
  expect(() => registry.service("clock", scope)).toThrow(
    expect.objectContaining({ code: "unavailable" }),
  );
  expect(registry.connectionOf("clock")).toBeUndefined();
  const seen: unknown[] = [];
  const services = {
    clock: (given: ServiceScope) => {
      seen.push(given.call);
      return clock;
    },
  };
  registry.add([channel("plain"), channel("tower", { services })]);
  expect(registry.service("clock", scope)).toBe(clock);
  expect(seen).toEqual(["c1"]);
  expect(registry.connectionOf("clock")).toBe("tower");
});

test("only channels that send are push channels", () => {
  const registry = createChannelRegistry(NO_TRACING);
  const push = { show: async () => {}, deliver: async () => "1" };
  registry.add([channel("plain"), channel("pager", { push })]);
  expect(registry.pushChannels()).toEqual(["pager"]);
  expect([registry.isPush("pager"), registry.isPush("plain")]).toEqual([true, false]);
});
