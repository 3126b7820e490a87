import type { Role } from "../kernel/principal.ts";

/** What commands answer in plain sentences. */
export interface CommandAnswers {
  /** `{name}` is who asks; to the owner, and to others, to whom the agent is `{owner}`'s. */
  readonly hello: Readonly<Record<"owner" | "others", string>>;
  readonly about: string;
  readonly roles: Readonly<Record<Role, string>>;
  readonly helpHint: string;
  /** Ends the list of commands. */
  readonly everythingElse: string;
  readonly newSession: string;
  readonly stopped: string;
  readonly nothingRuns: string;
  readonly noNotes: string;
  readonly noTasks: string;
  readonly noReminders: string;
  readonly nothingToRead: string;
  readonly noApprovals: string;
  /** Ends a list that was cut. */
  readonly more: string;
}

const ENGLISH: CommandAnswers = {
  hello: {
    owner: "Hello {name}, I am Reeve, your agent.",
    others: "Hello {name}, I am Reeve, {owner}'s agent.",
  },
  about:
    "Write to me as to a person: I answer, remember, keep notes, tasks and reminders, look things up, and ask before I do what matters.",
  roles: {
    owner: "You are my owner: you decide what I may do.",
    admin: "You are an admin: you may allow what others ask for.",
    member: "You are a member: you have notes, tasks and reminders of your own.",
    guest: "You are a guest: I talk to you, and do little else.",
    stranger: "I do not know you.",
  },
  helpHint: "/help lists the commands.",
  everythingElse: "Everything else is a message to me.",
  newSession: "A new session begins.",
  stopped: "Stopped.",
  nothingRuns: "Nothing runs here.",
  noNotes: "You have no notes yet.",
  noTasks: "Nothing is to be done.",
  noReminders: "No reminder is set.",
  nothingToRead: "Nothing is saved to read.",
  noApprovals: "Nothing waits for your decision.",
  more: "… and more",
};

const ANSWERS: Readonly<Record<string, CommandAnswers>> = {
  en: ENGLISH,
  de: {
    hello: {
      owner: "Hallo {name}, ich bin Reeve, dein Agent.",
      others: "Hallo {name}, ich bin Reeve, der Agent von {owner}.",
    },
    about:
      "Schreib mir wie einem Menschen: Ich antworte, merke mir Dinge, führe Notizen, Aufgaben und Erinnerungen, schlage nach und frage, bevor ich etwas Wichtiges tue.",
    roles: {
      owner: "Dir gehöre ich: Du entscheidest, was ich darf.",
      admin: "Du bist Admin: Du darfst erlauben, worum andere bitten.",
      member: "Du bist Mitglied: Du hast eigene Notizen, Aufgaben und Erinnerungen.",
      guest: "Du bist Gast: Ich rede mit dir und tue sonst wenig.",
      stranger: "Ich kenne dich nicht.",
    },
    helpHint: "/help nennt die Befehle.",
    everythingElse: "Alles andere ist eine Nachricht an mich.",
    newSession: "Ein neues Gespräch beginnt.",
    stopped: "Angehalten.",
    nothingRuns: "Hier läuft nichts.",
    noNotes: "Du hast noch keine Notizen.",
    noTasks: "Es ist nichts zu tun.",
    noReminders: "Keine Erinnerung ist gesetzt.",
    nothingToRead: "Es ist nichts zum Lesen gespeichert.",
    noApprovals: "Nichts wartet auf deine Entscheidung.",
    more: "… und mehr",
  },
  es: {
    hello: {
      owner: "Hola {name}, soy Reeve, tu agente.",
      others: "Hola {name}, soy Reeve, el agente de {owner}.",
    },
    about:
      "Escríbeme como a una persona: respondo, recuerdo, llevo notas, tareas y recordatorios, busco información y pregunto antes de hacer algo importante.",
    roles: {
      owner: "Eres mi propietario: tú decides qué puedo hacer.",
      admin: "Eres administrador: puedes permitir lo que piden otros.",
      member: "Eres miembro: tienes tus propias notas, tareas y recordatorios.",
      guest: "Eres invitado: hablo contigo y hago poco más.",
      stranger: "No te conozco.",
    },
    helpHint: "/help muestra los comandos.",
    everythingElse: "Todo lo demás es un mensaje para mí.",
    newSession: "Empieza una conversación nueva.",
    stopped: "Detenido.",
    nothingRuns: "Aquí no hay nada en curso.",
    noNotes: "Todavía no tienes notas.",
    noTasks: "No hay nada que hacer.",
    noReminders: "No hay ningún recordatorio.",
    nothingToRead: "No hay nada guardado para leer.",
    noApprovals: "Nada espera tu decisión.",
    more: "… y más",
  },
  fr: {
    hello: {
      owner: "Bonjour {name}, je suis Reeve, votre agent.",
      others: "Bonjour {name}, je suis Reeve, l’agent de {owner}.",
    },
    about:
      "Écrivez-moi comme à une personne : je réponds, je retiens, je tiens des notes, des tâches et des rappels, je fais des recherches, et je demande avant de faire ce qui compte.",
    roles: {
      owner: "Vous êtes mon propriétaire : vous décidez de ce que je peux faire.",
      admin: "Vous êtes administrateur : vous pouvez permettre ce que d’autres demandent.",
      member: "Vous êtes membre : vous avez vos propres notes, tâches et rappels.",
      guest: "Vous êtes invité : je parle avec vous et ne fais guère plus.",
      stranger: "Je ne vous connais pas.",
    },
    helpHint: "/help liste les commandes.",
    everythingElse: "Tout le reste est un message pour moi.",
    newSession: "Une nouvelle conversation commence.",
    stopped: "Arrêté.",
    nothingRuns: "Rien n’est en cours ici.",
    noNotes: "Vous n’avez pas encore de notes.",
    noTasks: "Il n’y a rien à faire.",
    noReminders: "Aucun rappel n’est prévu.",
    nothingToRead: "Rien n’est enregistré pour la lecture.",
    noApprovals: "Rien n’attend votre décision.",
    more: "… et plus",
  },
  it: {
    hello: {
      owner: "Ciao {name}, sono Reeve, il tuo agente.",
      others: "Ciao {name}, sono Reeve, l’agente di {owner}.",
    },
    about:
      "Scrivimi come a una persona: rispondo, ricordo, tengo note, attività e promemoria, cerco informazioni e chiedo prima di fare ciò che conta.",
    roles: {
      owner: "Sei il mio proprietario: decidi tu che cosa posso fare.",
      admin: "Sei amministratore: puoi permettere ciò che chiedono gli altri.",
      member: "Sei membro: hai note, attività e promemoria tuoi.",
      guest: "Sei ospite: parlo con te e faccio poco altro.",
      stranger: "Non ti conosco.",
    },
    helpHint: "/help elenca i comandi.",
    everythingElse: "Tutto il resto è un messaggio per me.",
    newSession: "Inizia una nuova conversazione.",
    stopped: "Fermato.",
    nothingRuns: "Qui non è in corso nulla.",
    noNotes: "Non hai ancora note.",
    noTasks: "Non c’è nulla da fare.",
    noReminders: "Nessun promemoria è impostato.",
    nothingToRead: "Non c’è nulla di salvato da leggere.",
    noApprovals: "Nulla attende la tua decisione.",
    more: "… e altro",
  },
  pt: {
    hello: {
      owner: "Olá {name}, sou o Reeve, o seu agente.",
      others: "Olá {name}, sou o Reeve, o agente de {owner}.",
    },
    about:
      "Escreva-me como a uma pessoa: respondo, lembro-me, guardo notas, tarefas e lembretes, procuro informações e pergunto antes de fazer o que importa.",
    roles: {
      owner: "É o meu proprietário: decide o que posso fazer.",
      admin: "É administrador: pode permitir o que outros pedem.",
      member: "É membro: tem as suas próprias notas, tarefas e lembretes.",
      guest: "É convidado: falo consigo e faço pouco mais.",
      stranger: "Não o conheço.",
    },
    helpHint: "/help mostra os comandos.",
    everythingElse: "Tudo o resto é uma mensagem para mim.",
    newSession: "Começa uma nova conversa.",
    stopped: "Parado.",
    nothingRuns: "Não há nada a decorrer aqui.",
    noNotes: "Ainda não tem notas.",
    noTasks: "Não há nada para fazer.",
    noReminders: "Nenhum lembrete está definido.",
    nothingToRead: "Não há nada guardado para ler.",
    noApprovals: "Nada espera a sua decisão.",
    more: "… e mais",
  },
  ru: {
    hello: {
      owner: "Здравствуйте, {name}! Я Reeve, ваш агент.",
      others: "Здравствуйте, {name}! Я Reeve, агент пользователя {owner}.",
    },
    about:
      "Пишите мне, как человеку: я отвечаю, запоминаю, веду заметки, задачи и напоминания, ищу нужное и спрашиваю, прежде чем сделать что-то важное.",
    roles: {
      owner: "Вы мой владелец: вы решаете, что мне можно.",
      admin: "Вы администратор: вы можете разрешать то, о чём просят другие.",
      member: "Вы участник: у вас свои заметки, задачи и напоминания.",
      guest: "Вы гость: я с вами говорю и почти ничего больше не делаю.",
      stranger: "Я вас не знаю.",
    },
    helpHint: "/help перечисляет команды.",
    everythingElse: "Всё остальное — сообщение мне.",
    newSession: "Начинается новый разговор.",
    stopped: "Остановлено.",
    nothingRuns: "Здесь ничего не выполняется.",
    noNotes: "У вас пока нет заметок.",
    noTasks: "Делать нечего.",
    noReminders: "Напоминаний нет.",
    nothingToRead: "Для чтения ничего не сохранено.",
    noApprovals: "Ничто не ждёт вашего решения.",
    more: "… и другие",
  },
  tr: {
    hello: {
      owner: "Merhaba {name}, ben Reeve, sizin ajanınızım.",
      others: "Merhaba {name}, ben Reeve, {owner} adlı kişinin ajanıyım.",
    },
    about:
      "Bana bir insana yazar gibi yazın: yanıtlarım, hatırlarım, not, görev ve hatırlatıcı tutarım, araştırırım ve önemli bir şey yapmadan önce sorarım.",
    roles: {
      owner: "Sahibimsiniz: neye iznim olduğuna siz karar verirsiniz.",
      admin: "Yöneticisiniz: başkalarının istediklerine izin verebilirsiniz.",
      member: "Üyesiniz: kendi notlarınız, görevleriniz ve hatırlatıcılarınız var.",
      guest: "Misafirsiniz: sizinle konuşurum, başka pek bir şey yapmam.",
      stranger: "Sizi tanımıyorum.",
    },
    helpHint: "/help komutları gösterir.",
    everythingElse: "Geri kalan her şey bana bir mesajdır.",
    newSession: "Yeni bir konuşma başlıyor.",
    stopped: "Durduruldu.",
    nothingRuns: "Burada çalışan bir şey yok.",
    noNotes: "Henüz notunuz yok.",
    noTasks: "Yapılacak bir şey yok.",
    noReminders: "Kurulu hatırlatıcı yok.",
    nothingToRead: "Okumak için kaydedilmiş bir şey yok.",
    noApprovals: "Kararınızı bekleyen bir şey yok.",
    more: "… ve dahası",
  },
  uk: {
    hello: {
      owner: "Вітаю, {name}! Я Reeve, ваш агент.",
      others: "Вітаю, {name}! Я Reeve, агент користувача {owner}.",
    },
    about:
      "Пишіть мені, як людині: я відповідаю, запам’ятовую, веду нотатки, завдання й нагадування, шукаю потрібне і питаю, перш ніж зробити щось важливе.",
    roles: {
      owner: "Ви мій власник: ви вирішуєте, що мені можна.",
      admin: "Ви адміністратор: ви можете дозволяти те, про що просять інші.",
      member: "Ви учасник: у вас свої нотатки, завдання й нагадування.",
      guest: "Ви гість: я з вами розмовляю і майже нічого більше не роблю.",
      stranger: "Я вас не знаю.",
    },
    helpHint: "/help перелічує команди.",
    everythingElse: "Усе інше — повідомлення мені.",
    newSession: "Починається нова розмова.",
    stopped: "Зупинено.",
    nothingRuns: "Тут нічого не виконується.",
    noNotes: "У вас ще немає нотаток.",
    noTasks: "Робити нічого.",
    noReminders: "Нагадувань немає.",
    nothingToRead: "Для читання нічого не збережено.",
    noApprovals: "Ніщо не чекає на ваше рішення.",
    more: "… та інші",
  },
};

/** What commands answer in a person's language (BCP 47); in English where there are no words for it. */
export function commandAnswersIn(language: string | undefined): CommandAnswers {
  const [plain = "en"] = (language ?? "en").toLowerCase().split("-");
  return (Object.hasOwn(ANSWERS, plain) ? ANSWERS[plain] : undefined) ?? ENGLISH;
}
