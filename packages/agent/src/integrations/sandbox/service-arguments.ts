import { Fault } from "@reeve/sdk";
import type { Vector } from "./install-arguments.ts";
import type { ServiceAction } from "../machine.ts";

const NAME = /^[A-Za-z0-9][\w.:-]*(?:@[\w.:-]+)?$/;
const SUFFIX = ".service";

/**
 * Returns the arguments for `systemctl`. Names get the suffix `.service`, so that a target, such as
 * `poweroff.target`, cannot be named. Throws `invalid` for an invalid name.
 */
export function serviceArguments(action: ServiceAction, name: string): Vector {
  if (!NAME.test(name) || name.length > 255 - SUFFIX.length)
    throw new Fault("invalid", `${JSON.stringify(name)} is not a valid service name.`, {
      hint: 'Use a name such as "nginx" or "getty@tty1".',
    });
  const unit = name.endsWith(SUFFIX) ? name : name + SUFFIX;
  return ["systemctl", "--no-pager", "--no-ask-password", action, "--", unit];
}
