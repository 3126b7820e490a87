/** Cities, countries and shorthands that name no zone of the database, or one under an older name. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "ho chi minh": "Asia/Ho_Chi_Minh",
    "ho chi minh city": "Asia/Ho_Chi_Minh",
    "new york city": "America/New_York",
    "san francisco": "America/Los_Angeles",
    "st petersburg": "Europe/Moscow",
    "rio de janeiro": "America/Sao_Paulo",
    "tel aviv": "Asia/Jerusalem",
    "abu dhabi": "Asia/Dubai",
    "cape town": "Africa/Johannesburg",
    "hong kong": "Asia/Hong_Kong",
    "salt lake city": "America/Denver",
    "las vegas": "America/Los_Angeles",
    "san diego": "America/Los_Angeles",
    "washington dc": "America/New_York",
    atlanta: "America/New_York",
    austin: "America/Chicago",
    bali: "Asia/Makassar",
    bangalore: "Asia/Kolkata",
    barcelona: "Europe/Madrid",
    beijing: "Asia/Shanghai",
    bengaluru: "Asia/Kolkata",
    boston: "America/New_York",
    calcutta: "Asia/Kolkata",
    chennai: "Asia/Kolkata",
    cologne: "Europe/Berlin",
    dallas: "America/Chicago",
    delhi: "Asia/Kolkata",
    edinburgh: "Europe/London",
    england: "Europe/London",
    florence: "Europe/Rome",
    france: "Europe/Paris",
    frankfurt: "Europe/Berlin",
    geneva: "Europe/Zurich",
    germany: "Europe/Berlin",
    gmt: "UTC",
    hamburg: "Europe/Berlin",
    hanoi: "Asia/Ho_Chi_Minh",
    houston: "America/Chicago",
    hyderabad: "Asia/Kolkata",
    india: "Asia/Kolkata",
    italy: "Europe/Rome",
    japan: "Asia/Tokyo",
    kathmandu: "Asia/Kathmandu",
    kiev: "Europe/Kyiv",
    kolkata: "Asia/Kolkata",
    krakow: "Europe/Warsaw",
    kyiv: "Europe/Kyiv",
    kyoto: "Asia/Tokyo",
    lyon: "Europe/Paris",
    manchester: "Europe/London",
    marseille: "Europe/Paris",
    miami: "America/New_York",
    milan: "Europe/Rome",
    montreal: "America/Toronto",
    mumbai: "Asia/Kolkata",
    munich: "Europe/Berlin",
    naples: "Europe/Rome",
    nyc: "America/New_York",
    osaka: "Asia/Tokyo",
    ottawa: "America/Toronto",
    philadelphia: "America/New_York",
    portland: "America/Los_Angeles",
    porto: "Europe/Lisbon",
    saigon: "Asia/Ho_Chi_Minh",
    seattle: "America/Los_Angeles",
    shenzhen: "Asia/Shanghai",
    spain: "Europe/Madrid",
    uk: "Europe/London",
    utc: "UTC",
    valencia: "Europe/Madrid",
    venice: "Europe/Rome",
    wellington: "Pacific/Auckland",
    yangon: "Asia/Yangon",
    z: "UTC",
  }),
);

/**
 * Finds the time zone of an IANA name, a well-known city or an offset such as `UTC+3`; ignores case,
 * accents and underscores. Undefined if there is none.
 */
export function findTimeZone(name: string): string | undefined {
  const folded = fold(name);
  return parseOffset(folded) ?? OTHER_NAMES.get(folded) ?? findInDatabase(folded);
}

function findInDatabase(folded: string): string | undefined {
  const known = [...OTHER_NAMES.values(), ...Intl.supportedValuesOf("timeZone")];
  return (
    known.find((zone) => fold(zone) === folded) ??
    known.find((zone) => fold(zone.slice(zone.lastIndexOf("/") + 1)) === folded)
  );
}

/** "utc+3" → "+03:00" */
function parseOffset(folded: string): string | undefined {
  const match = /^(?:utc|gmt)? ?([+-])(\d{1,2})(?::?([0-5]\d))?$/.exec(folded);
  if (!match) return undefined;
  const [, sign = "+", hours = "", minutes = "00"] = match;
  return Number(hours) <= 14 ? `${sign}${hours.padStart(2, "0")}:${minutes}` : undefined;
}

function fold(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f.,']/g, "")
    .replaceAll("_", " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
