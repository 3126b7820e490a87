/** Prints figures: a line each for people, and with `--json` one JSON object on the last line. */
export function report(name: string, figures: Readonly<Record<string, number>>): void {
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, Math.round(value * 1000) / 1000]),
  );
  for (const [key, value] of Object.entries(rounded))
    process.stdout.write(`${name}  ${key.padEnd(28)} ${value}\n`);
  if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(rounded)}\n`);
}
