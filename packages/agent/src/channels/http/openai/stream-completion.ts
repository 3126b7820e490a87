import type { ClientChats } from "../../../core/client-chats.ts";
import type { RouteContext } from "../route.ts";
import type { Answer } from "../streams/answer.ts";
import type { SubmittedMessage } from "../streams/submit-message.ts";
import { ModelDownFault } from "../streams/model-down.ts";
import { trackReply } from "../streams/track-reply.ts";
import { type EventSink, respondWithEvents } from "../streams/sse-response.ts";
import type { StreamEntry } from "../streams/stream-entry.ts";
import { MODEL, toUsage } from "./completion.ts";
import { toProblem } from "../problem.ts";
import { createTextDeltaWriter } from "./text-delta-writer.ts";
import { describeProblem } from "./to-openai-error.ts";

export interface StreamCompletionOptions {
  readonly conversations: ClientChats;
  readonly signal: AbortSignal;
  readonly watch: RouteContext["watch"];
  /** Stops the turn of a message whose client will send it again by itself. */
  readonly withdraw: () => Promise<void>;
  /** In Unix seconds. */
  readonly created: number;
  /** `include`: a last chunk says what it came to. */
  readonly usage: "include" | "omit";
}

/** Tells an answer as it comes, in chunks of OpenAI's form. */
export function streamCompletion(
  begun: SubmittedMessage,
  options: StreamCompletionOptions,
): Response {
  const { conversations, signal, watch, created, usage, withdraw } = options;
  const { message } = begun.receipt;
  const chunk = (choices: readonly unknown[], more = {}) =>
    encode({
      id: `chatcmpl-${message}`,
      object: "chat.completion.chunk",
      created,
      model: MODEL,
      choices,
      ...(usage === "include" && { usage: null }),
      ...more,
    });
  const say = (delta: object, finish: "stop" | null = null) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }]);

  return respondWithEvents(
    async (sink) => {
      sink.send(say({ role: "assistant", content: "", refusal: null }));
      const answer = await writeAnswer(begun, {
        conversations,
        sink,
        onText: (content) => sink.send(say({ content })),
      });
      if (answer === "left") return;
      if (answer instanceof ModelDownFault) {
        await withdraw();
        return sink.send(encode({ error: modelDown(answer) }));
      }
      if (answer === "ended") return sink.send(encode({ error: endedBefore(message) }));
      sink.send(say({}, "stop"));
      if (usage === "include") sink.send(chunk([], { usage: toUsage(answer.usage) }));
      sink.send(DONE);
    },
    { signal, watch },
  );
}

const DONE = Buffer.from("data: [DONE]\n\n");

interface Telling {
  readonly conversations: ClientChats;
  readonly sink: EventSink;
  readonly onText: (text: string) => void;
}

/** `left` when the client did first, `ended` when the agent did. */
async function writeAnswer(
  begun: SubmittedMessage,
  { conversations, sink, onText }: Telling,
): Promise<Answer | ModelDownFault | "left" | "ended"> {
  const { message } = begun.receipt;
  const tell = createTextDeltaWriter();
  let told = "";
  const add = (text: string) => {
    told += text;
    if (text !== "") onText(text);
  };
  const onEntries = (entries: readonly StreamEntry[]) =>
    add(entries.map(({ event }) => tell(event)).join(""));
  const parts = { ...begun, conversations, message, signal: sink.signal, onEntries };
  const followed = begun.answer
    ? { type: "answer" as const, answer: begun.answer }
    : await trackReply({ ...parts, endsAtOutage: true });
  if (followed.type === "waiting") return new ModelDownFault(followed.outage);
  if (followed.type !== "answer") return followed.type;
  if (told === "") add(followed.answer.response);
  return followed.answer;
}

function endedBefore(message: string) {
  return describeProblem(
    toProblem("/v1/chat/completions", {
      code: "unavailable",
      detail: `The agent stopped before answering message ${message}.`,
      hint: "The message is stored and will be answered when the agent starts again.",
    }),
  );
}

function modelDown({ code, message: detail, hint }: ModelDownFault) {
  return describeProblem(toProblem("/v1/chat/completions", { code, detail, hint }));
}

function encode(chunk: object): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`);
}
