/** Examples to offer, and the words that make each of them a likely wish. */
const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/\bnotes?\b|\bwrite down\b|\blist\b/i, "list my notes"],
  [/\bnotes?\b|\btask|\btodo|\bbuy\b|\bremind/i, "note: buy milk"],
  [/\bremember|\bforget|\bmy\b/i, "remember that my bike is blue"],
  [/\bknow\b|\bremember|\babout\b|\bwho\b/i, "what do you know about my bike"],
  [/\bfiles?\b|\bfolder|\bdocument/i, "list my files"],
  [/\bfiles?\b|\bwrite\b|\bsave\b|\bcreate\b/i, "write hello to hello.txt"],
  [/\bread\b|\bopen\b|\bshow\b/i, "read hello.txt"],
  [/\d|\bhow (?:much|many)\b|\bcalculate|\bpercent/i, "what is 15% of 80"],
  [/\bkm\b|\bmiles?\b|\bkilo|\bconvert\b/i, "3 km in miles"],
  [/\btime\b|\bdate\b|\bclock\b|\bwhen\b|\btoday\b/i, "what time is it in Tokyo"],
];

const DEFAULTS = ["note: buy milk", "what is 12*7", "what time is it in Tokyo"] as const;

/** An honest answer to a sentence that no rule knows, with three examples near to it. */
export function answerUnknown(text: string): string {
  const near = EXAMPLES.filter(([words]) => words.test(text)).map(([, example]) => example);
  const [one, two, three] = [...new Set([...near, ...DEFAULTS])];
  return (
    "I did not understand that: I am the offline model and only know rules for plain sentences. " +
    `Try for example "${one}", "${two}" or "${three}"; "help" lists what I understand.`
  );
}
