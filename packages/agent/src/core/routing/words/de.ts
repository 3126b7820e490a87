import type { IntentWords } from "../intent.ts";

/** German. */
export const de: IntentWords = {
  email: ["mail", "mails", "email*", "e-mail*", "posteingang*", "postfach*", "newsletter*", "betreff"],
  calendar: ["kalender*", "termin*", "verabredung*", "verfugbar*", "habe ich zeit", "bin ich frei"],
  meetings: ["besprechung*", "meeting*", "sitzung*", "protokoll*", "mitschrift*", "teilnehmerliste*"],
  reminders: ["erinner*", "weck*", "wecker*", "nicht vergessen", "denk daran"],
  tasks: ["aufgabe*", "todo*", "to-do*", "fällig*", "erledig*", "checkliste*", "frist*"],
  notes: ["notiz*", "notier*", "aufschreib*", "schreib auf", "schreib dir auf", "festhalten"],
  memory: ["merk dir*", "merke dir*", "gedächtnis*", "weisst du noch", "weißt du über", "was weißt du", "vergiss*", "vergessen"],
  journal: ["journal*", "tagebuch*", "handelsbuch*", "gewinn*", "verlust*", "trefferquote*"],
  files: ["datei*", "ordner*", "verzeichnis*", "dokument*", "pdf", "tabelle*", "arbeitsbereich*", "umbenennen", "speicherplatz*"],
  media: ["foto*", "bild", "bilder", "bildschirmfoto*", "screenshot*", "video*", "sprachnachricht*", "audio*", "transkribier*", "aufnahme*", "sticker*", "gif"],
  web: ["webseite*", "website*", "internet*", "url", "link", "links", "google*", "im netz", "https", "http", "nachschlagen", "recherchier*"],
  news: ["nachrichten", "schlagzeile*", "neuigkeiten", "newsfeed*", "feed", "feeds", "rss", "presse*"],
  github: ["github", "repo", "repos", "repository", "pull request*", "pull-request*", "issue", "issues", "commit*", "code-review*"],
  telegram: ["telegram", "chat", "chats", "kanal*", "kanäle*", "gruppe", "gruppen", "nachricht", "direktnachricht*", "umfrage*", "anpinnen", "angepinnt*", "weiterleit*", "nutzername*", "geschenk*", "sterne", "story"],
  ton: ["ton", "toncoin*", "wallet*", "geldbörse*", "jetton*", "token*", "nft*", "tausch*", "swap*", "blockchain*", "krypto*", "überweis*", "transaktion*", "guthaben*", "kontostand*", "domain*", "auktion*", "geschäftsvorschlag*"],
  utility: ["wetter*", "vorhersage*", "regnet", "regnen", "temperatur*", "rechne*", "berechn*", "umrechn*", "prozent*", "wie spät", "uhrzeit*", "zeitzone*", "wie viel ist"],
  system: ["server*", "terminal", "befehl*", "installier*", "paket*", "docker", "neustart*", "neu starten", "dienst", "prozess*", "skript*"],
};
