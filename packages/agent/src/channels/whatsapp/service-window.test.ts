import { expect, test } from "vitest";
import type { ChannelState } from "../kit/channel-state.ts";
import { createServiceWindow } from "./service-window.ts";

const HOUR = 3_600_000;
const START = 1_700_000_000_000;

function openStory() {
  const kept = new Map<string, string>();
  const writes: string[] = [];
  const memory: ChannelState = {
    get: async (key) => kept.get(key),
    async set(key, value) {
      writes.push(value);
      kept.set(key, value);
    },
    async delete(key) {
      kept.delete(key);
    },
  };
  let now = START;
  const window = createServiceWindow(memory, { now: () => now });
  const goTo = (hours: number) => {
    now = START + hours * HOUR;
  };
  return { window, goTo, writes };
}

test("a window is open for 24 hours from when the person wrote last", async () => {
  const { window, goTo } = openStory();
  await window.opened("1", START);
  await window.opened("1", START + HOUR);
  // A message that comes late changes nothing.
  await window.opened("1", START - HOUR);
  goTo(25);
  expect(await window.look("1")).toEqual({ state: "open", since: START + HOUR });
  goTo(25.01);
  expect(await window.look("1")).toEqual({ state: "closed", since: START + HOUR });
});

test("where nothing is known it is Meta's to say", async () => {
  const { window } = openStory();
  expect(await window.look("1")).toEqual({ state: "open", since: 0 });
});

test("what Meta closed is open again once the person has written since", async () => {
  const { window } = openStory();
  await window.opened("1", START - HOUR);
  await window.closed("1");
  await window.opened("1", START - HOUR);
  expect(await window.look("1")).toEqual({ state: "closed", since: START - HOUR });
  await window.opened("1", START);
  expect(await window.look("1")).toEqual({ state: "open", since: START });
});

test("what Meta refused before the person wrote closes nothing", async () => {
  const { window } = openStory();
  await window.opened("1", START);
  await window.closed("1", START - 1000);
  expect(await window.look("1")).toEqual({ state: "open", since: START });
  await window.closed("1", START + 1000);
  expect(await window.look("1")).toEqual({ state: "closed", since: START });
});

test("what is told at the same time is told one after the other", async () => {
  const { window } = openStory();
  await window.opened("1", START - HOUR);
  await Promise.all([window.opened("1", START), window.closed("1", START - 1000)]);
  expect(await window.look("1")).toEqual({ state: "open", since: START });
});

test("of many messages only few are kept", async () => {
  const { window, writes } = openStory();
  for (let second = 0; second < 600; second += 10) await window.opened("1", START + second * 1000);
  expect(writes).toHaveLength(2);
});
