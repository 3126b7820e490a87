import { expect, test } from "vitest";
import { exactNumbersIn, hostOf, hostsIn, numbersIn } from "./values-in.ts";

test.each([
  ["7", ["7"]],
  ["007.50", ["7.5", "750"]],
  ["1,000", ["1000", "1"]],
  ["1.000", ["1", "1000"]],
  ["0,5", ["5", "0.5"]],
  ["1'000 or 2 000", ["1000", "2000"]],
  ["12_000", ["12000"]],
  ["1.234,56", ["1.23456", "1234.56"]],
  ["10 apples, 100 pears", ["10", "100"]],
  ["00", ["0"]],
  ["none", []],
] as const)("a number is known by its value, however it is written: %s", (text, values) => {
  expect(numbersIn(text)).toEqual(values);
});

test.each([
  ["1,000.50", ["1000.5"]],
  ["0.5", ["0.5"]],
  ["0,5", ["5"]],
  ["3 TON and 40", ["3", "40"]],
  ["100", ["100"]],
] as const)("a machine writes a point before the decimals: %s", (text, values) => {
  expect(exactNumbersIn(text)).toEqual(values);
});

test.each([
  ["https://www.A.example/x", "a.example"],
  [" a.example ", "a.example"],
  ["a.example./x", "a.example"],
  ["www.example.com:81", "example.com"],
  ["my.www.example", "my.www.example"],
  ["", undefined],
  ["a b", undefined],
])("the host of an address is the one that its reader would take: %j", (address, host) => {
  expect(hostOf(address)).toBe(host);
});

test.each([
  ["see https://www.a.example/x?y=1, or B.Example.", ["a.example", "b.example"]],
  ["at 127.0.0.1 or １.example", ["127.0.0.1", "1.example"]],
  ["évil。example", ["xn--vil-9la.example"]],
  ["a-b.example-c.org", ["a-b.example-c.org"]],
  ["one. two", []],
] as const)("the hosts of a text are found: %s", (text, hosts) => {
  expect([...hostsIn(text)]).toEqual(hosts);
});
