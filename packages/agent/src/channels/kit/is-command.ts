/** Returns whether a text has the form of a command. Commands are no prose: their signs are no formats. */
export function hasCommandForm(text: string): boolean {
  return /^\s*[/!.][a-z]\w*(?:@\w+)?(?:\s|$)/i.test(text);
}

/**
 * Returns whether a message in a group is one of the agent's commands, after one of the signs for commands.
 * One that names an account, as in `/help@reeve`, is the agent's if the name is its own.
 */
export function isCommand(
  text: string,
  {
    commands,
    isOwnName = () => false,
  }: {
    readonly commands: ReadonlySet<string>;
    readonly isOwnName?: (username: string) => boolean;
  },
): boolean {
  const [, name = "", named] = /^[/!.]([a-z]\w*)(?:@(\w+))?(?:\s|$)/i.exec(text) ?? [];
  return named === undefined ? commands.has(name.toLowerCase()) : isOwnName(named);
}
