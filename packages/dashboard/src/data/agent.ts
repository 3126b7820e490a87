import {
  followChanges,
  followChat,
  followLog,
  type FollowLogOptions,
  type FollowOptions,
  type OutgoingMessage,
  sendMessage,
} from "@reeve/client/chats";
import { askOverHttp } from "@reeve/client/http";
import { type Me, signOut as signOutOver, whoAmI } from "@reeve/client/who-am-i";
import type { Ask } from "@reeve/operations/ask";
import {
  QueryClient,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { Operation } from "@reeve/operations/operation";
import type { z } from "zod";

/** Set once the agent has refused this browser. The page then asks to sign in. */
const signedOut = new EventTarget();
let isSignedOut = false;

export function onSignedOut(listener: () => void): () => void {
  signedOut.addEventListener("change", listener);
  return () => signedOut.removeEventListener("change", listener);
}

export function wasSignedOut(): boolean {
  return isSignedOut;
}

const http = {
  url: location.origin,
  headers: { "x-csrf-token": /(?:^|; )reeve_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? "" },
  fetch: async (input: URL | RequestInfo, init?: RequestInit) => {
    const response = await fetch(input, init);
    if (response.status === 401) {
      isSignedOut = true;
      signedOut.dispatchEvent(new Event("change"));
    }
    return response;
  },
};

/** Runs an operation: `await ask(notes.create, { text })`. Rejects with the agent's fault. */
export const ask: Ask = askOverHttp(http);

export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 5000, retry: 1 }, mutations: { networkMode: "always" } },
});

/** A list that is returned page by page. */
type ListOperation<Item> = Operation<
  z.ZodType<unknown, { readonly limit?: number | undefined; readonly cursor?: string | undefined }>,
  z.ZodType<{ items: Item[]; next: string | null }>
>;

/** Every item of a list, from all its pages. */
export async function askAll<Item>(operation: ListOperation<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await ask(operation, { limit: 200, cursor });
    found.push(...page.items);
    if (page.next === null) return found;
    cursor = page.next;
  }
}

export interface QueryOptions {
  /** The chat it is about, for operations that have one. */
  readonly chat?: string;
  /** Milliseconds between two requests. Default: only when something changes. */
  readonly every?: number;
  readonly isEnabled?: boolean;
}

/** The name under which the output of an operation is stored. */
export function keyOf(operation: Operation, input: unknown, chat?: string): readonly unknown[] {
  return [operation.name, input, chat];
}

/** The output of an operation that reads, requested again after each change. */
export function useAsk<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
  { chat, every, isEnabled = true }: QueryOptions = {},
): UseQueryResult<z.output<Output>> {
  return useQuery({
    queryKey: keyOf(operation, input, chat),
    queryFn: async () => (await ask(operation, input, { chat })) ?? null,
    enabled: isEnabled,
    ...(every !== undefined && { refetchInterval: every }),
  });
}

/** An operation that changes something. What is shown is requested again once it is done. */
export function useChange<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  { chat }: Pick<QueryOptions, "chat"> = {},
): UseMutationResult<z.output<Output>, Error, z.input<Input>> {
  return useMutation({
    mutationFn: async (input: z.input<Input>) => ask(operation, input, { chat, key: newKey() }),
    onSuccess: async () => queries.invalidateQueries(),
  });
}

/** Creates a random id: 16 bytes in hex. `crypto.randomUUID` exists only with https and on this machine. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** Sends a message; resolves once the agent has stored it. */
export async function send(message: OutgoingMessage) {
  return sendMessage(message, http);
}

/** Follows a chat while the page can be seen: a browser has few connections, and hidden tabs must leave some. */
export function follow(chat: string, options: Omit<FollowOptions, "url">): void {
  whileVisible(options.signal, (signal) => followChat(chat, { ...options, signal, url: http.url }));
}

/** Follows the log while the page can be seen. */
export function watchLog(options: Omit<FollowLogOptions, "url">): void {
  whileVisible(options.signal, (signal) => followLog({ ...options, signal, url: http.url }));
}

/** Requests what is shown again whenever something happens anywhere. */
export function keepFresh(signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    void queries.invalidateQueries();
  };
  const onChange = () => {
    timer ??= setTimeout(refresh, REFRESH_MS);
  };
  whileVisible(signal, (visible) => followChanges({ url: http.url, onChange, signal: visible }));
}

/** Several events of one commit cause one request. */
const REFRESH_MS = 300;

/** Runs something each time the page becomes visible, and aborts it when it is hidden. */
function whileVisible(signal: AbortSignal, run: (visible: AbortSignal) => void): void {
  let visible: AbortController | undefined;
  const onChange = () => {
    if (document.hidden) {
      visible?.abort();
      visible = undefined;
    } else if (!visible) {
      visible = new AbortController();
      run(AbortSignal.any([signal, visible.signal]));
    }
  };
  document.addEventListener("visibilitychange", onChange, { signal });
  onChange();
}

/** The person who is signed in. */
export async function loadMe(): Promise<Me> {
  return whoAmI(http);
}

/** Signs this browser out. */
export async function signOut(): Promise<void> {
  await signOutOver(http);
  location.reload();
}
