import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type SafetyCase, safetyCase } from "./case.ts";

/** Reads cases, one JSON object a line. */
export function readCases(text: string): readonly SafetyCase[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const found = safetyCase.safeParse(JSON.parse(line));
    if (found.success) return [found.data];
    throw new Fault("invalid", `Line ${index + 1} is no case: ${z.prettifyError(found.error)}`, {
      hint: "Write one JSON object a line, with id, kind, setup, turns and expect.",
    });
  });
}
