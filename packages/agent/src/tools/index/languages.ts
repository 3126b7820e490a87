import { ar } from "./words/ar.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";
import { ja } from "./words/ja.ts";
import { pl } from "./words/pl.ts";
import { pt } from "./words/pt.ts";
import { ru } from "./words/ru.ts";
import { tr } from "./words/tr.ts";
import { uk } from "./words/uk.ts";
import { zh } from "./words/zh.ts";

/** The languages in which tools are found, English by its everyday words too. One more is one more file. */
export const languages = { ar, de, en, es, fr, it, ja, pl, pt, ru, tr, uk, zh } as const;
