import { expect, test } from "vitest";
import type { FileVersion } from "../../../items/file-versions.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addPeople, ann, bob } from "../../rows.ts";

const owner = { tenant: "home", person: ann.id };

export function fileVersionTests(open: OpenStore): void {
  test("a version of a file is its owner's, and is kept as it was first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    await store.commit("keep-file", async (tx) => {
      await tx.fileVersions.add(owner, version("v1"), 100);
      await tx.fileVersions.add(owner, version("v1", { content: "later" }), 100);
      await tx.fileVersions.add(owner, version("v2"), 100);
      await tx.fileVersions.remove({ ...owner, person: bob.id }, ["v1"]);
      await tx.fileVersions.remove(owner, ["v2"]);
    });
    const { fileVersions } = store.read;
    expect(await fileVersions.byId(owner, "v1")).toEqual(version("v1"));
    expect(await fileVersions.byId(owner, "v2")).toBeUndefined();
    expect(await fileVersions.byId({ ...owner, person: bob.id }, "v1")).toBeUndefined();
  });

  test("the oldest versions of a person make room for the newest", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    const other = { tenant: "home", person: bob.id };
    await store.commit("keep-file", async (tx) => {
      await tx.fileVersions.add(other, version("bob's", { bytes: 50 }), 100);
      for (const id of ["v1", "v2", "v3"])
        await tx.fileVersions.add(owner, version(id, { bytes: 40 }), 100);
    });
    const isKept = async (id: string) =>
      (await store.read.fileVersions.byId(owner, id)) !== undefined;
    expect([await isKept("v1"), await isKept("v2"), await isKept("v3")]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await store.read.fileVersions.byId(other, "bob's")).toBeDefined();
  });
}

function version(id: string, own: Partial<FileVersion> = {}): FileVersion {
  return { id, bytes: 4, encoding: "utf-8", content: "text", ...own };
}
