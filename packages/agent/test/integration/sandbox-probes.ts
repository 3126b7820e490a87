/** Bait on the machine for a probe to find. */
export interface Planted {
  /** The workspace, as the command sees it. */
  readonly workspace: string;
  /** A folder beside the workspace, on the machine. */
  readonly outside: string;
  /**
   * Secret that is in a file of the home folder, in one outside, in the agent's environment and in a
   * process's.
   */
  readonly secret: string;
  readonly homeFile: string;
  readonly tcpPort: number;
  readonly udpPort: number;
  /** The name of an abstract socket. */
  readonly socket: string;
  /** A process of the machine that does nothing. */
  readonly pid: number;
  /** A device of the machine. */
  readonly device: string;
}

/** Attempt that must fail in the sandbox; it prints ESCAPED if it succeeds. */
export interface Probe {
  readonly name: string;
  readonly script: (planted: Planted) => string;
  /** User who can do it without a sandbox. Default: anyone. */
  readonly by?: "root";
}

/** Returns a Python script that can make system calls. */
function python(code: string): string {
  const prelude = "import ctypes, os, sys\nlibc = ctypes.CDLL(None, use_errno=True)\n";
  return `python3 - <<'PROBE'\n${prelude}${code}\nPROBE`;
}

const SYSCALLS = { x64: { add_key: 248 }, arm64: { add_key: 217 } } as const;
const { add_key: addKey } = process.arch === "arm64" ? SYSCALLS.arm64 : SYSCALLS.x64;

export const PROBES: readonly Probe[] = [
  {
    name: "writes a file beside the workspace",
    script: ({ outside }) => `f=${outside}/written; echo x > $f && rm $f && echo ESCAPED`,
  },
  {
    name: "writes among the system's programs",
    by: "root",
    script: ({ secret }) => `f=/usr/local/bin/${secret}; echo x > $f && rm $f && echo ESCAPED`,
  },
  {
    name: "writes into the system's settings",
    by: "root",
    script: ({ secret }) => `f=/etc/${secret}; echo x > $f && rm $f && echo ESCAPED`,
  },
  {
    name: "reads a file beside the workspace",
    script: ({ outside, secret }) => `grep -q ${secret} ${outside}/secret && echo ESCAPED`,
  },
  {
    name: "reads the home folder",
    by: "root",
    script: ({ homeFile, secret }) => `grep -q ${secret} ${homeFile} && echo ESCAPED`,
  },
  {
    name: "reads the list of passwords",
    by: "root",
    script: () => "test -s /etc/shadow && cat /etc/shadow > /dev/null && echo ESCAPED",
  },
  {
    name: "reads the environment of the machine's processes",
    script: ({ secret }) =>
      `grep -qa PLANTED=${secret} /proc/[0-9]*/environ 2>/dev/null && echo ESCAPED`,
  },
  {
    name: "reads the agent's own environment",
    script: ({ secret }) =>
      `(env; cat /proc/1/environ /proc/$PPID/environ) | grep -qa PLANTED=${secret} && echo ESCAPED`,
  },
  {
    name: "finds a process of the machine",
    script: ({ pid }) =>
      `test -d /proc/${pid} && grep -qa 3141592 /proc/${pid}/cmdline && echo ESCAPED`,
  },
  {
    name: "signals a process of the machine",
    script: ({ pid }) => `kill -WINCH ${pid} && echo ESCAPED`,
  },
  {
    name: "traces a process of the machine",
    script: ({ pid }) =>
      python(
        `if libc.ptrace(16, ${pid}, 0, 0) == 0:\n  os.waitpid(${pid}, 0x40000000)\n  libc.ptrace(17, ${pid}, 0, 0)\n  print("ESCAPED")`,
      ),
  },
  {
    name: "connects to a server of the machine",
    script: ({ tcpPort }) =>
      `exec 9<>/dev/tcp/127.0.0.1/${tcpPort} && head -c 5 <&9 | grep -q hello && echo ESCAPED`,
  },
  {
    name: "sends datagrams",
    script: ({ udpPort }) =>
      python(
        `import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.settimeout(2)\ns.sendto(b"hi", ("127.0.0.1", ${udpPort}))\nif s.recv(9) == b"hello": print("ESCAPED")`,
      ),
  },
  {
    name: "connects to a socket without a file",
    script: ({ socket }) =>
      python(
        `import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect("\\0${socket}")\nif s.recv(9) == b"hello": print("ESCAPED")`,
      ),
  },
  {
    name: "leads a link out of the workspace",
    script: ({ workspace, outside, secret }) =>
      `ln -sfn ${outside} ${workspace}/made && grep -q ${secret} ${workspace}/made/secret && f=${workspace}/made/linked && echo x > $f && rm $f && echo ESCAPED`,
  },
  {
    name: "follows a link that was there before",
    script: ({ workspace, secret }) =>
      `grep -q ${secret} ${workspace}/before/secret && f=${workspace}/before/linked && echo x > $f && rm $f && echo ESCAPED`,
  },
  {
    name: "becomes somebody else by a program's setuid bit",
    by: "root",
    script: ({ workspace }) =>
      `${workspace}/as-somebody-else -u | grep -q '^65534$' && echo ESCAPED`,
  },
  {
    name: "opens a device of the machine",
    by: "root",
    script: ({ device }) => `exec 9< ${device} && echo ESCAPED`,
  },
  {
    name: "opens a device that lies in the workspace",
    script: ({ workspace }) => `head -c 1 ${workspace}/device > /dev/null && echo ESCAPED`,
  },
  {
    name: "makes a device of its own",
    by: "root",
    script: ({ workspace }) =>
      `mknod ${workspace}/made-device c 1 5 && head -c 1 ${workspace}/made-device > /dev/null && echo ESCAPED`,
  },
  {
    name: "changes the kernel's settings",
    by: "root",
    // To what they are.
    script: () =>
      `f=/proc/sys/kernel/core_pattern; was=$(cat $f) && echo "$was" > $f && echo ESCAPED`,
  },
  {
    name: "puts a key on a ring",
    script: () =>
      python(
        `key = libc.syscall(${addKey}, b"user", b"reeve-probe", b"x", 1, -2)\nif key > 0: print("ESCAPED")`,
      ),
  },
  {
    name: "mounts a file system",
    by: "root",
    script: ({ workspace }) =>
      `mkdir -p ${workspace}/mount && mount -t tmpfs none ${workspace}/mount && umount ${workspace}/mount && echo ESCAPED`,
  },
  {
    name: "opens a namespace of its own",
    script: () => "unshare --user --map-root-user true && echo ESCAPED",
  },
  {
    name: "types into a terminal",
    by: "root",
    script: () =>
      python(
        `import fcntl, pty, termios\npid, fd = pty.fork()\nif pid == 0:\n  try:\n    fcntl.ioctl(0, termios.TIOCSTI, b"x")\n    os.write(1, b"typed")\n  except OSError:\n    os.write(1, b"refused")\n  os._exit(0)\nsaid = b""\ntry:\n  while b"typed" not in said and b"refused" not in said: said += os.read(fd, 99)\nexcept OSError: pass\nos.waitpid(pid, 0)\nif b"typed" in said: print("ESCAPED")`,
      ),
  },
  {
    name: "fills the machine with processes",
    script: () =>
      python(
        `children = []\ntry:\n  while len(children) < 60:\n    pid = os.fork()\n    if pid == 0:\n      import signal; signal.pause()\n    children.append(pid)\n  print("ESCAPED")\nfinally:\n  for pid in children: os.kill(pid, 9)`,
      ),
  },
  {
    name: "fills the memory",
    script: () => python(`held = bytearray(300 * 2**20)\nprint("ESCAPED")`),
  },
  {
    name: "spins on a processor",
    script: () => python(`import time\nwhile time.process_time() < 2.5: pass\nprint("ESCAPED")`),
  },
  {
    name: "fills the disk with one file",
    script: ({ workspace }) =>
      `head -c 20M /dev/zero > ${workspace}/large && echo ESCAPED; rm -f ${workspace}/large`,
  },
  {
    name: "fills the disk with many files",
    script: ({ workspace }) =>
      `mkdir -p ${workspace}/many; for n in $(seq 80); do head -c 4M /dev/urandom > ${workspace}/many/$n || exit 1; done; echo ESCAPED`,
  },
  {
    name: "opens files without end",
    script: () => python(`held = [open("/dev/null") for _ in range(100)]\nprint("ESCAPED")`),
  },
];
