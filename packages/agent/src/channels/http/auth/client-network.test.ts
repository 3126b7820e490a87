import { expect, test } from "vitest";
import { clientNetwork } from "./client-network.ts";

test.each([
  ["10.0.0.7", "10.0.0.7"],
  ["::ffff:10.0.0.7", "10.0.0.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2"],
  ["2001:0DB8:1:2::", "2001:db8:1:2"],
  ["2001:db8::7", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["local", "local"],
])("%s counts as %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
