import { expect, test } from "vitest";
import { configLinkId, configuredIdentity } from "./config-link.ts";

test.each(["42", "@ann:example.org", "a:b:c"])(
  "a link tells that the settings name %s",
  (externalId) => {
    const identity = { channel: "matrix", externalId };
    expect(configuredIdentity(configLinkId(identity, () => "0190-ab"))).toEqual(identity);
  },
);

test.each(["0190-ab", "other:matrix:42:0190", "config:42"])(
  "%s is no link of the settings",
  (link) => {
    expect(configuredIdentity(link)).toBeUndefined();
  },
);
