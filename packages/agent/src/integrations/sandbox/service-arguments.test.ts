import { expect, test } from "vitest";
import { serviceArguments } from "./service-arguments.ts";

function unitOf(name: string): string | undefined {
  return serviceArguments("restart", name).at(-1);
}

test("a service is named whole, and nothing else can be meant", () => {
  expect(serviceArguments("enable", "nginx")).toEqual([
    "systemctl",
    "--no-pager",
    "--no-ask-password",
    "enable",
    "--",
    "nginx.service",
  ]);
  expect(unitOf("nginx.service")).toBe("nginx.service");
  expect(unitOf("getty@tty1")).toBe("getty@tty1.service");
  expect(unitOf("poweroff.target")).toBe("poweroff.target.service");
});

test("what is no name is refused", () => {
  const wrong = [
    "",
    "-H",
    "--host=x",
    "@a",
    "a@",
    "a b",
    "a;b",
    "a*",
    "a?",
    "[a]",
    "../x",
    "/etc/x",
    "a/b.service",
    "a\nb",
    "a\0b",
    "$(id)",
    "`id`",
    "a\\x2db",
    "ä",
    "x".repeat(300),
  ];
  for (const name of wrong)
    expect(() => serviceArguments("status", name), name).toThrow(
      expect.objectContaining({ code: "invalid" }),
    );
});
