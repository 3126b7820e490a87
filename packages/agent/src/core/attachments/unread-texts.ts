import { inLanguage, type Translations } from "../../kernel/languages.ts";

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
  },
};

/** Why files could not be read, in a language as BCP 47. */
export function unreadTextsIn(language: string | undefined): UnreadTexts {
  return inLanguage(TEXTS, language);
}
