import type { IntentWords } from "../intent.ts";

/** French. */
export const fr: IntentWords = {
  email: ["mail", "mails", "email*", "e-mail*", "courriel*", "courrier*", "boîte de réception", "boite mail", "objet du mail"],
  calendar: ["calendrier*", "agenda*", "rendez-vous", "rdv", "événement*", "créneau*", "suis-je libre", "disponibilité*"],
  meetings: ["réunion*", "compte rendu", "compte-rendu", "procès-verbal", "participants"],
  reminders: ["rappel*", "réveil*", "n'oublie pas", "préviens-moi"],
  tasks: ["tâche*", "todo*", "à faire", "échéance*", "en retard", "liste de courses"],
  notes: ["note", "notes", "noter", "bloc-notes", "écris ça", "prends note"],
  memory: ["souviens*", "souvien*", "mémoire*", "mémoris*", "retiens", "oublie", "que sais-tu", "tu te rappelles"],
  journal: ["journal des trades", "journal de trading", "journal de bord", "bénéfice*", "profit*", "taux de réussite"],
  files: ["fichier*", "dossier*", "répertoire*", "document*", "pdf", "tableur*", "espace de travail", "renomm*", "espace disque"],
  media: ["photo*", "image*", "capture d'écran", "vidéo*", "vocal", "message vocal", "audio*", "transcri*", "autocollant*", "sticker*", "gif"],
  web: ["site", "sites", "site web", "page web", "internet", "url", "lien", "liens", "google*", "https", "http", "cherche en ligne", "sur le web"],
  news: ["actualité*", "actu", "actus", "infos", "nouvelles", "gros titres", "flux", "rss", "presse"],
  github: ["github", "dépôt", "dépôts", "repo", "repos", "pull request*", "issue", "issues", "ticket github", "commit*", "revue de code"],
  telegram: ["telegram", "chat", "discussion*", "canal", "canaux", "groupe*", "message", "messages", "sondage*", "épingl*", "transfère*", "nom d'utilisateur", "cadeau*", "étoiles", "story"],
  ton: ["ton coin", "toncoin*", "portefeuille*", "wallet*", "jetton*", "jeton*", "token*", "nft*", "échange*", "swap*", "blockchain*", "crypto*", "virement*", "transaction*", "solde*", "domaine*", "enchère*"],
  utility: ["météo", "prévision*", "pleut", "pleuvoir", "température*", "calcul*", "convertis*", "convertir", "pourcent*", "quelle heure", "fuseau*", "combien font"],
  system: ["serveur*", "terminal", "commande*", "installe*", "paquet*", "docker", "redémarre*", "service systemd", "processus", "script*"],
};
