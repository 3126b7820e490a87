import type { SyscallTable } from "./syscalls.ts";

/** One instruction of the kernel's packet filter language, by which it filters system calls. */
export interface Instruction {
  readonly code: number;
  /** Number of instructions to skip if the test holds (`yes`), and if it does not (`no`). */
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

const LOAD = 0x20;
const IS_EQUAL = 0x15;
const IS_AT_LEAST = 0x35;
const HAS_BITS = 0x45;
const RETURN = 0x06;

/** Offsets of the fields in `seccomp_data`; of arguments the lower half, on little-endian processors. */
const NUMBER = 0;
const ARCH = 4;
const FIRST_ARGUMENT = 16;
const SECOND_ARGUMENT = 24;

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e020000;
/** Both inject characters into a terminal as if they had been typed. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** Unix, IPv4, IPv6 and netlink. Others, such as vsock, know no network namespace. */
const FAMILIES = [1, 2, 10, 16];

/**
 * Creates a filter that refuses system calls for namespaces, mounts, keyrings, other processes, terminals
 * and rarely used parts of the kernel, as if the permission were missing.
 */
export function seccompFilter(table: SyscallTable): readonly Instruction[] {
  const { arch, foreignFrom, denied, clone, clone3, ioctl, socket } = table;
  return [
    load(ARCH),
    test(IS_EQUAL, arch, { yes: 1 }),
    give(KILL),
    load(NUMBER),
    ...(foreignFrom === 0 ? [] : [test(IS_AT_LEAST, foreignFrom, { no: 1 }), refuse(EPERM)]),
    ...Object.values(denied).flatMap((number) => [
      test(IS_EQUAL, number, { no: 1 }),
      refuse(EPERM),
    ]),
    // Its flags are in memory, which a filter cannot read: libraries fall back to clone.
    test(IS_EQUAL, clone3, { no: 1 }),
    refuse(ENOSYS),
    test(IS_EQUAL, clone, { no: 4 }),
    load(FIRST_ARGUMENT),
    test(HAS_BITS, NEW_NAMESPACES, { no: 1 }),
    refuse(EPERM),
    give(ALLOW),
    test(IS_EQUAL, ioctl, { no: 5 }),
    load(SECOND_ARGUMENT),
    test(IS_EQUAL, TIOCSTI, { yes: 1 }),
    test(IS_EQUAL, TIOCLINUX, { no: 1 }),
    refuse(EPERM),
    give(ALLOW),
    test(IS_EQUAL, socket, { no: 2 + FAMILIES.length }),
    load(FIRST_ARGUMENT),
    ...FAMILIES.map((family, index) => test(IS_EQUAL, family, { yes: FAMILIES.length - index })),
    refuse(EAFNOSUPPORT),
    give(ALLOW),
  ];
}

/** Returns the filter as bubblewrap reads it: an array of `struct sock_filter`. */
export function encodeFilter(filter: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(filter.length * 8);
  for (const [index, { code, yes, no, value }] of filter.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}

function load(offset: number): Instruction {
  return { code: LOAD, yes: 0, no: 0, value: offset };
}

function test(
  code: number,
  value: number,
  { yes = 0, no = 0 }: { readonly yes?: number; readonly no?: number },
): Instruction {
  return { code, yes, no, value };
}

function refuse(error: number): Instruction {
  return give(0x00050000 + error);
}

function give(value: number): Instruction {
  return { code: RETURN, yes: 0, no: 0, value };
}
