import type { Unit } from "../../kernel/unit.ts";
import { saidIn } from "./said-in.ts";

/** What people and the agent said, without mark-up, hints and tools: for people to read. */
export function tellSaid(units: readonly Unit[]): readonly string[] {
  return units.flatMap((unit) => {
    const isInput = unit.type === "input";
    const text = (isInput ? saidIn(unit.text) : unit.text).trim();
    if (text === "") return [];
    return [isInput ? `Asked: ${text}` : `Answered: ${text}`];
  });
}
