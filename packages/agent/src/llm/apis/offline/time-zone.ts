/** Places that are not the name of a zone. */
const PLACES: Readonly<Record<string, string>> = {
  utc: "UTC",
  gmt: "UTC",
  cet: "Europe/Berlin",
  cest: "Europe/Berlin",
  est: "America/New_York",
  edt: "America/New_York",
  pst: "America/Los_Angeles",
  pdt: "America/Los_Angeles",
  germany: "Europe/Berlin",
  munich: "Europe/Berlin",
  hamburg: "Europe/Berlin",
  frankfurt: "Europe/Berlin",
  france: "Europe/Paris",
  spain: "Europe/Madrid",
  barcelona: "Europe/Madrid",
  italy: "Europe/Rome",
  milan: "Europe/Rome",
  england: "Europe/London",
  "the uk": "Europe/London",
  uk: "Europe/London",
  ireland: "Europe/Dublin",
  switzerland: "Europe/Zurich",
  geneva: "Europe/Zurich",
  austria: "Europe/Vienna",
  ukraine: "Europe/Kyiv",
  kyiv: "Europe/Kyiv",
  kiev: "Europe/Kyiv",
  russia: "Europe/Moscow",
  "saint petersburg": "Europe/Moscow",
  turkey: "Europe/Istanbul",
  israel: "Asia/Jerusalem",
  "tel aviv": "Asia/Jerusalem",
  "abu dhabi": "Asia/Dubai",
  india: "Asia/Kolkata",
  delhi: "Asia/Kolkata",
  "new delhi": "Asia/Kolkata",
  mumbai: "Asia/Kolkata",
  bangalore: "Asia/Kolkata",
  china: "Asia/Shanghai",
  beijing: "Asia/Shanghai",
  shenzhen: "Asia/Shanghai",
  japan: "Asia/Tokyo",
  osaka: "Asia/Tokyo",
  korea: "Asia/Seoul",
  "san francisco": "America/Los_Angeles",
  seattle: "America/Los_Angeles",
  california: "America/Los_Angeles",
  "las vegas": "America/Los_Angeles",
  boston: "America/New_York",
  washington: "America/New_York",
  miami: "America/New_York",
  nyc: "America/New_York",
  texas: "America/Chicago",
  houston: "America/Chicago",
  dallas: "America/Chicago",
  montreal: "America/Toronto",
  rio: "America/Sao_Paulo",
  "rio de janeiro": "America/Sao_Paulo",
  "são paulo": "America/Sao_Paulo",
  "cape town": "Africa/Johannesburg",
};

/** The IANA zone of a city, a country with one zone, or a zone's own name. */
export function findTimeZone(place: string): string | undefined {
  const wanted = place
    .trim()
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/ time$/, "");
  if (Object.hasOwn(PLACES, wanted)) return PLACES[wanted];
  return Intl.supportedValuesOf("timeZone").find((zone) => {
    const name = zone.toLowerCase().replaceAll("_", " ");
    return name === wanted || name.split("/").at(-1) === wanted;
  });
}
