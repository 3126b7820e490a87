import type { IntentWords } from "../intent.ts";

/** Polish. */
export const pl: IntentWords = {
  email: ["email*", "e-mail*", "mail", "maila", "maile", "maili", "poczt*", "skrzynk*", "newsletter*"],
  calendar: ["kalendarz*", "terminarz*", "wydarzen*", "wizyt*", "wolny termin", "czy jestem woln*", "grafik*"],
  meetings: ["spotkan*", "zebran*", "protokół*", "protokol*", "stenogram*", "uczestnicy spotkania"],
  reminders: ["przypomn*", "przypomin*", "obudź*", "budzik*", "alarm*"],
  tasks: ["zadan*", "do zrobienia", "lista zadań", "zaległ*", "termin oddania", "deadline*"],
  notes: ["notat*", "zanotuj*", "zapisz sobie", "notes", "notesu"],
  memory: ["zapamięt*", "pamięta*", "pamięć", "pamięci", "zapomnij*", "co wiesz o"],
  journal: ["dziennik*", "zysk*", "strat*", "skuteczność"],
  files: ["plik*", "folder*", "katalog*", "dokument*", "pdf", "arkusz*", "obszar roboczy", "zmień nazwę", "miejsce na dysku"],
  media: ["zdjęci*", "zdjec*", "obraz*", "obrazek", "zrzut ekranu", "wideo*", "film", "filmik*", "głosówk*", "wiadomość głosow*", "audio*", "transkry*", "naklej*", "gif"],
  web: ["stron*", "internet*", "url", "link", "linki", "linku", "google*", "wygoogluj*", "https", "http", "w sieci"],
  news: ["wiadomości ze świata", "nagłów*", "aktualnoś*", "newsy", "prasa", "rss", "kanał rss"],
  github: ["github", "repozytori*", "repo", "pull request*", "issue", "issues", "commit*", "przegląd kodu"],
  telegram: ["telegram*", "czat*", "kanał", "kanału", "kanale", "grup*", "wiadomość", "wiadomości", "ankiet*", "przypnij*", "przekaż*", "nazwa użytkownika", "prezent*", "gwiazdk*", "relacj*"],
  ton: ["toncoin*", "ton", "portfel*", "wallet*", "jetton*", "token*", "nft*", "wymie*", "zamień*", "swap*", "blockchain*", "krypto*", "przelew*", "przelej*", "transakcj*", "saldo*", "domen*", "aukcj*"],
  utility: ["pogod*", "prognoz*", "deszcz*", "temperatur*", "oblicz*", "policz*", "ile to", "przelicz*", "procent*", "która godzina", "stref* czasow*"],
  system: ["serwer*", "terminal*", "polecen*", "zainstaluj*", "pakiet*", "docker", "zrestartuj*", "proces", "procesy", "skrypt*"],
};
