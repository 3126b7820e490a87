/** What somebody unknown is told, with their code in the place of `{code}`. */
const ASKING: Readonly<Record<string, string>> = {
  en: "I do not know you yet. Give this code to my owner, who can let you in: {code}",
  de: "Ich kenne dich noch nicht. Gib diesen Code meinem Besitzer, er kann dich einlassen: {code}",
  es: "Todavía no te conozco. Dale este código a mi propietario, que puede dejarte entrar: {code}",
  fr: "Je ne vous connais pas encore. Donnez ce code à mon propriétaire, qui peut vous laisser entrer : {code}",
  it: "Non ti conosco ancora. Dai questo codice al mio proprietario, che può farti entrare: {code}",
  pt: "Ainda não o conheço. Dê este código ao meu proprietário, que pode deixá-lo entrar: {code}",
  ru: "Я вас пока не знаю. Передайте этот код моему владельцу, он может вас впустить: {code}",
  tr: "Sizi henüz tanımıyorum. Bu kodu sahibime verin, sizi içeri alabilir: {code}",
  uk: "Я вас поки не знаю. Передайте цей код моєму власнику, він може вас впустити: {code}",
};

const WELCOME: Readonly<Record<string, string>> = {
  en: "You may talk to me now. /help lists what I understand besides plain words.",
  de: "Du kannst jetzt mit mir reden. /help nennt, was ich außer normalen Worten verstehe.",
  es: "Ya puedes hablar conmigo. /help dice qué entiendo además de palabras corrientes.",
  fr: "Vous pouvez me parler maintenant. /help dit ce que je comprends en plus des mots ordinaires.",
  it: "Ora puoi parlare con me. /help dice che cosa capisco oltre alle parole normali.",
  pt: "Já pode falar comigo. /help diz o que entendo além de palavras comuns.",
  ru: "Теперь вы можете со мной говорить. /help перечисляет, что я понимаю кроме обычных слов.",
  tr: "Artık benimle konuşabilirsiniz. /help, düz sözlerin dışında neleri anladığımı söyler.",
  uk: "Тепер ви можете зі мною говорити. /help перелічує, що я розумію крім звичайних слів.",
};

/** Tells somebody unknown their code, in their language where there are words for it. */
export function askingText(code: string, language: string | undefined): string {
  return pick(ASKING, language).replace("{code}", code);
}

/** Tells somebody that they were let in. */
export function welcomeText(language: string | undefined): string {
  return pick(WELCOME, language);
}

function pick(texts: Readonly<Record<string, string>>, language: string | undefined): string {
  const [plain = "en"] = (language ?? "en").toLowerCase().split("-");
  const found = Object.hasOwn(texts, plain) ? texts[plain] : undefined;
  return found ?? texts["en"] ?? "";
}
