import path from "node:path";
import type { Zip } from "../xml/open-zip.ts";
import type { Reading } from "../reading.ts";
import { readXml } from "../xml/read-xml.ts";

/** Part that an office file refers to. */
export interface Relation {
  /** The last word of its type, such as `worksheet`. */
  readonly type: string;
  /** The part's name in the ZIP. */
  readonly target: string;
}

/**
 * Returns the relations of a part, by their ids; empty if it has none. Those of the whole file are those of
 * part "".
 */
export function readRelations(
  zip: Zip,
  part: string,
  reading: Reading,
): ReadonlyMap<string, Relation> {
  const { dir, base } = path.posix.parse(part);
  const xml = zip.read(path.posix.join(dir, "_rels", `${base}.rels`));
  const relations = new Map<string, Relation>();
  if (!xml) return relations;
  readXml(
    xml,
    {
      start(name, attribute) {
        if (name !== "Relationship") return;
        const type = attribute("Type")?.split("/").at(-1) ?? "";
        const target = attribute("Target") ?? "";
        const whole = target.startsWith("/") ? target.slice(1) : path.posix.join(dir, target);
        relations.set(attribute("Id") ?? "", { type, target: whole });
      },
    },
    reading,
  );
  return relations;
}

/** Returns the name of the part that another refers to as its `type`; undefined if it refers to none. */
export function findRelated(
  relations: ReadonlyMap<string, Relation>,
  type: string,
): string | undefined {
  return [...relations.values()].find((relation) => relation.type === type)?.target;
}
