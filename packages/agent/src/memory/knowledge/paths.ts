/** Name of the file at the top of the workspace for lasting facts about the owner. */
export const MEMORY_FILE = "MEMORY.md";

/** The folder of the daily logs. */
export const LOG_FOLDER = "memory";

const LOG = /^memory\/(\d{4}-\d{2}-\d{2})\.md$/;

/** Returns the log of a day, `YYYY-MM-DD`. */
export function pathOfDay(date: string): string {
  return `${LOG_FOLDER}/${date}.md`;
}

/** Returns the day that a path is the log of, or undefined for any other file. */
export function dayOfPath(path: string): string | undefined {
  return LOG.exec(path)?.[1];
}

/** Checks whether the text is a calendar day, written `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}
