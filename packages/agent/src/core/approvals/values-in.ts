const NUMBER = /\d+(?:[.,' \u00A0\u202F_]\d+)*/gu;

/** The numbers in what a machine wrote: a point before the decimals, commas between thousands. */
export function exactNumbersIn(value: string): readonly string[] {
  return Array.from(value.matchAll(NUMBER), ([written]) =>
    trimZeros(written.replaceAll(/[,' \u00A0\u202F_]/gu, "")),
  );
}

/** `007.50` is `7.5`; what is no number is empty. */
function trimZeros(value: string): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return "";
  const [whole = "", fraction = ""] = value.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "");
  const decimals = fraction.replace(/0+$/, "");
  return decimals === "" ? digits : `${digits}.${decimals}`;
}
