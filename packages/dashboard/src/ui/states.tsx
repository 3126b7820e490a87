import type { UseQueryResult } from "@tanstack/react-query";
import { isFault } from "@reeve/sdk";
import { Inbox, TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { useCommon } from "../data/texts.ts";

interface EmptyProps {
  readonly title: string;
  /** The way out. */
  readonly hint: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** A place where nothing is yet. */
export function Empty({ title, hint, icon, children }: EmptyProps) {
  return (
    <section className="state">
      {icon ?? <Inbox size={28} aria-hidden />}
      <h2>{title}</h2>
      <p>{hint}</p>
      {children}
    </section>
  );
}

export function Loading() {
  const t = useCommon();
  return (
    <div className="loading" role="status">
      <span className="unseen">{t("loading")}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

interface FailedProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** A failure: the agent's reason, and the way out. */
export function Failed({ error, onRetry }: FailedProps) {
  const t = useCommon();
  return (
    <section className="state" role="alert">
      <TriangleAlert size={28} aria-hidden />
      <h2>{t("failed")}</h2>
      <Why error={error} />
      <Button className="button" onPress={onRetry}>
        {t("retry")}
      </Button>
    </section>
  );
}

/** Why something failed, and the way out. */
function Why({ error }: { readonly error: Error }) {
  const t = useCommon();
  if (!isFault(error)) {
    const isOffline = error instanceof TypeError;
    return <p>{isOffline ? t("offline") : error.message}</p>;
  }
  return (
    <>
      <p>{error.message}</p>
      {error.hint !== undefined && <p>{error.hint}</p>}
    </>
  );
}

/** The line of a form that failed. */
export function FailedLine({ error }: { readonly error: Error | null }) {
  if (!error) return null;
  return (
    <div className="error" role="alert">
      <Why error={error} />
    </div>
  );
}

interface QueryResultProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** An answer, and the two states before it. */
export function QueryResult<Data>({ query, children }: QueryResultProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
}

/** Keeps an error on its page: the navigation and the other pages work on. */
export class Boundary extends Component<
  { readonly children: ReactNode },
  { readonly error: Error | null }
> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Failed error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
