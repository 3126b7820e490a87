import type { NewId } from "../kernel/ids.ts";
import type { CallerServices } from "./caller-services.ts";

export interface OwnThingsParts {
  readonly services: CallerServices;
  readonly newId: NewId;
}
