import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { textOf } from "../streams/to-stream-event.ts";

/**
 * Turns the events of a turn into one growing text; returns what each event appends. Sent text
 * cannot be revoked. If a step is restarted, only the continuation of the sent text is appended, or
 * the whole text if it differs.
 */
export function createTextDeltaWriter(): (event: LiveEvent) => string {
  /** State of the step that is being streamed: its number, its emitted text, and its whole text. */
  let step = -1;
  let told = "";
  let said = "";
  let isEmpty = true;

  const add = (text: string): string => {
    if (text !== "") isEmpty = false;
    return text;
  };
  const tell = (whole: string): string => {
    if (told.startsWith(whole)) return "";
    const isContinued = whole.startsWith(told);
    const gap = isEmpty || (isContinued && told !== "") ? "" : "\n\n";
    const more = isContinued ? whole.slice(told.length) : whole;
    told = whole;
    return add(gap + more);
  };
  const begin = (next: number) => {
    if (next !== step) told = "";
    step = next;
    said = "";
  };

  return (event) => {
    switch (event.type) {
      case "think-start":
      case "text-reset":
        begin(event.step);
        return "";
      case "text-delta":
        said += event.delta;
        return said.length < told.length && told.startsWith(said) ? "" : tell(said);
      case "step-text":
        if (event.step !== step) begin(event.step);
        return tell(event.text);
      case "turn-end":
      case "said":
        return tell(textOf(event.reply));
      default:
        return "";
    }
  };
}
