import { inLanguage, type Translations } from "../../kernel/languages.ts";
import type { Unreadable } from "../../kernel/unreadable.ts";

/** Why a file could not be read. */
export interface UnreadTexts {
  /** No recording is listened to. */
  readonly deaf: string;
  readonly blind: string;
  /** `{name}` has `{size}`, and `{most}` are read. */
  readonly large: string;
  /** A file without a name: what `{kind}` it is. */
  readonly unnamed: string;
  /** So many files of a message, `{most}`, are read. */
  readonly files: string;
  /** It was tried `{most}` times. */
  readonly attempts: string;
  readonly refused: string;
  readonly late: string;
  readonly broken: string;
  readonly gone: string;
  readonly unreachable: string;
  /** Not yet, and it is tried again. */
  readonly later: string;
  /** The messenger does not have it any more. */
  readonly lost: string;
  readonly unavailable: string;
  readonly unequipped: string;
  /** It is the file's own fault; `{name}` is what it is called. */
  readonly unreadable: Readonly<Record<Unreadable, string>>;
}

const TEXTS: Translations<UnreadTexts> = {
  en: {
    deaf: "I cannot listen to recordings: no speech to text is set up (speech.stt). Please write it to me.",
    blind:
      "I cannot look at pictures: the model sees none, and no other one is set up for it (vision.model).",
    large: "{name} has {size}; at most {most} are read.",
    unnamed: "The {kind}",
    files: "Only the first {most} files of a message are read.",
    attempts: "It could not be read in {most} attempts.",
    refused: "It cannot be read at the moment.",
    late: "Reading it took too long.",
    broken: "Something went wrong while it was read.",
    gone: "The picture is no longer kept.",
    unreachable: "Files of this chat cannot be fetched.",
    later: "I cannot read this at the moment. I keep trying, and answer as soon as it works.",
    lost: "The file is no longer there. Please send it again.",
    unavailable:
      "It could not be read: what is needed for it has not answered for a while. Please send it again later.",
    unequipped:
      "It cannot be read: something that is needed for it is not set up here. The log says what.",
    unreadable: {
      archive: "{name} is an archive, and I do not unpack archives. Please send the files in it.",
      damaged: "{name} is damaged or incomplete. Please send it again.",
      empty: "{name} is empty.",
      foreign: "{name} is of a kind that I cannot read.",
      garbled:
        "The recording is damaged, or of a kind that I cannot listen to. Please send it as a voice message, or as MP3, M4A, OGG or WAV.",
      huge: "{name} is too large for me to read. Please send a smaller part of it.",
      locked: "{name} is locked. Please send it without a password.",
      old: "{name} is an office file of an old format, or locked with a password. Please send it as docx, xlsx, pptx or PDF, without a password.",
      silent:
        "Nothing can be heard in the recording. Please say it again, closer to the microphone.",
      slow: "{name} takes too long to read. Please send a smaller part of it.",
    },
  },
  de: {
    deaf: "Ich kann keine Aufnahmen anhören: Es ist keine Spracherkennung eingerichtet (speech.stt). Schreib es mir bitte.",
    blind:
      "Ich kann keine Bilder ansehen: Das Modell sieht keine, und ein anderes ist dafür nicht eingerichtet (vision.model).",
    large: "{name} hat {size}; ich lese höchstens {most}.",
    unnamed: "Die Datei ({kind})",
    files: "Von einer Nachricht lese ich nur die ersten {most} Dateien.",
    attempts: "In {most} Versuchen ließ es sich nicht lesen.",
    refused: "Das lässt sich gerade nicht lesen.",
    late: "Das Lesen hat zu lange gedauert.",
    broken: "Beim Lesen ist etwas schiefgegangen.",
    gone: "Das Bild ist nicht mehr da.",
    unreachable: "Dateien aus diesem Chat kann ich nicht holen.",
    later: "Das kann ich gerade nicht lesen. Ich versuche es weiter und antworte, sobald es geht.",
    lost: "Die Datei ist nicht mehr da. Schick sie bitte noch einmal.",
    unavailable:
      "Es ließ sich nicht lesen: Was dafür nötig ist, antwortet seit einer Weile nicht. Schick es bitte später noch einmal.",
    unequipped:
      "Das lässt sich nicht lesen: Etwas, das dafür nötig ist, ist hier nicht eingerichtet. Was, steht im Protokoll.",
    unreadable: {
      archive:
        "{name} ist ein Archiv, und Archive packe ich nicht aus. Schick mir bitte die Dateien daraus.",
      damaged: "{name} ist beschädigt oder unvollständig. Schick es bitte noch einmal.",
      empty: "{name} ist leer.",
      foreign: "{name} ist von einer Art, die ich nicht lesen kann.",
      garbled:
        "Die Aufnahme ist beschädigt oder von einer Art, die ich nicht anhören kann. Schick sie bitte als Sprachnachricht oder als MP3, M4A, OGG oder WAV.",
      huge: "{name} ist zu groß für mich. Schick bitte einen kleineren Teil davon.",
      locked: "{name} ist gesperrt. Schick es bitte ohne Passwort.",
      old: "{name} ist eine Office-Datei in einem alten Format oder mit einem Passwort gesperrt. Schick sie bitte als docx, xlsx, pptx oder PDF, ohne Passwort.",
      silent:
        "Auf der Aufnahme ist nichts zu hören. Sprich es bitte noch einmal, näher am Mikrofon.",
      slow: "{name} zu lesen dauert zu lange. Schick bitte einen kleineren Teil davon.",
    },
  },
  es: {
    deaf: "No puedo escuchar grabaciones: no hay reconocimiento de voz configurado (speech.stt). Escríbemelo, por favor.",
    blind:
      "No puedo mirar imágenes: el modelo no las ve y no hay otro configurado para ello (vision.model).",
    large: "{name} ocupa {size}; leo {most} como mucho.",
    unnamed: "El archivo ({kind})",
    files: "De un mensaje solo leo los primeros {most} archivos.",
    attempts: "No se ha podido leer en {most} intentos.",
    refused: "Ahora mismo no se puede leer.",
    late: "Leerlo ha tardado demasiado.",
    broken: "Algo ha fallado al leerlo.",
    gone: "La imagen ya no está guardada.",
    unreachable: "No puedo obtener los archivos de este chat.",
    later: "Ahora mismo no puedo leer esto. Lo sigo intentando y respondo en cuanto funcione.",
    lost: "El archivo ya no está. Envíalo de nuevo, por favor.",
    unavailable:
      "No se ha podido leer: lo que hace falta para ello no responde desde hace un rato. Envíalo de nuevo más tarde, por favor.",
    unequipped:
      "No se puede leer: aquí falta por configurar algo que hace falta para ello. El registro dice qué.",
    unreadable: {
      archive:
        "{name} es un archivo comprimido, y no los descomprimo. Envíame los archivos que contiene, por favor.",
      damaged: "{name} está dañado o incompleto. Envíalo de nuevo, por favor.",
      empty: "{name} está vacío.",
      foreign: "{name} es de un tipo que no puedo leer.",
      garbled:
        "La grabación está dañada o es de un tipo que no puedo escuchar. Envíala como mensaje de voz o en MP3, M4A, OGG o WAV, por favor.",
      huge: "{name} es demasiado grande para mí. Envía una parte más pequeña, por favor.",
      locked: "{name} está bloqueado. Envíalo sin contraseña, por favor.",
      old: "{name} es un archivo de ofimática de un formato antiguo, o está protegido con contraseña. Envíalo como docx, xlsx, pptx o PDF, sin contraseña, por favor.",
      silent: "En la grabación no se oye nada. Dilo de nuevo, más cerca del micrófono, por favor.",
      slow: "Leer {name} lleva demasiado tiempo. Envía una parte más pequeña, por favor.",
    },
  },
  fr: {
    deaf: "Je ne peux pas écouter d’enregistrements : aucune reconnaissance vocale n’est configurée (speech.stt). Écrivez-le-moi, s’il vous plaît.",
    blind:
      "Je ne peux pas regarder d’images : le modèle n’en voit pas, et aucun autre n’est prévu pour cela (vision.model).",
    large: "{name} fait {size} ; je lis {most} au plus.",
    unnamed: "Le fichier ({kind})",
    files: "Je ne lis que les {most} premiers fichiers d’un message.",
    attempts: "Lecture impossible, nombre d’essais : {most}.",
    refused: "Ce n’est pas lisible pour le moment.",
    late: "La lecture a pris trop de temps.",
    broken: "Quelque chose n’a pas fonctionné pendant la lecture.",
    gone: "L’image n’est plus conservée.",
    unreachable: "Je ne peux pas récupérer les fichiers de cette discussion.",
    later:
      "Je ne peux pas lire cela pour le moment. Je continue d’essayer et je réponds dès que possible.",
    lost: "Le fichier n’est plus là. Renvoyez-le, s’il vous plaît.",
    unavailable:
      "La lecture a échoué : ce qu’il faut pour cela ne répond plus depuis un moment. Renvoyez-le plus tard, s’il vous plaît.",
    unequipped:
      "La lecture est impossible : quelque chose de nécessaire n’est pas configuré ici. Le journal dit quoi.",
    unreadable: {
      archive:
        "{name} est une archive, et je n’ouvre pas les archives. Envoyez-moi les fichiers qu’elle contient, s’il vous plaît.",
      damaged: "{name} est endommagé ou incomplet. Renvoyez-le, s’il vous plaît.",
      empty: "{name} est vide.",
      foreign: "{name} est d’un type que je ne peux pas lire.",
      garbled:
        "L’enregistrement est endommagé, ou d’un type que je ne peux pas écouter. Envoyez-le comme message vocal, ou en MP3, M4A, OGG ou WAV, s’il vous plaît.",
      huge: "{name} est trop volumineux pour moi. Envoyez-en une partie plus petite, s’il vous plaît.",
      locked: "{name} est verrouillé. Envoyez-le sans mot de passe, s’il vous plaît.",
      old: "{name} est un fichier bureautique d’un ancien format, ou protégé par un mot de passe. Envoyez-le en docx, xlsx, pptx ou PDF, sans mot de passe, s’il vous plaît.",
      silent:
        "On n’entend rien dans l’enregistrement. Redites-le, plus près du micro, s’il vous plaît.",
      slow: "La lecture de {name} prend trop de temps. Envoyez-en une partie plus petite, s’il vous plaît.",
    },
  },
  it: {
    deaf: "Non posso ascoltare registrazioni: nessun riconoscimento vocale è configurato (speech.stt). Scrivimelo, per favore.",
    blind:
      "Non posso guardare immagini: il modello non le vede e nessun altro è previsto per questo (vision.model).",
    large: "{name} pesa {size}; leggo al massimo {most}.",
    unnamed: "Il file ({kind})",
    files: "Di un messaggio leggo solo i primi {most} file.",
    attempts: "Lettura non riuscita, tentativi: {most}.",
    refused: "Al momento non si può leggere.",
    late: "La lettura ha richiesto troppo tempo.",
    broken: "Qualcosa è andato storto durante la lettura.",
    gone: "L’immagine non è più conservata.",
    unreachable: "Non riesco a scaricare i file di questa chat.",
    later: "Al momento non posso leggerlo. Continuo a provare e rispondo appena funziona.",
    lost: "Il file non c’è più. Mandalo di nuovo, per favore.",
    unavailable:
      "Lettura non riuscita: ciò che serve per questo non risponde da un po’. Mandalo di nuovo più tardi, per favore.",
    unequipped:
      "Non si può leggere: qualcosa che serve per questo qui non è configurato. Il registro dice che cosa.",
    unreadable: {
      archive:
        "{name} è un archivio, e gli archivi non li apro. Mandami i file che contiene, per favore.",
      damaged: "{name} è danneggiato o incompleto. Mandalo di nuovo, per favore.",
      empty: "{name} è vuoto.",
      foreign: "{name} è di un tipo che non so leggere.",
      garbled:
        "La registrazione è danneggiata o di un tipo che non posso ascoltare. Mandala come messaggio vocale, o come MP3, M4A, OGG o WAV, per favore.",
      huge: "{name} è troppo grande per me. Mandane una parte più piccola, per favore.",
      locked: "{name} è bloccato. Mandalo senza password, per favore.",
      old: "{name} è un file d’ufficio di un vecchio formato, o bloccato con una password. Mandalo come docx, xlsx, pptx o PDF, senza password, per favore.",
      silent:
        "Nella registrazione non si sente nulla. Dillo di nuovo, più vicino al microfono, per favore.",
      slow: "Leggere {name} richiede troppo tempo. Mandane una parte più piccola, per favore.",
    },
  },
  pt: {
    deaf: "Não consigo ouvir gravações: não há reconhecimento de voz configurado (speech.stt). Escreva-mo, por favor.",
    blind:
      "Não consigo ver imagens: o modelo não as vê e não há outro configurado para isso (vision.model).",
    large: "{name} tem {size}; leio no máximo {most}.",
    unnamed: "O ficheiro ({kind})",
    files: "De uma mensagem só leio os primeiros {most} ficheiros.",
    attempts: "Não foi possível lê-lo em {most} tentativas.",
    refused: "De momento, não é possível lê-lo.",
    late: "A leitura demorou demasiado.",
    broken: "Algo falhou durante a leitura.",
    gone: "A imagem já não está guardada.",
    unreachable: "Não consigo obter os ficheiros desta conversa.",
    later: "De momento não consigo ler isto. Continuo a tentar e respondo assim que resultar.",
    lost: "O ficheiro já não está lá. Envie-o de novo, por favor.",
    unavailable:
      "Não foi possível lê-lo: o que é preciso para isso não responde há algum tempo. Envie-o de novo mais tarde, por favor.",
    unequipped:
      "Não é possível lê-lo: falta configurar aqui algo que é preciso para isso. O registo diz o quê.",
    unreadable: {
      archive:
        "{name} é um arquivo comprimido, e eu não os descomprimo. Envie-me os ficheiros que contém, por favor.",
      damaged: "{name} está danificado ou incompleto. Envie-o de novo, por favor.",
      empty: "{name} está vazio.",
      foreign: "{name} é de um tipo que não consigo ler.",
      garbled:
        "A gravação está danificada ou é de um tipo que não consigo ouvir. Envie-a como mensagem de voz, ou em MP3, M4A, OGG ou WAV, por favor.",
      huge: "{name} é demasiado grande para mim. Envie uma parte mais pequena, por favor.",
      locked: "{name} está bloqueado. Envie-o sem palavra-passe, por favor.",
      old: "{name} é um ficheiro de escritório de um formato antigo, ou protegido por palavra-passe. Envie-o como docx, xlsx, pptx ou PDF, sem palavra-passe, por favor.",
      silent: "Na gravação não se ouve nada. Diga-o de novo, mais perto do microfone, por favor.",
      slow: "Ler {name} demora demasiado. Envie uma parte mais pequena, por favor.",
    },
  },
  ru: {
    deaf: "Я не могу слушать записи: распознавание речи не настроено (speech.stt). Напишите мне, пожалуйста.",
    blind:
      "Я не могу смотреть картинки: модель их не видит, а другая для этого не настроена (vision.model).",
    large: "{name}: {size}; читаю не больше {most}.",
    unnamed: "Файл ({kind})",
    files: "В сообщении я читаю только первые файлы, не больше {most}.",
    attempts: "Прочитать не удалось, попыток: {most}.",
    refused: "Сейчас это нельзя прочитать.",
    late: "Чтение заняло слишком много времени.",
    broken: "При чтении что-то пошло не так.",
    gone: "Картинка больше не хранится.",
    unreachable: "Файлы этого чата мне недоступны.",
    later: "Сейчас я не могу это прочитать. Попробую ещё и отвечу, как только получится.",
    lost: "Файла больше нет. Пришлите его ещё раз, пожалуйста.",
    unavailable:
      "Прочитать не удалось: то, что для этого нужно, уже некоторое время не отвечает. Пришлите это позже ещё раз, пожалуйста.",
    unequipped:
      "Это нельзя прочитать: здесь не настроено то, что для этого нужно. Что именно, сказано в журнале.",
    unreadable: {
      archive: "{name} — архив, а архивы я не распаковываю. Пришлите файлы из него, пожалуйста.",
      damaged: "Файл повреждён или неполон: {name}. Пришлите его ещё раз, пожалуйста.",
      empty: "Файл пуст: {name}.",
      foreign: "Файлы такого вида я читать не умею: {name}.",
      garbled:
        "Запись повреждена или такого вида, который я не могу прослушать. Пришлите её голосовым сообщением или как MP3, M4A, OGG или WAV, пожалуйста.",
      huge: "Файл слишком велик для меня: {name}. Пришлите часть поменьше, пожалуйста.",
      locked: "Файл закрыт: {name}. Пришлите его без пароля, пожалуйста.",
      old: "{name} — офисный файл старого формата или закрыт паролем. Пришлите его как docx, xlsx, pptx или PDF, без пароля, пожалуйста.",
      silent: "На записи ничего не слышно. Скажите ещё раз, ближе к микрофону, пожалуйста.",
      slow: "Чтение занимает слишком много времени: {name}. Пришлите часть поменьше, пожалуйста.",
    },
  },
  tr: {
    deaf: "Kayıtları dinleyemiyorum: konuşma tanıma kurulmamış (speech.stt). Lütfen bana yazın.",
    blind:
      "Resimlere bakamıyorum: model resim görmüyor ve bunun için başka bir model kurulmamış (vision.model).",
    large: "{name}: {size}; en çok {most} okunur.",
    unnamed: "Dosya ({kind})",
    files: "Bir mesajın yalnızca ilk {most} dosyası okunur.",
    attempts: "{most} denemede okunamadı.",
    refused: "Şu anda okunamıyor.",
    late: "Okumak çok uzun sürdü.",
    broken: "Okunurken bir şeyler ters gitti.",
    gone: "Resim artık saklanmıyor.",
    unreachable: "Bu sohbetin dosyalarını alamıyorum.",
    later: "Bunu şu anda okuyamıyorum. Denemeye devam ediyorum, olur olmaz yanıtlarım.",
    lost: "Dosya artık yok. Lütfen yeniden gönderin.",
    unavailable:
      "Okunamadı: bunun için gereken şey bir süredir yanıt vermiyor. Lütfen daha sonra yeniden gönderin.",
    unequipped:
      "Okunamıyor: bunun için gereken bir şey burada kurulu değil. Ne olduğu günlükte yazıyor.",
    unreadable: {
      archive: "{name} bir arşiv, arşivleri açmıyorum. Lütfen içindeki dosyaları gönderin.",
      damaged: "{name} hasarlı ya da eksik. Lütfen yeniden gönderin.",
      empty: "{name} boş.",
      foreign: "{name} okuyamadığım bir türden.",
      garbled:
        "Kayıt hasarlı ya da dinleyemediğim bir türden. Lütfen sesli mesaj olarak ya da MP3, M4A, OGG veya WAV olarak gönderin.",
      huge: "{name} benim için çok büyük. Lütfen daha küçük bir bölümünü gönderin.",
      locked: "{name} kilitli. Lütfen parolasız gönderin.",
      old: "{name} eski biçimde bir ofis dosyası ya da parolayla kilitli. Lütfen docx, xlsx, pptx veya PDF olarak, parolasız gönderin.",
      silent: "Kayıtta hiçbir şey duyulmuyor. Lütfen mikrofona daha yakın, yeniden söyleyin.",
      slow: "{name} dosyasını okumak çok uzun sürüyor. Lütfen daha küçük bir bölümünü gönderin.",
    },
  },
  uk: {
    deaf: "Я не можу слухати записи: розпізнавання мовлення не налаштовано (speech.stt). Напишіть мені, будь ласка.",
    blind:
      "Я не можу переглядати зображення: модель їх не бачить, а іншу для цього не налаштовано (vision.model).",
    large: "{name}: {size}; читаю не більше {most}.",
    unnamed: "Файл ({kind})",
    files: "У повідомленні я читаю лише перші файли, не більше {most}.",
    attempts: "Прочитати не вдалося, спроб: {most}.",
    refused: "Зараз це не можна прочитати.",
    late: "Читання тривало надто довго.",
    broken: "Під час читання щось пішло не так.",
    gone: "Зображення більше не зберігається.",
    unreachable: "Файли цього чату мені недоступні.",
    later: "Зараз я не можу це прочитати. Спробую ще й відповім, щойно вийде.",
    lost: "Файлу більше немає. Надішліть його ще раз, будь ласка.",
    unavailable:
      "Прочитати не вдалося: те, що для цього потрібно, вже деякий час не відповідає. Надішліть це пізніше ще раз, будь ласка.",
    unequipped:
      "Це не можна прочитати: тут не налаштовано те, що для цього потрібно. Що саме, сказано в журналі.",
    unreadable: {
      archive: "{name} — архів, а архівів я не розпаковую. Надішліть файли з нього, будь ласка.",
      damaged: "Файл пошкоджений або неповний: {name}. Надішліть його ще раз, будь ласка.",
      empty: "Файл порожній: {name}.",
      foreign: "Файлів такого виду я читати не вмію: {name}.",
      garbled:
        "Запис пошкоджений або такого виду, якого я не можу прослухати. Надішліть його голосовим повідомленням або як MP3, M4A, OGG чи WAV, будь ласка.",
      huge: "Файл завеликий для мене: {name}. Надішліть меншу частину, будь ласка.",
      locked: "Файл закритий: {name}. Надішліть його без пароля, будь ласка.",
      old: "{name} — офісний файл старого формату або закритий паролем. Надішліть його як docx, xlsx, pptx або PDF, без пароля, будь ласка.",
      silent: "У записі нічого не чути. Скажіть ще раз, ближче до мікрофона, будь ласка.",
      slow: "Читання триває надто довго: {name}. Надішліть меншу частину, будь ласка.",
    },
  },
};

/** Why files could not be read, in a language as BCP 47. */
export function unreadTextsIn(language: string | undefined): UnreadTexts {
  return inLanguage(TEXTS, language);
}
