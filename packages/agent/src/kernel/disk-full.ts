import { Fault } from "@reeve/sdk";

/** Nothing can be stored until there is room again. */
export class DiskFullFault extends Fault {
  constructor(cause: unknown) {
    super("exhausted", "The disk is full. Nothing was stored.", {
      hint: "Free some space on the disk that contains Reeve's home folder, then try again.",
      cause,
    });
  }
}
