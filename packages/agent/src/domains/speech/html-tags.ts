const FORMATS =
  "a|b|big|blockquote|br|center|del|div|em|font|h[1-6]|hr|i|ins|li|ol|p|s|small|span|strike|strong|tg-spoiler|u|ul";
const OTHERS = "code|details|img|kbd|mark|pre|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt";

/** Each with a value: "a<b and c>d" holds no tag. */
const ATTRIBUTES = `(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>=]+))*`;

/** Matches HTML tags that change only the appearance of words. */
export const FORMAT_TAG: RegExp = tagOf(FORMATS);

/** A tag of HTML that answers hold. Anything else in angle brackets is no tag but words, or a comparison. */
export const ANSWER_TAG: RegExp = tagOf(`${FORMATS}|${OTHERS}`);

function tagOf(names: string): RegExp {
  return new RegExp(`</?(?:${names})${ATTRIBUTES}\\s*/?>`, "gi");
}
