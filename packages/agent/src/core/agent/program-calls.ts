import { FAULT_CODES, Fault } from "@reeve/sdk";
import { audienceOf } from "../../kernel/label.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import type { ProgramCalls, ProgramResult } from "../../tools/programs.ts";
import { makesCalls } from "../../tools/sub-agents.ts";
import type { OpenTurn } from "../open-turn.ts";
import { type NestingDeps, openCallRunner, type RunCall } from "./call-runner.ts";

/** Returns the calls of a program that a running call executes. */
export function createProgramCalls(
  turn: OpenTurn,
  call: StoredCall,
  deps: NestingDeps,
): ProgramCalls {
  return {
    async open() {
      const runner = await openCallRunner(turn, call, {
        ...deps,
        refuse: ({ name }) => {
          const tool = deps.toolbox.get(name);
          const isOwn = makesCalls(tool) || tool?.isProposal === true;
          return isOwn ? `A program cannot call ${name}.` : undefined;
        },
      });
      const { id: chat, kind, uid } = turn.chat;
      // The program composes the result, so it is not shown elsewhere as a page would be.
      deps.mark({ integrity: "owner", audience: audienceOf({ chat, kind, uid }) });
      let last: Promise<unknown> = Promise.resolve();
      return {
        call(name, args, signal) {
          const next = last.then(async () => toProgram(await runner.run({ name, args }, signal)));
          last = next.catch(() => undefined);
          return next;
        },
      };
    },
  };
}

function toProgram({ call, result, content }: RunCall): ProgramResult {
  switch (result.type) {
    case "value": {
      const text = content ?? result.text;
      return { value: /^[[{]/.test(text) ? (parseJson(text)?.value ?? text) : text };
    }
    case "fault": {
      const code = FAULT_CODES.find((one) => one === result.code) ?? "unavailable";
      return { error: { code, message: result.text } };
    }
    case "pending":
    case "unknown":
    case "aborted":
      throw new Fault("conflict", `The turn was stopped while ${call.tool} ran.`);
  }
}
