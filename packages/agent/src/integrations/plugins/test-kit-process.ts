import * as plugin from "@reeve/sdk/plugin";
import * as testing from "@reeve/sdk/testing";
import { provideKit } from "./process/provide-kit.ts";

/** Preloaded into the tests of a plugin, so that they find the kit. */
provideKit({ "@reeve/sdk/plugin": plugin, "@reeve/sdk/testing": testing });
