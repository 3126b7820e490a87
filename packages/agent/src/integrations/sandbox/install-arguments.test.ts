import { expect, test } from "vitest";
import { installArguments } from "./install-arguments.ts";
import type { PackageManager } from "../machine.ts";

test("each manager gets a vector of its own, with nothing that could be an option", () => {
  expect(installArguments("apt", ["curl", "g++", "nginx=1.22.1-9+deb12u1"])).toEqual([
    [
      "apt-get",
      "install",
      "-q",
      "-y",
      "-o",
      "APT::Cmd::Pattern-Only=true",
      "--",
      "curl",
      "g++",
      "nginx=1.22.1-9+deb12u1",
    ],
  ]);
  expect(installArguments("pip", ["requests==2.32.3", "zope.interface"])).toEqual([
    [
      "python3",
      "-m",
      "pip",
      "install",
      "--no-input",
      "--disable-pip-version-check",
      "--",
      "requests==2.32.3",
      "zope.interface",
    ],
  ]);
  expect(installArguments("npm", ["typescript@latest", "@types/node@^24.1.0"])).toEqual([
    [
      "npm",
      "install",
      "--global",
      "--no-fund",
      "--no-audit",
      "--",
      "typescript@latest",
      "@types/node@^24.1.0",
    ],
  ]);
  const digest = `postgres@sha256:${"a".repeat(64)}`;
  expect(installArguments("docker", ["redis:7", "ghcr.io:5000/a/b-c:v1.2", digest])).toEqual([
    ["docker", "pull", "--", "redis:7"],
    ["docker", "pull", "--", "ghcr.io:5000/a/b-c:v1.2"],
    ["docker", "pull", "--", digest],
  ]);
});

const EVERYWHERE = [
  "",
  " ",
  "-y",
  "--pre",
  "-o=x",
  "./local",
  "/etc/passwd",
  "../up",
  "~/x",
  "a b",
  "a;b",
  "a&b",
  "a|b",
  "$(id)",
  "`id`",
  "a>b",
  "a\nb",
  "a\0b",
  "a'b",
  'a"b',
  "*",
  "a*",
  "a?",
  "file:///x",
  "http://x.example/a.tgz",
  "git+https://x.example/a.git",
  "ａpt",
] as const;

const WRONG: Readonly<Record<PackageManager, readonly string[]>> = {
  apt: ["curl-", "curl/sid", "Curl", "x.deb", "./x.deb", "curl=", "curl=-1"],
  pip: [
    "file:x",
    "x.whl",
    "x.tar.gz",
    "x/",
    "a@http://x.example",
    "a==",
    "a==-r",
    "a[b]",
    "-rx",
    "a-",
  ],
  npm: [
    "file:x",
    "owner/repo",
    "github:a/b",
    "a@npm:b",
    "a@file:b",
    "a.tgz",
    "@a",
    "@a/",
    "a@",
    "@/a",
  ],
  docker: ["Redis", "redis:", "redis@sha256:1", "redis:-x", "/redis", "a//b", "a:b:c"],
};

for (const manager of ["apt", "pip", "npm", "docker"] as const)
  test(`${manager} is given nothing but names`, () => {
    for (const name of [...EVERYWHERE, ...WRONG[manager]]) {
      const invalid = expect.objectContaining({ code: "invalid" });
      expect(() => installArguments(manager, [name]), name).toThrow(invalid);
      expect(() => installArguments(manager, ["curl", name]), name).toThrow(invalid);
    }
    expect(() => installArguments(manager, [])).toThrow("Missing package name.");
  });
