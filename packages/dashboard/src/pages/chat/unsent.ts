import { isFault } from "@reeve/sdk";
import { useCallback, useEffect, useState } from "react";
import { newKey, queries, send } from "../../data/agent.ts";
import type { OutgoingFile } from "@reeve/client/chats";

/** A message that the agent has not confirmed yet. */
export interface UnsentMessage {
  readonly id: string;
  readonly text: string;
  readonly files: readonly OutgoingFile[];
  readonly at: number;
  /** Why the agent refused it. Absent: it is being sent, or waits for the connection. */
  readonly refusal?: { readonly message: string; readonly hint?: string | undefined };
}

const RETRY_MS = 2000;

/**
 * Messages on their way. Each has an id, so a repeat is accepted once; without a connection it is sent again
 * until the agent has it. They outlive a reload, as far as the browser's storage takes their files.
 */
export function useUnsent(chat: string): {
  readonly unsent: readonly UnsentMessage[];
  readonly say: (text: string, files: readonly OutgoingFile[]) => void;
  readonly drop: (id: string) => void;
} {
  const key = `unsent:${chat}`;
  const [unsent, setUnsent] = useState(() => load(key));

  useEffect(() => save(key, unsent), [key, unsent]);

  const first = unsent.find(({ refusal }) => !refusal);
  useEffect(() => {
    if (!first) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async () => {
      try {
        const { id, text, files } = first;
        await send({ chat, message: id, text, ...(files.length > 0 && { files }) });
        await queries.invalidateQueries();
        if (isCurrent) setUnsent((all) => all.filter((one) => one.id !== id));
      } catch (error) {
        if (!isCurrent) return;
        if (isFault(error) && error.code !== "unavailable") {
          const refusal = { message: error.message, hint: error.hint };
          setUnsent((all) => all.map((one) => (one.id === first.id ? { ...one, refusal } : one)));
        } else timer = setTimeout(() => void attempt(), RETRY_MS);
      }
    };
    void attempt();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [chat, first]);

  const say = useCallback((text: string, files: readonly OutgoingFile[]) => {
    setUnsent((all) => [...all, { id: newKey(), text, files, at: Date.now() }]);
  }, []);
  const drop = useCallback((id: string) => {
    setUnsent((all) => all.filter((one) => one.id !== id));
  }, []);
  return { unsent, say, drop };
}

function load(key: string): readonly UnsentMessage[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isUnsent) : [];
  } catch {
    // Storage is blocked, or was written by something else.
    return [];
  }
}

function isUnsent(value: unknown): value is UnsentMessage {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "text" in value &&
    "files" in value
  );
}

function save(key: string, unsent: readonly UnsentMessage[]): void {
  try {
    if (unsent.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(unsent));
  } catch {
    // Storage is full or blocked: the message lives as long as the page.
  }
}
