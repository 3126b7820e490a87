import { expect, test } from "vitest";
import { encodeFilter, type Instruction, seccompFilter } from "./seccomp-filter.ts";
import { SYSCALLS, type SyscallTable } from "./syscalls.ts";

const ALLOWED = "allowed";

/** Returns the kernel's verdict, emulating the few instructions that the filter uses. */
function judge(filter: readonly Instruction[], data: ReadonlyMap<number, number>): string {
  let held = 0;
  for (let at = 0; ; at += 1) {
    const one = filter[at];
    if (!one) throw new Error(`the filter has no end: ${at}`);
    const { code, value, yes, no } = one;
    if (code === 0x06) return verdictOf(value);
    if (code === 0x20) {
      held = data.get(value) ?? 0;
      continue;
    }
    const holds = new Map([
      [0x15, held === value],
      [0x35, held >= value],
      [0x45, (held & value) !== 0],
    ]).get(code);
    if (holds === undefined) throw new Error(`an unknown instruction: ${code}`);
    at += holds ? yes : no;
  }
}

function verdictOf(value: number): string {
  if (value === 0x7fff0000) return ALLOWED;
  return value === 0x80000000 ? "killed" : `error ${value - 0x00050000}`;
}

function call(table: SyscallTable, number: number, args: readonly number[] = []) {
  const [first = 0, second = 0] = args;
  return new Map([
    [0, number],
    [4, table.arch],
    [16, first],
    [24, second],
  ]);
}

for (const [name, table] of Object.entries(SYSCALLS)) {
  const filter = seccompFilter(table);
  const judged = (number: number, ...args: readonly number[]) =>
    judge(filter, call(table, number, args));

  test(`${name}: each denied call is refused, and its neighbours are not`, () => {
    const special = new Set([table.clone, table.clone3, table.ioctl, table.socket]);
    const denied = new Set(Object.values(table.denied));
    expect(denied.size).toBe(Object.keys(table.denied).length);
    for (const number of denied) expect(judged(number)).toBe("error 1");
    for (let number = 0; number < 470; number += 1)
      if (!denied.has(number) && !special.has(number)) expect(judged(number)).toBe(ALLOWED);
  });

  test(`${name}: processes and threads are made, namespaces are not`, () => {
    expect(judged(table.clone, 0x11)).toBe(ALLOWED);
    expect(judged(table.clone, 0x003d0f00)).toBe(ALLOWED);
    for (const flag of [17, 25, 26, 27, 28, 29, 30])
      expect(judged(table.clone, 2 ** flag + 0x11)).toBe("error 1");
    expect(judged(table.clone3)).toBe("error 38");
  });

  test(`${name}: a terminal is used and not typed into`, () => {
    expect(judged(table.ioctl, 0, 0x5401)).toBe(ALLOWED);
    expect(judged(table.ioctl, 0, 0x5412)).toBe("error 1");
    expect(judged(table.ioctl, 0, 0x541c)).toBe("error 1");
  });

  test(`${name}: sockets are of families that a network namespace holds`, () => {
    const families = Array.from({ length: 46 }, (_, family) => family);
    const open = families.filter((family) => judged(table.socket, family) === ALLOWED);
    expect(open).toEqual([1, 2, 10, 16]);
    expect(judged(table.socket, 40)).toBe("error 97");
  });

  test(`${name}: calls of another table end the process or are refused`, () => {
    expect(judge(filter, new Map([[4, 0x40000003]]))).toBe("killed");
    if (table.foreignFrom > 0) expect(judged(table.foreignFrom + 1)).toBe("error 1");
  });
}

test("an instruction takes eight bytes", () => {
  const bytes = encodeFilter([{ code: 0x15, yes: 1, no: 2, value: 0xc000003e }]);
  expect([...bytes]).toEqual([0x15, 0, 1, 2, 0x3e, 0, 0, 0xc0]);
});
