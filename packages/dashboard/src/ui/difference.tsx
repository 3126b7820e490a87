interface DifferenceProps {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

/** Lists the lines that a change of a text removes and adds. */
export function Difference({ before, after, label }: DifferenceProps) {
  return (
    <div className="difference" role="region" aria-label={label} tabIndex={0}>
      {differenceOf(before.split("\n"), after.split("\n")).map(({ kind, text }, index) => {
        const Line = kind === "added" ? "ins" : kind === "removed" ? "del" : "span";
        // Lines have no identity of their own.
        return <Line key={index}>{text === "" ? " " : text}</Line>;
      })}
    </div>
  );
}

interface DifferenceLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** The longest common subsequence of lines, as in diff (Hunt and McIlroy, 1976). */
export function differenceOf(
  before: readonly string[],
  after: readonly string[],
): readonly DifferenceLine[] {
  const lengths = tableOf(before, after);
  const lines: DifferenceLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [removed, added] = [before[row], after[column]];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: "same", text: removed });
      row += 1;
      column += 1;
    } else if (
      added === undefined ||
      (removed !== undefined &&
        lengthAt(lengths, row + 1, column) >= lengthAt(lengths, row, column + 1))
    ) {
      lines.push({ kind: "removed", text: removed ?? "" });
      row += 1;
    } else {
      lines.push({ kind: "added", text: added });
      column += 1;
    }
  }
  return lines;
}

/** The length of the longest common subsequence behind each pair of lines. */
function tableOf(before: readonly string[], after: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const length =
        before[row] === after[column]
          ? lengthAt(table, row + 1, column + 1) + 1
          : Math.max(lengthAt(table, row + 1, column), lengthAt(table, row, column + 1));
      table[row]?.fill(length, column, column + 1);
    }
  return table;
}

function lengthAt(table: readonly Uint32Array[], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}
