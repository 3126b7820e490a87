import { normalize } from "./plain-text.ts";

/** Somebody whom messages, mail or money may reach. */
export interface Contact {
  readonly name: string;
  /** Everything that an argument may call them: handles, addresses, ids. */
  readonly addresses: readonly string[];
  /** The person set the name a short while ago, so that it vouches for nobody. */
  readonly isNameNew?: boolean | undefined;
}

/**
 * Returns the addresses that a name as said stands for: itself, or those of the only contact with that name.
 * A name that two contacts carry, also under the skeleton of UTS #39, stands for nobody.
 */
export function addressesOf(said: string, contacts: readonly Contact[]): readonly string[] {
  const skeleton = skeletonOf(said);
  const named = contacts.filter(({ name }) => skeletonOf(name) === skeleton);
  const [only] = named;
  if (named.length !== 1 || only === undefined || only.isNameNew) return [said];
  if (normalize(only.name).toLowerCase() !== normalize(said).toLowerCase()) return [said];
  return [said, ...only.addresses];
}

/** Returns a name without case and with look-alike letters replaced by one of them. */
function skeletonOf(name: string): string {
  return Array.from(normalize(name).toLowerCase().normalize("NFKD"))
    .map((letter) => ALIKE.get(letter) ?? letter)
    .join("")
    .replaceAll(/[\s._-]+/g, "");
}

/** The letters of UTS #39 that people mistake for a Latin one. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "аɑα",
    c: "сϲ",
    e: "еҽ",
    h: "һ",
    i: "іıɩl1|",
    j: "јϳ",
    k: "κк",
    m: "м",
    n: "ո",
    o: "оοо0օ",
    p: "рρ",
    s: "ѕ",
    t: "т",
    u: "υս",
    v: "νѵ",
    x: "хχ",
    y: "уγү",
    b: "ь",
    d: "ԁ",
    g: "ɡ",
    q: "ԛ",
    w: "ԝ",
  }).flatMap(([latin, others]) => Array.from(others).map((other) => [other, latin] as const)),
);
