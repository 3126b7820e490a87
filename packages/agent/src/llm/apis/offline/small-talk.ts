import type { Rule } from "./rule.ts";
import { answerWith } from "./step.ts";

const WHO =
  "I am Reeve's built-in offline model: not a language model, but rules for simple sentences.";

const HELP = `${WHO}

I understand sentences like these:

- **Memory:** "remember that the gate code is in the safe", "what do you know about the gate?"
- **Notes:** "note: buy milk", "list my notes", "search notes for milk", "delete note <id>"
- **Files:** "list my files", "read todo.md", "write hello to hello.txt", "append bye to hello.txt"
- **Sums:** "what is 12*7", "15% of 80", "3 km in miles"
- **Time:** "what time is it in Tokyo", "convert 15:00 Berlin to Tokyo"

For a real conversation, set up a language model: \`reeve setup\`.`;

/** Greetings, thanks and questions about the model itself. */
export const smallTalk: readonly Rule[] = [
  {
    patterns: [
      /^\/?help(?: me)?$/i,
      /^\?+$/,
      /^what (?:can|do) you (?:do|understand|know how to do)\b/i,
      /^what are you (?:able to do|capable of|good (?:for|at))/i,
      /^how (?:does this|do you) work$/i,
      /^(?:who|what) are you$/i,
      /^what(?:'s| is) your name$/i,
      /^(?:which|what) (?:language )?model (?:are you|is this)/i,
      /^are you (?:a |an )?(?:real |human|person|bot|robot|ai|llm|language model|chatgpt|gpt|claude)/i,
    ],
    answer: () => answerWith(HELP),
  },
  {
    patterns: [/^(?:hilfe|was kannst du(?: alles)?|wer bist du)$/i],
    answer: () =>
      answerWith(
        "Ich bin das eingebaute Offline-Modell von Reeve: kein Sprachmodell, sondern Regeln für einfache englische Sätze. " +
          'Probier zum Beispiel "list my notes" oder "what is 12*7"; alles Weitere sagt "help".',
      ),
  },
  {
    patterns: [/^(?:aide(?:z?-moi)?|à l'aide|que (?:peux|sais)-tu faire|qui es-tu)$/i],
    answer: () =>
      answerWith(
        "Je suis le modèle hors ligne de Reeve : pas un modèle de langage, mais des règles pour des phrases simples en anglais. " +
          "Essayez « list my notes » ou « what is 12*7 » ; « help » dit le reste.",
      ),
  },
  {
    patterns: [/^(?:ayuda|ayúdame|qué puedes hacer|quién eres)$/i],
    answer: () =>
      answerWith(
        "Soy el modelo sin conexión de Reeve: no un modelo de lenguaje, sino reglas para frases sencillas en inglés. " +
          'Prueba "list my notes" o "what is 12*7"; "help" dice lo demás.',
      ),
  },
  {
    patterns: [/^(?:помощь|помоги(?:те)?|что ты умеешь|кто ты)$/i],
    answer: () =>
      answerWith(
        "Я встроенная офлайн-модель Reeve: не языковая модель, а правила для простых английских фраз. " +
          'Попробуйте "list my notes" или "what is 12*7"; остальное скажет "help".',
      ),
  },
  {
    patterns: [
      /^(?:hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)),?(?: there| reeve| again| all)*$/i,
    ],
    answer: () => answerWith(`Hello! ${WHO} Say "help" to see what I understand.`),
  },
  {
    patterns: [/^(?:hallo|moin|servus|guten (?:morgen|tag|abend)|grüß (?:dich|gott))$/i],
    answer: () =>
      answerWith('Hallo! Ich bin das Offline-Modell von Reeve. "Hilfe" sagt, was ich verstehe.'),
  },
  {
    patterns: [/^(?:salut|bonjour|bonsoir|coucou)$/i],
    answer: () =>
      answerWith(
        "Bonjour ! Je suis le modèle hors ligne de Reeve. Dites « aide » pour voir ce que je comprends.",
      ),
  },
  {
    patterns: [/^(?:hola|buenas|buenos días|buenas (?:tardes|noches))$/i],
    answer: () =>
      answerWith('¡Hola! Soy el modelo sin conexión de Reeve. Di "ayuda" para ver qué entiendo.'),
  },
  {
    patterns: [/^(?:привет|здравствуй(?:те)?|добр(?:ый день|ое утро|ый вечер))$/i],
    answer: () =>
      answerWith("Привет! Я офлайн-модель Reeve. Напишите «помощь», чтобы узнать, что я понимаю."),
  },
  {
    patterns: [
      /^(?:how are you|how(?:'s| is) it going|what's up|how do you do)(?: today| doing)?$/i,
    ],
    answer: () => answerWith("I'm fine, thank you. What can I do for you?"),
  },
  {
    patterns: [/^(?:many )?(?:thanks|thank you|thx|ty|cheers|danke|merci|gracias|спасибо)\b/i],
    answer: () => answerWith("You are welcome."),
  },
  {
    patterns: [/^(?:bye|goodbye|good night|see you|cu|tschüss|au revoir|adiós|пока)\b/i],
    answer: () => answerWith("Goodbye! I'll keep what I remember."),
  },
  {
    patterns: [
      /^(?:ok|okay|fine|great|good|cool|nice|perfect|yes|no|alright|all right|never mind)$/i,
    ],
    answer: () => answerWith("All right."),
  },
];
