import { type QuestionTexts, questionTextsIn } from "../question-texts.ts";

/** What the surface says by itself. */
export interface Texts extends QuestionTexts {
  /** Stands where a long piece of code was. */
  readonly attached: string;
}

const ATTACHED: Readonly<Record<string, string>> = {
  en: "See the attached file.",
  de: "Siehe die angehängte Datei.",
  es: "Mira el archivo adjunto.",
  fr: "Voir le fichier joint.",
  it: "Vedi il file allegato.",
  pt: "Veja o ficheiro anexo.",
  ru: "См. приложенный файл.",
  tr: "Ekteki dosyaya bakın.",
  uk: "Див. доданий файл.",
};

/** The surface's texts for a person's language; English where there are none. */
export function textsIn(language: string | undefined): Texts {
  const [plain = "en"] = (language ?? "en").toLowerCase().split("-");
  const attached = Object.hasOwn(ATTACHED, plain) ? ATTACHED[plain] : undefined;
  return { ...questionTextsIn(language), attached: attached ?? "See the attached file." };
}
