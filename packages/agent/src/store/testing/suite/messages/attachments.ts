import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { Attachment } from "../../../messages/attachments.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, newMessage } from "../../rows.ts";

const p1 = toId<"chat">("p1");

function attachment(id: string, change: Partial<Attachment> = {}): Attachment {
  return {
    id: toId(id),
    message: toId("m1"),
    position: 0,
    name: `${id}.pdf`,
    mediaType: "application/pdf",
    data: Uint8Array.of(0, 1, 255),
    ...change,
  };
}

export function attachmentTests(open: OpenStore): void {
  test("a file comes back whole, with where it was sent and its message's label", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("understand", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      await tx.attachments.add(attachment("a", { position: 1 }));
    });

    const found = await store.read.attachments.byId("a");
    expect(found && { ...found, data: Uint8Array.from(found.data) }).toEqual({
      ...attachment("a", { position: 1 }),
      chat: p1,
      label: { integrity: "owner", audience: "person:ann" },
    });
    expect(await store.read.attachments.byId("z")).toBeUndefined();
  });

  test("a message that its files made longer is found by what they say, and trusted less", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const said = { chat: p1, direction: "in", author: "ann", turn: null, at: 10 } as const;
    await store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m1", { messageId: "one", state: "noted" }));
      await tx.inbox.add(newMessage("m2", { messageId: "two", state: "noted" }));
      await tx.messages.add({ ...said, messageId: "one", edit: 0, text: "" });
      await tx.messages.add({ ...said, messageId: "two", edit: 0, text: "" });
    });
    const told = (messageId: string) => ({ chat: p1, messageId, edit: 0 });
    await store.commit("understand", async (tx) => {
      await tx.messages.retell(told("one"), { text: "spoken words" });
      await tx.messages.retell(told("two"), { text: "written words", integrity: "stranger" });
      await tx.messages.retell(told("three"), { text: "words of nobody" });
    });

    const query = { session: toId<"session">("s1"), carried: [], among: 9, goesBack: true };
    const { messages: unseen } = await store.read.messages.unseen(p1, query);
    expect(unseen.map(({ text, integrity }) => [text, integrity])).toEqual([
      ["spoken words", "owner"],
      ["written words", "stranger"],
    ]);
    const reach = { tenant: "home", audiences: ["ann"] };
    const passages = await store.read.forgetting.passagesWith(reach, ["words"], 9);
    expect(passages.map(({ text, integrity }) => [text, integrity])).toEqual([
      ["spoken words", "owner"],
      ["written words", "stranger"],
    ]);
  });

  test("files go with their message, and when their time is over", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("understand", async (tx) => {
      await tx.inbox.add(newMessage("m1", { receivedAt: 10 }));
      await tx.inbox.add(newMessage("m2", { receivedAt: 10 }));
      await tx.inbox.add(newMessage("m3", { receivedAt: 20 }));
      for (const id of ["m1", "m2", "m3"])
        await tx.attachments.add(attachment(`of-${id}`, { message: toId(id) }));
    });
    const left = async () => {
      const ids = ["of-m1", "of-m2", "of-m3"];
      const found = await Promise.all(ids.map((id) => store.read.attachments.byId(id)));
      return found.flatMap((one) => one?.id ?? []);
    };
    const forgotten = [{ chat: p1, messageId: "platform-m1" }];
    await store.commit("forget", (tx) =>
      tx.forgetting.removeMessages(forgotten, { turns: "kept" }),
    );
    expect(await left()).toEqual(["of-m2", "of-m3"]);

    expect(await store.commit("forget", (tx) => tx.forgetting.removeImages(p1, 15, 10))).toBe(1);
    expect(await left()).toEqual(["of-m3"]);
  });
}
