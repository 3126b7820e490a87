import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createNewId, newId } from "./ids.ts";

/** Random bytes that are the same in every run. */
function seeded(): (bytes: Uint8Array) => void {
  let blocks = 0;
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 32) {
      const block = createHash("sha256")
        .update(String((blocks += 1)))
        .digest();
      bytes.set(block.subarray(0, bytes.length - at), at);
    }
  };
}

test("an id is one short word that no shell, URL or option parser changes", () => {
  for (let count = 0; count < 1000; count += 1)
    expect(newId()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{22}$/);
});

test("ids do not repeat", () => {
  const ids = Array.from({ length: 100_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
});

test("every character is as likely as any other, at every position", () => {
  const create = createNewId(seeded());
  const ids = Array.from({ length: 58_000 }, () => create());
  for (let position = 0; position < 22; position += 1) {
    const counts = Map.groupBy(ids, (id) => id[position]);
    expect(counts.size).toBe(58);
    // Chi-squared with 57 degrees of freedom: 1 in 10,000 fair sources exceeds 103.
    const errors = Array.from(counts.values(), ({ length }) => (length - 1000) ** 2 / 1000);
    expect(errors.reduce((sum, error) => sum + error, 0)).toBeLessThan(103);
  }
});

test("random bytes are used once, and none is stretched", () => {
  const zeros = createNewId((bytes) => bytes.fill(0));
  expect(zeros()).toBe("1".repeat(22));
  let filled = 0;
  const counted = createNewId((bytes) => {
    filled += bytes.length;
    bytes.fill(57);
  });
  for (let count = 0; count < 1000; count += 1) expect(counted()).toBe("z".repeat(22));
  expect(filled).toBeGreaterThanOrEqual(22_000);
});
