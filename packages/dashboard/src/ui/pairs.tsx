import { titleOf, valueOf } from "./words.ts";

/** An object's fields in words, such as the arguments of a call. */
export function Pairs({ values }: { readonly values: unknown }) {
  const entries = typeof values === "object" && values !== null ? Object.entries(values) : [];
  return (
    <dl className="pairs">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{titleOf(name)}</dt>
          <dd>{valueOf(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
