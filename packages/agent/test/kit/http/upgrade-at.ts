import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Returns the status with which a server answers to a connection that asks to become a WebSocket. */
export async function upgradeAt(
  base: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const { hostname, host, port } = new URL(base);
  const socket = connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname);
  await once(socket, "connect");
  const all = { host, connection: "Upgrade", upgrade: "websocket", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const [, status] = (await text(socket)).split(" ");
  return Number(status);
}
