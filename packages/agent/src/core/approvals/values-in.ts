/** Every number in a text by its value, however its thousands and decimals are written. */
export function numbersIn(text: string): readonly string[] {
  return Array.from(text.matchAll(NUMBER), ([written]) => toValues(written)).flat();
}

const NUMBER = /\d+(?:[.,' \u00A0\u202F_]\d+)*/gu;

/** The numbers in what a machine wrote: a point before the decimals, commas between thousands. */
export function exactNumbersIn(value: string): readonly string[] {
  return Array.from(value.matchAll(NUMBER), ([written]) =>
    trimZeros(written.replaceAll(/[,' \u00A0\u202F_]/gu, "")),
  );
}

/** `1,000` may be a thousand or one: both are what was written. */
function toValues(written: string): readonly string[] {
  const plain = written.replaceAll(/[' \u00A0\u202F_]/gu, "");
  const readings = [plain.replaceAll(",", ""), plain.replaceAll(".", "").replace(",", ".")];
  return [...new Set(readings.map(trimZeros).filter((value) => value !== ""))];
}

/** `007.50` is `7.5`; what is no number is empty. */
function trimZeros(value: string): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return "";
  const [whole = "", fraction = ""] = value.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "");
  const decimals = fraction.replace(/0+$/, "");
  return decimals === "" ? digits : `${digits}.${decimals}`;
}

/** The host of an address as its reader would take it, without `www.`; undefined for what is none. */
export function hostOf(address: string): string | undefined {
  const written = address.trim();
  const whole = URL.parse(written)?.hostname;
  const host = whole || URL.parse(`https://${written}`)?.hostname;
  return host ? plainHost(host) : undefined;
}

/** The hosts that a text names, as addresses or by name, spelled as `hostOf` does. */
export function hostsIn(text: string): ReadonlySet<string> {
  const names =
    text
      .toLowerCase()
      .replaceAll(/[。．｡]/gu, ".")
      .match(HOST) ?? [];
  return new Set(
    names.map((name) => {
      const isPlain = /^\p{ASCII}*$/u.test(name);
      return plainHost(isPlain ? name : (URL.parse(`https://${name}`)?.hostname ?? name));
    }),
  );
}

function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "");
}

const HOST =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]*[\p{L}\p{N}]|\d{1,3}(?:\.\d{1,3}){3}/gu;
