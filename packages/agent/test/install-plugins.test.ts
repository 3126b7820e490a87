import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { plugins } from "@reeve/operations/agent/plugins";
import { packTar, type TarEntry } from "modern-tar";
import { expect, onTestFinished, test } from "vitest";
import { createSigner } from "../src/integrations/packages/testing/create-signer.ts";
import { openFolder, openTalk } from "./kit/open-talk.ts";

const EXAMPLE = path.resolve(import.meta.dirname, "../../../examples/price-watcher");
const LONG = { timeout: 300_000 };
const run = promisify(execFile);

/** The example's files as an archive, with changes to its manifest. */
async function pack(reeve: object = {}, more: readonly TarEntry[] = []): Promise<Buffer> {
  const names = (await readdir(EXAMPLE)).filter((name) => /\.(ts|json|md)$/.test(name));
  const entries = await Promise.all(
    names.map(async (name): Promise<TarEntry> => {
      const text = await readFile(path.join(EXAMPLE, name), "utf8");
      const manifest = name === "package.json" ? JSON.parse(text) : undefined;
      const body = manifest
        ? JSON.stringify({ ...manifest, reeve: { ...manifest.reeve, ...reeve } })
        : text;
      const header = {
        name: `price/${name}`,
        size: Buffer.byteLength(body),
        type: "file",
      } as const;
      return { header, body };
    }),
  );
  return gzipSync(await packTar([...entries, ...more]));
}

/** A server of files that a test changes. */
async function serve() {
  const files = new Map<string, string | Buffer>();
  const server = createServer((request, response) => {
    const content = files.get(request.url ?? "");
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { files, origin: `http://127.0.0.1:${address.port}` };
}

const open = (marketplace?: string) =>
  openTalk({
    config: { plugins: { trusted: ["price-watcher"], ...(marketplace && { marketplace }) } },
    setup: { version: "0.1.0" },
  });

async function install({ ask }: Awaited<ReturnType<typeof open>>, source: string) {
  const { digest, signedBy } = await ask(plugins.inspect, { source });
  return { signedBy, ...(await ask(plugins.add, { source, digest })) };
}

test("a plugin is installed from an archive on disk and from a repository", LONG, async () => {
  const folder = await openFolder();
  await using talk = await open();
  const archive = path.join(folder, "price.tgz");
  await writeFile(archive, await pack());
  expect(await install(talk, archive)).toMatchObject({
    name: "price-watcher",
    state: "ready",
    signedBy: null,
    isLinked: false,
  });
  await talk.ask(plugins.remove, { name: "price-watcher" });

  const repository = path.join(folder, "repository");
  await mkdir(repository);
  await cp(EXAMPLE, path.join(repository, "price"), { recursive: true });
  const git = (...args: readonly string[]) =>
    run("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: repository,
    });
  await git("init", "--quiet");
  await git("add", ".");
  await git("commit", "--quiet", "-m", "first");
  const source = `file://${repository}#price`;
  expect(await install(talk, source)).toMatchObject({ state: "ready" });
  const { digest } = await talk.ask(plugins.inspect, { source });
  await expect(talk.ask(plugins.add, { source, digest, link: true })).rejects.toMatchObject({
    code: "invalid",
    message: "Only a folder can be linked.",
  });
});

test(
  "a plugin of the marketplace is installed by its name, and its signature is checked",
  LONG,
  async () => {
    const far = await serve();
    const signer = createSigner();
    const archive = await pack();
    far.files.set("/price.tgz", archive);
    far.files.set("/price.tgz.minisig", createSigner().signatureOf(archive));
    const entry = {
      name: "price-watcher",
      source: `${far.origin}/price.tgz`,
      publicKey: signer.publicKey,
    };
    far.files.set("/index.json", JSON.stringify({ plugins: [entry] }));
    await using talk = await open(`${far.origin}/index.json`);
    const refusal = {
      code: "denied",
      message: expect.stringContaining("does not belong to the key"),
    };
    await expect(install(talk, "price-watcher")).rejects.toMatchObject(refusal);
    far.files.delete("/price.tgz.minisig");
    await expect(install(talk, "price-watcher")).rejects.toMatchObject({ code: "denied" });
    far.files.set("/price.tgz.minisig", signer.signatureOf(archive));
    expect(await install(talk, "price-watcher")).toMatchObject({
      state: "ready",
      signedBy: signer.publicKey,
    });
    await expect(install(talk, "other")).rejects.toMatchObject({ code: "missing" });
    // Nobody else replaces it, also not with a plugin that says it is the same.
    await expect(install(talk, EXAMPLE)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(signer.publicKey),
    });
  },
);

test("a key in the manifest has to have signed the archive", LONG, async () => {
  const far = await serve();
  const signer = createSigner();
  const archive = await pack({ publicKey: signer.publicKey });
  far.files.set("/price.tgz", archive);
  await using talk = await open();
  const source = `${far.origin}/price.tgz`;
  await expect(install(talk, source)).rejects.toMatchObject({ code: "denied" });
  far.files.set("/price.tgz.minisig", signer.signatureOf(archive));
  expect(await install(talk, source)).toMatchObject({ signedBy: signer.publicKey });
});

test(
  "an archive that changes after it was shown, or holds a link, is not installed",
  LONG,
  async () => {
    const far = await serve();
    await using talk = await open();
    const source = `${far.origin}/price.tgz`;
    far.files.set("/price.tgz", await pack());
    const { digest } = await talk.ask(plugins.inspect, { source });
    far.files.set("/price.tgz", await pack({ powers: { effects: ["pay"] } }));
    await expect(talk.ask(plugins.add, { source, digest })).rejects.toMatchObject({
      code: expect.stringMatching(/conflict|invalid/),
    });
    const linkname = "/etc/passwd";
    const link: TarEntry = { header: { name: "price/x", size: 0, type: "symlink", linkname } };
    far.files.set("/price.tgz", await pack({}, [link]));
    await expect(install(talk, source)).rejects.toMatchObject({
      code: "invalid",
      message: 'This cannot be installed as a plugin: "price/x" is a link or a special file.',
    });
    expect((await talk.ask(plugins.list, {})).items).toEqual([]);
  },
);

test("without https, only this machine is downloaded from", LONG, async () => {
  await using talk = await open();
  await expect(install(talk, "http://192.0.2.1/price.tgz")).rejects.toMatchObject({
    code: "denied",
    hint: expect.stringContaining("Use https://"),
  });
  await expect(install(talk, "price-watcher")).rejects.toMatchObject({
    code: "invalid",
    hint: expect.stringContaining("plugins.marketplace"),
  });
});
