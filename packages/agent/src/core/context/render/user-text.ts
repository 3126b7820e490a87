/** What people said in an input, without its mark-up and without what goes along with it. */
export function userText(input: string): string {
  const said = [...input.matchAll(/<user_message>([\s\S]*?)<\/user_message>/g)];
  return said.map(([, text = ""]) => text).join("\n");
}
