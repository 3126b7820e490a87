/** The arguments of a program with names in braces replaced; other braces stay. No shell reads them. */
export function fillTemplate(
  argv: readonly string[],
  values: Readonly<Record<string, string>>,
): readonly string[] {
  return argv.map((argument) =>
    argument.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
  );
}
