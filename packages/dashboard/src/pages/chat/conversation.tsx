import { type HistoryMessage, sessions } from "@reeve/operations/work/sessions";
import { turns } from "@reeve/operations/work/turns";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowDown, WifiOff } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { VList, type VListHandle } from "virtua";
import { useField } from "../../data/address.ts";
import { ask, useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { ChatSettings } from "./chat-settings.tsx";
import { Composer } from "./composer.tsx";
import { LiveMessage } from "./live-message.tsx";
import { isStoredIn } from "./live-turn.ts";
import { MessageView } from "./message-view.tsx";
import { OpenPlans } from "./open-plans.tsx";
import { SearchBar } from "./search-bar.tsx";
import type english from "./texts/en.json";
import { useUnsent } from "./unsent.ts";
import { UnsentView } from "./unsent-view.tsx";
import { useLiveTurn } from "./use-live-turn.ts";

/** Loaded with the first approval. */
const ApprovalCard = lazy(async () => ({
  default: (await import("../../ui/approval-card.tsx")).ApprovalCard,
}));

const PAGE = 50;

/** One chat: what was said, what is being written, and the field for the next message. */
export function Conversation({ chat }: { readonly chat: string }) {
  const t = useTexts<typeof english>("chat");
  const { time } = useFormats();
  const [search] = useField("search", "");
  const history = useHistory(chat, search);
  const messages = history.messages;
  const running = messages.findLast(({ state, turn }) => state === "taken" && turn !== null)?.turn;
  const { turn, isConnected } = useLiveTurn(chat, running ?? undefined);
  const { unsent, say, drop } = useUnsent(chat);
  const approvals = useOpenApprovals(messages);
  // A card that moves while an answer grows above it is pressed in the wrong place.
  const open = turn ? [] : approvals;
  const stop = useChange(sessions.stop, { chat });
  const isWriting = turn !== undefined && !turn.isOver;
  const stored = messages.filter((one) => one.direction === "out" && one.turn === turn?.turn);

  const rows: ReactNode[] = [
    ...messages.map((message) => <MessageView key={message.order} message={message} chat={chat} />),
    ...(search === ""
      ? [
          ...unsent.map((one) => <UnsentView key={one.id} message={one} onDrop={drop} />),
          turn && !isStoredIn(turn, stored) && <LiveMessage key="live" live={turn} />,
          ...open.map((approval) => (
            <div key={approval.id} className="message">
              <Suspense fallback={<Loading />}>
                <ApprovalCard approval={approval} />
              </Suspense>
            </div>
          )),
        ]
      : []),
  ].filter(Boolean);

  return (
    <section className="chat" aria-label={t("conversation")}>
      <div className="chat-bar">
        <SearchBar />
        <ChatSettings chat={chat} />
      </div>
      {!isConnected && (
        <p className="banner" role="status">
          <WifiOff size={16} aria-hidden />
          {t("offline")}
        </p>
      )}
      {turn?.waiting && (
        <p className="banner" role="status">
          {t("modelDown", { model: turn.waiting.model, when: time(turn.waiting.retryAt) })}
        </p>
      )}
      <Rows
        rows={rows}
        history={history}
        isWriting={isWriting}
        revision={turn}
        sent={unsent.at(-1)?.id}
        isSearch={search !== ""}
      />
      <OpenPlans />
      <p className="unseen" role="status">
        {isWriting ? t("writing") : ""}
      </p>
      <Composer chat={chat} isWriting={isWriting} onSend={say} onStop={() => stop.mutate({})} />
    </section>
  );
}

interface History {
  /** Oldest first. */
  readonly messages: readonly HistoryMessage[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasEarlier: boolean;
  readonly loadEarlier: () => void;
  readonly refetch: () => void;
}

/** The messages of a chat, page by page from the newest on. */
function useHistory(chat: string, search: string): History {
  const query = useInfiniteQuery({
    queryKey: [sessions.messages.name, chat, search],
    queryFn: async ({ pageParam }) =>
      ask(
        sessions.messages,
        { limit: PAGE, cursor: pageParam, ...(search !== "" && { search }) },
        { chat },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const pages = query.data?.pages ?? [];
  return {
    messages: pages.flatMap(({ items }) => items).toReversed(),
    isPending: query.isPending,
    error: query.data ? null : query.error,
    hasEarlier: query.hasNextPage && !query.isFetchingNextPage,
    loadEarlier: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}

/** The approvals of the newest turn that wait for an answer. */
function useOpenApprovals(messages: readonly HistoryMessage[]) {
  const newest = messages.findLast(({ turn }) => turn !== null)?.turn ?? "";
  const query = useAsk(turns.show, { id: newest }, { isEnabled: newest !== "" });
  return (query.data?.approvals ?? []).filter(({ state }) => state === "pending");
}

interface RowsProps {
  readonly rows: readonly ReactNode[];
  readonly history: History;
  readonly isWriting: boolean;
  /** Changes whenever the last row grows. */
  readonly revision: unknown;
  /** The newest message that the reader sent. */
  readonly sent: string | undefined;
  readonly isSearch: boolean;
}

/** Distance in pixels from an end within which the reader counts as being there. */
const NEAR = 80;

/** The rows, of which only those in view exist. They stay at the end while they grow, unless the reader has scrolled up. */
function Rows({ rows, history, isWriting, revision, sent, isSearch }: RowsProps) {
  const t = useTexts<typeof english>("chat");
  const list = useRef<VListHandle>(null);
  const log = useRef<HTMLDivElement>(null);
  const offset = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const [isShifting, setShifting] = useState(false);
  const { messages, isPending, error, hasEarlier, loadEarlier, refetch } = history;
  const last = rows.length - 1;
  const isShown = !error && !isPending && rows.length > 0;
  const toEnd = () => list.current?.scrollToIndex(last, { align: "end" });

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the last row grows with `revision`
  useEffect(() => {
    if (isAtEnd) list.current?.scrollToIndex(last, { align: "end" });
  }, [last, revision, isAtEnd]);
  // Rows are measured after they are drawn, and grow when something in them opens.
  useEffect(() => {
    const content = isShown && isAtEnd ? log.current?.querySelector(".messages > *") : undefined;
    if (!content) return;
    const watching = new ResizeObserver(() => {
      list.current?.scrollToIndex(last, { align: "end" });
    });
    watching.observe(content);
    return () => watching.disconnect();
  }, [isShown, isAtEnd, last]);
  useEffect(() => setShifting(false), [messages.length]);
  // Who sends a message wants to see it.
  useEffect(() => {
    if (sent !== undefined) setAtEnd(true);
  }, [sent]);

  if (error) return <Failed error={error} onRetry={refetch} />;
  if (isPending) return <Loading />;
  return (
    <div className="log" ref={log} role="log" aria-label={t("log")} aria-busy={isWriting}>
      {rows.length === 0 ? (
        <Empty
          title={t(isSearch ? "noHits" : "hello")}
          hint={t(isSearch ? "noHitsHint" : "empty")}
        />
      ) : (
        <VList
          ref={list}
          className="messages"
          tabIndex={0}
          shift={isShifting}
          keepMounted={[last]}
          onScroll={(now) => {
            const at = list.current;
            if (!at) return;
            const isUp = now < offset.current;
            offset.current = now;
            if (now + at.viewportSize >= at.scrollSize - NEAR) setAtEnd(true);
            else if (isUp) setAtEnd(false);
            if (now > NEAR || !isUp || !hasEarlier) return;
            setShifting(true);
            loadEarlier();
          }}
        >
          {rows}
        </VList>
      )}
      {!isAtEnd && (
        <Button className="button to-end" aria-label={t("latest")} onPress={toEnd}>
          <ArrowDown size={18} aria-hidden />
        </Button>
      )}
    </div>
  );
}
