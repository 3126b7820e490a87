import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hostTimeZone } from "./host-time-zone.ts";

let folder: string;
let link: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-zone-"));
  link = path.join(folder, "localtime");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const OF_INTL = new Intl.DateTimeFormat().resolvedOptions().timeZone;

test("the variable says the zone, and then the link", async () => {
  await symlink("/usr/share/zoneinfo/America/Argentina/Buenos_Aires", link);
  expect(hostTimeZone({ env: { TZ: "Europe/Berlin" }, link })).toBe("Europe/Berlin");
  expect(hostTimeZone({ env: { TZ: "" }, link })).toBe("America/Argentina/Buenos_Aires");
  expect(hostTimeZone({ env: { TZ: "Etc/UTC" }, link })).toBe("UTC");
});

test.each(["CET-1CEST", ":Europe/Berlin", "Etc/GMT+5", "posix/Europe/Berlin"])(
  "Intl says what %s means",
  (zone) => {
    expect(hostTimeZone({ env: { TZ: zone }, link })).toBe(OF_INTL);
  },
);

test("Intl says the zone where there is no link, or a file in its place", async () => {
  expect(hostTimeZone({ env: {}, link })).toBe(OF_INTL);
  await writeFile(link, "TZif");
  expect(hostTimeZone({ env: {}, link })).toBe(OF_INTL);
});
