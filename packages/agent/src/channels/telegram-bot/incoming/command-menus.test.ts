import { expect, test } from "vitest";
import type { CommandFacts } from "../../../core/commands.ts";
import { commandMenus, MENU } from "./command-menus.ts";
import { SUMMARY_LANGUAGES, summaryIn } from "../../../core/command-summaries.ts";

function command(name: string, own: Partial<CommandFacts> = {}): CommandFacts {
  return {
    name,
    usage: `/${name}`,
    summary: `about ${name}`,
    access: "anyone",
    scope: "chat",
    ...own,
  };
}

const commands = [
  command("status", { access: "admin" }),
  command("notes", { where: "direct" }),
  command("secret"),
  command("help"),
];

test("menus hold what may be used where, in the menu's order, in each language", () => {
  const menus = commandMenus(commands, [{ chat: "9", role: "owner" }]);
  const plain = menus.filter(({ language }) => language === undefined);
  expect(plain.map(({ scope, commands: own }) => [scope, own.map((one) => one.command)])).toEqual([
    [{ type: "all_private_chats" }, ["help", "notes"]],
    [{ type: "all_group_chats" }, ["help"]],
    [{ type: "chat", chat_id: 9 }, ["help", "status", "notes"]],
  ]);
  expect(plain[0]?.commands[0]).toEqual({ command: "help", description: "about help" });
  const german = menus.find(({ language }) => language === "de");
  expect(german?.commands[0]).toEqual({ command: "help", description: "alle Befehle anzeigen" });
  expect(menus).toHaveLength(3 * (SUMMARY_LANGUAGES.length + 1));
});

test("each command of the menu is told of in each language, in words that fit", () => {
  for (const language of SUMMARY_LANGUAGES)
    for (const name of MENU)
      expect(summaryIn(`${language}-XX`, { name, summary: "" })).toMatch(/^.{3,256}$/u);
});
