import type { Access } from "@reeve/sdk";
import { inLanguage, type Translations } from "../kernel/languages.ts";
import type { Role } from "../kernel/principal.ts";

/** What commands answer in plain sentences. */
export interface CommandAnswers {
  /** `{name}` is who asks; to the owner, and to others, to whom the agent is `{owner}`'s. */
  readonly hello: Readonly<Record<"owner" | "others", string>>;
  /** The same while nobody has said what the owner is called. */
  readonly helloUnnamed: Readonly<Record<"owner" | "others", string>>;
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
  /** That a command is written like `{usage}`. */
  readonly wrongUsage: string;
  /** That a bug kept `/{command}` from its answer. */
  readonly failed: string;
  /** For whom alone `/{command}` is. */
  readonly notForYou: Readonly<Record<Access, string>>;
  /** That `/{command}` answers in direct chats only. */
  readonly directOnly: string;
}

const ANSWERS: Translations<CommandAnswers> = {
  en: {
    hello: {
      owner: "Hello {name}, I am Reeve, your agent.",
      others: "Hello {name}, I am Reeve, {owner}'s agent.",
    },
    helloUnnamed: {
      owner: "Hello, I am Reeve, your agent.",
      others: "Hello {name}, I am Reeve, an agent.",
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
    nothingRuns: "Nothing is running here.",
    noNotes: "You have no notes yet.",
    noTasks: "There is nothing to do.",
    noReminders: "No reminder is set.",
    nothingToRead: "Nothing is saved for reading.",
    noApprovals: "Nothing is waiting for your decision.",
    more: "… and more",
    wrongUsage: "Use it like this: {usage}",
    failed: "/{command} did not work. The agent's log says more.",
    notForYou: {
      owner: "/{command} is for the owner only.",
      admin: "/{command} is for the owner and admins only.",
      member: "/{command} is for members only.",
      anyone: "/{command} is not for you.",
    },
    directOnly: "/{command} shows what is yours alone: ask me in a direct chat.",
  },
  de: {
    hello: {
      owner: "Hallo {name}, ich bin Reeve, dein Agent.",
      others: "Hallo {name}, ich bin Reeve, der Agent von {owner}.",
    },
    helloUnnamed: {
      owner: "Hallo, ich bin Reeve, dein Agent.",
      others: "Hallo {name}, ich bin Reeve, ein Agent.",
    },
    about:
      "Schreib mir wie einem Menschen: Ich antworte, merke mir Dinge, führe Notizen, Aufgaben und Erinnerungen, schlage nach und frage, bevor ich etwas Wichtiges tue.",
    roles: {
      owner: "Du bist mein Besitzer: Du entscheidest, was ich darf.",
      admin: "Du bist Admin: Du darfst erlauben, worum andere bitten.",
      member: "Du bist Mitglied: Du hast eigene Notizen, Aufgaben und Erinnerungen.",
      guest: "Du bist Gast: Ich rede mit dir und tue sonst wenig.",
      stranger: "Ich kenne dich nicht.",
    },
    helpHint: "/help zeigt die Befehle.",
    everythingElse: "Alles andere ist eine Nachricht an mich.",
    newSession: "Ein neues Gespräch beginnt.",
    stopped: "Angehalten.",
    nothingRuns: "Hier läuft nichts.",
    noNotes: "Du hast noch keine Notizen.",
    noTasks: "Es ist nichts zu tun.",
    noReminders: "Es ist keine Erinnerung gesetzt.",
    nothingToRead: "Es ist nichts zum Lesen gespeichert.",
    noApprovals: "Nichts wartet auf deine Entscheidung.",
    more: "… und weitere",
    wrongUsage: "So geht es: {usage}",
    failed: "/{command} hat nicht geklappt. Mehr steht im Protokoll des Agenten.",
    notForYou: {
      owner: "/{command} ist nur für den Besitzer.",
      admin: "/{command} ist nur für den Besitzer und für Admins.",
      member: "/{command} ist nur für Mitglieder.",
      anyone: "/{command} ist nichts für dich.",
    },
    directOnly: "/{command} zeigt, was nur dich angeht: Frag mich in einem Einzelchat.",
  },
  es: {
    hello: {
      owner: "Hola, {name}. Soy Reeve, tu agente.",
      others: "Hola, {name}. Soy Reeve, el agente de {owner}.",
    },
    helloUnnamed: {
      owner: "Hola. Soy Reeve, tu agente.",
      others: "Hola, {name}. Soy Reeve, un agente.",
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
    noApprovals: "No hay nada pendiente de tu decisión.",
    more: "… y más",
    wrongUsage: "Se usa así: {usage}",
    failed: "/{command} no ha funcionado. Hay más detalles en el registro del agente.",
    notForYou: {
      owner: "/{command} es solo para el propietario.",
      admin: "/{command} es solo para el propietario y los administradores.",
      member: "/{command} es solo para miembros.",
      anyone: "/{command} no es para ti.",
    },
    directOnly: "/{command} muestra lo que es solo tuyo: pregúntame en un chat privado.",
  },
  fr: {
    hello: {
      owner: "Bonjour {name}, je suis Reeve, votre agent.",
      others: "Bonjour {name}, je suis Reeve, l’agent qui travaille pour {owner}.",
    },
    helloUnnamed: {
      owner: "Bonjour, je suis Reeve, votre agent.",
      others: "Bonjour {name}, je suis Reeve, un agent.",
    },
    about:
      "Écrivez-moi comme à une personne : je réponds, je retiens, je tiens des notes, des tâches et des rappels, je fais des recherches, et je demande avant de faire ce qui compte.",
    roles: {
      owner: "Vous êtes mon propriétaire : vous décidez de ce que je peux faire.",
      admin: "Vous êtes administrateur : vous pouvez autoriser ce que d’autres demandent.",
      member: "Vous êtes membre : vous avez vos propres notes, tâches et rappels.",
      guest: "Vous êtes invité : je parle avec vous et ne fais guère plus.",
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
    nothingToRead: "Il n’y a rien à lire pour le moment.",
    noApprovals: "Rien n’attend votre décision.",
    more: "… et d’autres",
    wrongUsage: "Utilisez-la ainsi : {usage}",
    failed: "/{command} n’a pas fonctionné. Le journal technique de l’agent en dit plus.",
    notForYou: {
      owner: "/{command} est réservée au propriétaire.",
      admin: "/{command} est réservée au propriétaire et aux administrateurs.",
      member: "/{command} est réservée aux membres.",
      anyone: "/{command} n’est pas pour vous.",
    },
    directOnly:
      "/{command} montre ce qui ne regarde que vous : demandez-moi dans une discussion privée.",
  },
  it: {
    hello: {
      owner: "Ciao {name}, sono Reeve, il tuo agente.",
      others: "Ciao {name}, sono Reeve, l’agente di {owner}.",
    },
    helloUnnamed: {
      owner: "Ciao, sono Reeve, il tuo agente.",
      others: "Ciao {name}, sono Reeve, un agente.",
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
    noReminders: "Non ci sono promemoria impostati.",
    nothingToRead: "Non c’è nulla di salvato da leggere.",
    noApprovals: "Non c’è nulla in attesa di una tua decisione.",
    more: "… e altro",
    wrongUsage: "Si usa così: {usage}",
    failed: "/{command} non ha funzionato. I dettagli sono nel registro dell’agente.",
    notForYou: {
      owner: "/{command} è solo per il proprietario.",
      admin: "/{command} è solo per il proprietario e gli amministratori.",
      member: "/{command} è solo per i membri.",
      anyone: "/{command} non è per te.",
    },
    directOnly: "/{command} mostra ciò che riguarda solo te: chiedimelo in una chat privata.",
  },
  pt: {
    hello: {
      owner: "Olá, {name}. Sou o Reeve, o seu agente.",
      others: "Olá, {name}. Sou o Reeve, o agente de {owner}.",
    },
    helloUnnamed: {
      owner: "Olá. Sou o Reeve, o seu agente.",
      others: "Olá, {name}. Sou o Reeve, um agente.",
    },
    about:
      "Escreva-me como a uma pessoa: respondo, lembro-me, guardo notas, tarefas e lembretes, procuro informações e pergunto antes de fazer o que importa.",
    roles: {
      owner: "É o meu proprietário: é quem decide o que posso fazer.",
      admin: "É administrador: pode permitir o que outros pedem.",
      member: "É membro: tem as suas próprias notas, tarefas e lembretes.",
      guest: "É convidado: falo consigo e faço pouco mais.",
      stranger: "Não sei quem é.",
    },
    helpHint: "/help mostra os comandos.",
    everythingElse: "Tudo o resto é uma mensagem para mim.",
    newSession: "Começa uma nova sessão.",
    stopped: "Parado.",
    nothingRuns: "Não há nada a decorrer aqui.",
    noNotes: "Ainda não tem notas.",
    noTasks: "Não há nada para fazer.",
    noReminders: "Não há lembretes definidos.",
    nothingToRead: "Não há nada guardado para ler.",
    noApprovals: "Não há nada à espera da sua decisão.",
    more: "… e mais",
    wrongUsage: "Usa-se assim: {usage}",
    failed: "/{command} não funcionou. Há mais pormenores no registo do agente.",
    notForYou: {
      owner: "/{command} é só para o proprietário.",
      admin: "/{command} é só para o proprietário e os administradores.",
      member: "/{command} é só para membros.",
      anyone: "/{command} não é para si.",
    },
    directOnly: "/{command} mostra o que é só seu: pergunte-me numa conversa privada.",
  },
  ru: {
    hello: {
      owner: "Здравствуйте, {name}! Я Reeve, ваш агент.",
      others: "Здравствуйте, {name}! Я Reeve, агент пользователя {owner}.",
    },
    helloUnnamed: {
      owner: "Здравствуйте! Я Reeve, ваш агент.",
      others: "Здравствуйте, {name}! Я Reeve, агент.",
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
    helpHint: "/help покажет все команды.",
    everythingElse: "Всё остальное — сообщение мне.",
    newSession: "Начинается новый разговор.",
    stopped: "Остановлено.",
    nothingRuns: "Здесь ничего не выполняется.",
    noNotes: "У вас пока нет заметок.",
    noTasks: "Задач нет.",
    noReminders: "Напоминаний нет.",
    nothingToRead: "Для чтения ничего не сохранено.",
    noApprovals: "Ничто не ждёт вашего решения.",
    more: "… и ещё",
    wrongUsage: "Пишите так: {usage}",
    failed: "/{command} не удалось выполнить. Подробности — в системном журнале агента.",
    notForYou: {
      owner: "/{command} — только для владельца.",
      admin: "/{command} — только для владельца и администраторов.",
      member: "/{command} — только для участников.",
      anyone: "/{command} — не для вас.",
    },
    directOnly: "/{command} показывает то, что касается только вас: спросите меня в личном чате.",
  },
  tr: {
    hello: {
      owner: "Merhaba {name}, ben Reeve, sizin ajanınızım.",
      others: "Merhaba {name}, ben Reeve, {owner} adlı kişinin ajanıyım.",
    },
    helloUnnamed: {
      owner: "Merhaba, ben Reeve, sizin ajanınızım.",
      others: "Merhaba {name}, ben Reeve, bir ajanım.",
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
    wrongUsage: "Şöyle kullanılır: {usage}",
    failed: "/{command} çalışmadı. Ayrıntılar ajanın sistem kayıtlarında.",
    notForYou: {
      owner: "/{command} yalnızca sahibim içindir.",
      admin: "/{command} yalnızca sahibim ve yöneticiler içindir.",
      member: "/{command} yalnızca üyeler içindir.",
      anyone: "/{command} sizin için değil.",
    },
    directOnly: "/{command} yalnızca size ait olanı gösterir: bana özel sohbette sorun.",
  },
  uk: {
    hello: {
      owner: "Вітаю, {name}! Я Reeve, ваш агент.",
      others: "Вітаю, {name}! Я Reeve, агент користувача {owner}.",
    },
    helloUnnamed: {
      owner: "Вітаю! Я Reeve, ваш агент.",
      others: "Вітаю, {name}! Я Reeve, агент.",
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
    helpHint: "/help покаже всі команди.",
    everythingElse: "Усе інше — повідомлення мені.",
    newSession: "Починається нова розмова.",
    stopped: "Зупинено.",
    nothingRuns: "Тут нічого не виконується.",
    noNotes: "У вас ще немає нотаток.",
    noTasks: "Завдань немає.",
    noReminders: "Нагадувань немає.",
    nothingToRead: "Для читання нічого не збережено.",
    noApprovals: "Ніщо не чекає на ваше рішення.",
    more: "… і ще",
    wrongUsage: "Пишіть так: {usage}",
    failed: "/{command} не вдалося виконати. Подробиці — у системному журналі агента.",
    notForYou: {
      owner: "/{command} — лише для власника.",
      admin: "/{command} — лише для власника й адміністраторів.",
      member: "/{command} — лише для учасників.",
      anyone: "/{command} — не для вас.",
    },
    directOnly: "/{command} показує те, що стосується лише вас: запитайте мене в особистому чаті.",
  },
};

/** What commands answer in a person's language (BCP 47). */
export function commandAnswersIn(language: string | undefined): CommandAnswers {
  return inLanguage(ANSWERS, language);
}
