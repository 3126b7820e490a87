import { Fault } from "@reeve/sdk";

/** The database cannot be used for now, whatever is read or stored. */
export class StoreFault extends Fault {}

/** Nothing can be stored until there is room again. */
export class DiskFullFault extends StoreFault {
  constructor(cause?: unknown) {
    super("exhausted", "The disk is full. Nothing was stored.", {
      hint: "Free some space on the disk that contains Reeve's home folder, then try again.",
      cause,
    });
  }
}
