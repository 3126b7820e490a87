/** Returns the words of people in an input, without its markup and extras. */
export function userText(input: string): string {
  const said = [...input.matchAll(/<user_message>([\s\S]*?)<\/user_message>/g)];
  return said.map(([, text = ""]) => text).join("\n");
}
