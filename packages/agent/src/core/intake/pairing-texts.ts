import { inLanguage, type Translations } from "../../kernel/languages.ts";

/** What is said where somebody unknown asks to be let in. */
export interface PairingTexts {
  /** To them: their `{code}`. */
  readonly asking: string;
  readonly welcome: string;
  /** To the owner and admins, about `{who}` on `{surface}`, whom it calls `{id}`. */
  readonly question: string;
  /** How it is answered. */
  readonly answer: string;
}

const TEXTS: Translations<PairingTexts> = {
  en: {
    asking: "I do not know you yet. Give this code to my owner, who can let you in: {code}",
    welcome: "You may talk to me now. /help lists what I understand besides plain words.",
    question: "Somebody I do not know wrote to me on {surface}: {who}, id {id}.",
    answer:
      "Let them in: /pair {code} member, or guest, or admin. Refuse them: /pair {code} refuse",
  },
  de: {
    asking:
      "Ich kenne dich noch nicht. Gib diesen Code meinem Besitzer, er kann dich einlassen: {code}",
    welcome: "Du kannst jetzt mit mir reden. /help nennt, was ich außer normalen Worten verstehe.",
    question:
      "Jemand, den ich nicht kenne, hat mir auf {surface} geschrieben: {who}, Kennung {id}.",
    answer: "Einlassen: /pair {code} member, oder guest, oder admin. Abweisen: /pair {code} refuse",
  },
  es: {
    asking:
      "Todavía no te conozco. Dale este código a mi propietario, que puede dejarte entrar: {code}",
    welcome: "Ya puedes hablar conmigo. /help dice qué entiendo además de palabras corrientes.",
    question: "Alguien a quien no conozco me ha escrito por {surface}: {who}, id {id}.",
    answer:
      "Para dejarle entrar: /pair {code} member, o guest, o admin. Para rechazarle: /pair {code} refuse",
  },
  fr: {
    asking:
      "Je ne vous connais pas encore. Donnez ce code à mon propriétaire, qui peut vous laisser entrer : {code}",
    welcome:
      "Vous pouvez me parler maintenant. /help dit ce que je comprends en plus des mots ordinaires.",
    question: "Quelqu’un que je ne connais pas m’a écrit sur {surface} : {who}, id {id}.",
    answer:
      "Laisser entrer : /pair {code} member, ou guest, ou admin. Refuser : /pair {code} refuse",
  },
  it: {
    asking:
      "Non ti conosco ancora. Dai questo codice al mio proprietario, che può farti entrare: {code}",
    welcome: "Ora puoi parlare con me. /help dice che cosa capisco oltre alle parole normali.",
    question: "Qualcuno che non conosco mi ha scritto su {surface}: {who}, id {id}.",
    answer:
      "Per far entrare: /pair {code} member, o guest, o admin. Per rifiutare: /pair {code} refuse",
  },
  pt: {
    asking:
      "Ainda não sei quem é. Dê este código ao meu proprietário, que pode autorizar a sua entrada: {code}",
    welcome: "Já pode falar comigo. /help diz o que entendo além de palavras comuns.",
    question: "Alguém que não conheço escreveu-me em {surface}: {who}, id {id}.",
    answer: "Deixar entrar: /pair {code} member, ou guest, ou admin. Recusar: /pair {code} refuse",
  },
  ru: {
    asking: "Я вас пока не знаю. Передайте этот код моему владельцу, он может вас впустить: {code}",
    welcome:
      "Теперь вы можете со мной говорить. /help перечисляет, что я понимаю, кроме обычных слов.",
    question: "Мне написал кто-то незнакомый в {surface}: {who}, id {id}.",
    answer: "Впустить: /pair {code} member, или guest, или admin. Отказать: /pair {code} refuse",
  },
  tr: {
    asking: "Sizi henüz tanımıyorum. Bu kodu sahibime verin, sizi içeri alabilir: {code}",
    welcome:
      "Artık benimle konuşabilirsiniz. /help, sıradan sözler dışında neleri anladığımı söyler.",
    question: "Tanımadığım biri bana {surface} üzerinden yazdı: {who}, kimlik {id}.",
    answer:
      "İçeri almak için: /pair {code} member, guest ya da admin. Reddetmek için: /pair {code} refuse",
  },
  uk: {
    asking: "Я вас ще не знаю. Передайте цей код моєму власнику, він може вас впустити: {code}",
    welcome:
      "Тепер ви можете зі мною говорити. /help перелічує, що я розумію, крім звичайних слів.",
    question: "Мені написав хтось незнайомий у {surface}: {who}, id {id}.",
    answer: "Впустити: /pair {code} member, або guest, або admin. Відмовити: /pair {code} refuse",
  },
};

/** What is said about letting somebody in, in a language as BCP 47. */
export function pairingTextsIn(language: string | undefined): PairingTexts {
  return inLanguage(TEXTS, language);
}
