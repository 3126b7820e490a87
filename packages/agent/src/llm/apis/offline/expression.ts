/** Words of arithmetic and what the calculator calls them. Longer phrases come first. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(\d),(?=\d{3}\b)/g, "$1"],
  [/(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)\s+of\s+/gi, "$1 / 100 * "],
  [/\b(\d+(?:\.\d+)?)\s*(?:percent|per cent)\b/gi, "$1 / 100"],
  [/(\d+(?:\.\d+)?)\s*%(?!\s*\d)/g, "$1 / 100"],
  [/\b(?:the )?square root of\s+(\d+(?:\.\d+)?)/gi, "sqrt($1)"],
  [/\b(?:the )?cube root of\s+(\d+(?:\.\d+)?)/gi, "cbrt($1)"],
  [/√\s*(\d+(?:\.\d+)?)/g, "sqrt($1)"],
  [/\bto the power of\b|\bto the\b|\*\*/gi, "^"],
  [/\bsquared\b|²/gi, "^ 2"],
  [/\bcubed\b|³/gi, "^ 3"],
  [/\b(?:multiplied by|times)\b|[×·⋅]/gi, "*"],
  [/(\d)\s*x\s*(?=\d)/gi, "$1 * "],
  [/\b(?:divided by|over)\b|÷/gi, "/"],
  [/\bplus\b/gi, "+"],
  [/\bminus\b|[−–]/gi, "-"],
  [/\b(?:modulo|mod)\b/gi, "%"],
];

/** Units as people write them. What is not here is not taken for a unit. */
const UNITS: Readonly<Record<string, string>> = {
  ...names("km", "km kms kilometer kilometers kilometre kilometres"),
  ...names("m", "m meter meters metre metres"),
  ...names("cm", "cm centimeter centimeters centimetre centimetres"),
  ...names("mm", "mm millimeter millimeters millimetre millimetres"),
  ...names("mile", "mile miles mi"),
  ...names("yard", "yard yards yd"),
  ...names("foot", "foot feet ft"),
  ...names("inch", "inch inches"),
  ...names("kg", "kg kilo kilos kilogram kilograms"),
  ...names("g", "g gram grams"),
  ...names("mg", "mg milligram milligrams"),
  ...names("lbs", "lb lbs pound pounds"),
  ...names("oz", "oz ounce ounces"),
  ...names("liter", "l liter liters litre litres"),
  ...names("ml", "ml milliliter milliliters millilitre millilitres"),
  ...names("gallon", "gallon gallons gal"),
  ...names("pint", "pint pints"),
  ...names("cup", "cup cups"),
  ...names("second", "s sec second seconds"),
  ...names("minute", "min minute minutes"),
  ...names("hour", "h hour hours hr hrs"),
  ...names("day", "day days"),
  ...names("week", "week weeks"),
  ...names("year", "year years"),
  ...names("degC", "c °c celsius centigrade"),
  ...names("degF", "f °f fahrenheit"),
  ...names("kelvin", "k kelvin"),
  ...names("km/h", "km/h kmh kph"),
  ...names("mile/hour", "mph"),
  ...names("m/s", "m/s"),
  ...names("byte", "byte bytes"),
  ...names("kB", "kb kilobyte kilobytes"),
  ...names("MB", "mb megabyte megabytes"),
  ...names("GB", "gb gigabyte gigabytes"),
  ...names("TB", "tb terabyte terabytes"),
};

const CONVERSION =
  /^(?<amount>-?\d+(?:\.\d+)?)\s*(?:degrees? )?(?<from>[a-z°/]+)\s+(?:in|to|into|as)\s+(?:degrees? )?(?<to>[a-z°/]+)$/i;
const ARITHMETIC = /^[\d\s.+\-*/^%()]*$/;
const FUNCTIONS = /\b(?:sqrt|cbrt|abs|round|floor|ceil|sin|cos|tan|log|log10|exp|pi)\b/gi;

/** "15% of 80" → "15 / 100 * 80"; undefined for what is not a sum or a change of units. */
export function toExpression(text: string): string | undefined {
  const plain = WORDS.reduce((rest, [word, sign]) => rest.replace(word, sign), text.trim());
  const conversion = CONVERSION.exec(plain)?.groups;
  if (conversion) {
    const from = unitOf(conversion["from"]);
    const to = unitOf(conversion["to"]);
    return from && to ? `${conversion["amount"]} ${from} to ${to}` : undefined;
  }

  const signs = plain.replaceAll(FUNCTIONS, "");
  const isSum = ARITHMETIC.test(signs) && /\d/.test(plain) && /[-+*/^%(]/.test(plain.slice(1));
  return isSum ? plain.replaceAll(/\s+/g, " ").trim() : undefined;
}

function unitOf(word = ""): string | undefined {
  const known = word.toLowerCase();
  return Object.hasOwn(UNITS, known) ? UNITS[known] : undefined;
}

function names(unit: string, spellings: string): Record<string, string> {
  return Object.fromEntries(spellings.split(" ").map((spelling) => [spelling, unit]));
}
