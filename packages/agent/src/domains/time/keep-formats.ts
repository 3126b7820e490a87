/** Formats of dates by their languages, each made once: a new one takes some fifty times as long as its use. */
export function keepFormats(
  options: Intl.DateTimeFormatOptions,
): (language: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (language) => {
    const known = formats.get(language);
    if (known) return known;
    const format = new Intl.DateTimeFormat(language, options);
    formats.set(language, format);
    return format;
  };
}
