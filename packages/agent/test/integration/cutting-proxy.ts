import { once } from "node:events";
import { connect, createServer } from "node:net";

export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of connections that it has cut. */
  readonly cuts: number;
}

/** Passes bytes on to a server, and breaks each connection off after the next of `lengths` bytes of its answer. */
export async function startCuttingProxy(
  target: string,
  lengths: readonly number[],
): Promise<CuttingProxy> {
  const waiting = [...lengths];
  let cuts = 0;
  const { port } = new URL(target);
  const server = createServer((client) => {
    const upstream = connect(Number(port), "127.0.0.1");
    let left = waiting.shift() ?? Infinity;
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroySoon());
    client.pipe(upstream);
    upstream.on("data", (bytes: Buffer) => {
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      if (left > 0) return void client.write(passed);
      cuts += 1;
      upstream.destroy();
      client.end(passed);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}
