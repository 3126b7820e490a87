import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { socketPath } from "./socket-path.ts";

const deep = `/home/ann/${"deep/".repeat(20)}`;

test("listens in the home where the path is short enough", () => {
  expect(socketPath("/home/ann/.reeve", { env: {}, uid: 1 })).toBe("/home/ann/.reeve/reeve.sock");
});

test("a long home gets a hashed name in the runtime directory, the same each time", () => {
  const host = { env: { XDG_RUNTIME_DIR: "/run/user/1000" }, uid: 1000 };
  const found = socketPath(deep, host);
  expect(found).toMatch(/^\/run\/user\/1000\/reeve-[0-9a-f]{16}\.sock$/);
  expect(socketPath(deep, host)).toBe(found);
  expect(socketPath(`${deep}other`, host)).not.toBe(found);
});

test("without a runtime directory the name stands in the user's own temporary one", () => {
  const found = socketPath(deep, { env: {}, uid: 7 });
  expect(path.dirname(found)).toBe(path.join(tmpdir(), "reeve-7"));
});

test("counts bytes, not characters", () => {
  const home = `/home/${"é".repeat(45)}`;
  expect(socketPath(home, { env: { XDG_RUNTIME_DIR: "/run" }, uid: 1 })).toMatch(/^\/run\//);
});
