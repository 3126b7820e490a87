import { expect, test } from "vitest";
import { attempt } from "../../kernel/attempt.ts";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import type { Conversations } from "../conversations.ts";
import { messageSend } from "./message-send.ts";

const BOB = { name: "Bob (telegram-bot)", channel: "telegram-bot", chatId: "77" };

/** Conversations that record what is sent to Bob. */
function recorder() {
  const sent: Parameters<Conversations["send"]>[] = [];
  const conversations: Conversations = {
    find: async () => BOB,
    async send(...message) {
      sent.push(message);
      return BOB;
    },
  };
  return { sent, conversations };
}

test("files of the workspace go out under their names, and the call is the key", async () => {
  await using files = await openTestWorkspace();
  const { workspace } = files;
  const options = { append: false, createFolders: true };
  await workspace.write("downloads/a.txt", Buffer.from("one"), options);
  const { sent, conversations } = recorder();
  const params = messageSend.params.parse({ to: "Bob", files: ["downloads/a.txt"] });
  const context = { ...callContext("c1"), conversations, workspace };
  expect(await messageSend.run(params, context)).toEqual({ sentTo: "Bob (telegram-bot)" });
  expect(sent).toMatchObject([["Bob", { text: undefined, key: "c1" }]]);
  const [file] = sent[0]?.[1].files ?? [];
  expect([file?.name, Buffer.from(file?.data ?? []).toString()]).toEqual(["a.txt", "one"]);
});

test("files that are too large together are not sent", async () => {
  await using files = await openTestWorkspace();
  const { workspace } = files;
  const options = { append: false, createFolders: true };
  const names = ["a.bin", "b.bin"];
  for (const name of names) await workspace.write(name, Buffer.alloc(26 * 1024 * 1024), options);
  const { sent, conversations } = recorder();
  const params = messageSend.params.parse({ files: names });
  const made = await attempt(
    messageSend.run(params, { ...callContext(), conversations, workspace }),
  );
  expect(made).toMatchObject({ status: "rejected", reason: { code: "exhausted" } });
  expect(sent).toEqual([]);
});

test("the question names the recipient as people know them", async () => {
  const { conversations } = recorder();
  await using files = await openTestWorkspace();
  const params = messageSend.params.parse({ to: "bob", text: "Hi.", files: ["a.txt"] });
  const context = { ...callContext(), conversations, workspace: files.workspace };
  const names = await messageSend.names?.(params, context);
  expect(messageSend.confirm?.(params, { language: "en", names })).toBe(
    'Send "a.txt" to Bob (telegram-bot) with the message "Hi."?',
  );
  const here = messageSend.params.parse({ text: "Hi." });
  expect(messageSend.confirm?.(here, { language: "de" })).toBe('"Hi." an diesen Chat senden?');
});
