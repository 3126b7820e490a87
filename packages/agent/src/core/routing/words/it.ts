import type { IntentWords } from "../intent.ts";

/** Italian. */
export const it: IntentWords = {
  email: ["email*", "e-mail*", "mail", "posta", "casella*", "oggetto della mail"],
  calendar: ["calendario*", "agenda*", "appuntament*", "evento", "eventi", "sono libero", "sono libera", "disponibilità"],
  meetings: ["riunion*", "verbale*", "partecipanti", "trascrizion*"],
  reminders: ["ricordami*", "promemoria*", "avvisami", "svegliami", "sveglia*", "non farmi dimenticare"],
  tasks: ["attività", "compito", "compiti", "da fare", "scadenz*", "in ritardo", "lista di cose"],
  notes: ["nota", "appunt", "appunti", "annota*", "prendi nota", "taccuino*"],
  memory: ["memoria*", "ricordati che", "ti ricordi", "ricorda che", "dimentica*", "cosa sai di"],
  journal: ["diario di trading", "diario delle operazioni", "registro delle operazioni", "profitto*", "perdita*", "guadagn*"],
  files: ["file", "cartella*", "cartelle", "documento", "documenti", "pdf", "foglio di calcolo", "spazio di lavoro", "rinomina*", "spazio su disco"],
  media: ["foto*", "immagin*", "schermata*", "video*", "vocale", "vocali", "messaggio vocale", "audio*", "trascriv*", "adesiv*", "sticker*", "gif"],
  web: ["sito", "siti", "pagina web", "internet", "url", "link", "google*", "https", "http", "cerca online", "sul web"],
  news: ["notizi*", "titoli", "rassegna stampa", "rss", "feed", "attualità"],
  github: ["github", "repository", "repo", "pull request*", "issue", "commit*", "revisione del codice"],
  telegram: ["telegram", "chat", "canale", "canali", "gruppo", "gruppi", "messaggi*", "sondaggi*", "fissa il", "inoltra*", "nome utente", "regalo", "regali", "stelle", "storia"],
  ton: ["toncoin*", "portafogli*", "wallet*", "jetton*", "token*", "nft*", "scambia*", "swap*", "blockchain*", "cripto*", "bonific*", "transazion*", "saldo*", "dominio", "domini", "asta", "aste"],
  utility: ["meteo", "previsioni*", "piove*", "pioverà", "temperatura*", "calcola*", "converti*", "quanto fa", "percentual*", "per cento", "che ore", "che ora", "fuso orario"],
  system: ["server*", "terminale", "comando", "comandi", "installa*", "pacchett*", "docker", "riavvia*", "processo", "processi", "script*"],
};
