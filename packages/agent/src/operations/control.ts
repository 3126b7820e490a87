import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Principal } from "../kernel/principal.ts";

/** Who asks, and from which place. */
export interface Caller {
  readonly person: Principal;
  /** The surface and chat that commands such as /stop refer to. */
  readonly surface: string;
  readonly chat: string;
  /** The same for each repeat of one request. */
  readonly key?: string | undefined;
}

/** One thing a person may ask of a running agent. */
export interface ControlMethod<Params extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly params: Params;
  run(params: z.output<Params>, caller: Caller): Promise<unknown>;
}

/** The methods that one part of the agent contributes, under its name. */
export interface ControlSection {
  readonly name: string;
  readonly methods: Readonly<Record<string, ControlMethod>>;
}

/** Everything a person may do to a running agent. CLI, HTTP and chat commands are faces of it. */
export interface Control {
  readonly sections: readonly ControlSection[];
  /** `missing` for an unknown method, `invalid` for wrong parameters. */
  call(name: string, params: unknown, caller: Caller): Promise<unknown>;
}

/** Fixes the types of one method. */
export function defineMethod<Params extends z.ZodType>(
  method: ControlMethod<Params>,
): ControlMethod<Params> {
  return method;
}

/** Joins sections; core knows none of their names. */
export function createControl(sections: readonly ControlSection[]): Control {
  const methods = new Map(
    sections.flatMap(({ name, methods: ofSection }) =>
      Object.entries(ofSection).map(([method, value]): [string, ControlMethod] => [
        `${name}.${method}`,
        value,
      ]),
    ),
  );
  return {
    sections,
    async call(name, params, caller) {
      const method = methods.get(name);
      if (!method)
        throw new Fault("missing", `There is no control method "${name}".`, {
          hint: `There are ${[...methods.keys()].join(", ")}.`,
        });
      const parsed = method.params.safeParse(params ?? {});
      if (!parsed.success) throw new Fault("invalid", `${name}: ${z.prettifyError(parsed.error)}`);
      return method.run(parsed.data, caller);
    },
  };
}
