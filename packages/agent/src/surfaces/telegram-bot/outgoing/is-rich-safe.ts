/** Rich messages may have so many characters; with room for what Telegram counts beside. */
const MOST_CHARACTERS = 30_000;

/** Pictures would be loaded, markup and addresses would be shown as Telegram likes. */
const UNSAFE = /!\[|<[a-z!/]|:\/\/|\bwww\.|\]\(/iu;

/**
 * Whether Telegram may render an answer by itself: nothing in it is loaded, leads somewhere
 * unseen or needs a file of its own.
 */
export function isRichSafe(markdown: string): boolean {
  return markdown.length <= MOST_CHARACTERS && !UNSAFE.test(markdown);
}
