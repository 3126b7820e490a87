/** Source of the process that runs a program. It trusts nothing: its parent checks each line that it writes. */
export const PROGRAM_RUNNER = `
const pending = new Map();
const write = process.stdout.write.bind(process.stdout);
const send = (message) => write(JSON.stringify(message) + "\\n");
globalThis.console = new console.Console(process.stderr, process.stderr);
let next = 0;
const call = (name) => (args = {}) =>
  new Promise((resolve, reject) => {
    pending.set(next, { resolve, reject });
    send({ type: "call", id: next++, name, args });
  });
const tools = new Proxy(Object.create(null), {
  get: (_target, name) => (typeof name === "string" && name !== "then" ? call(name) : undefined),
});
const AsyncFunction = (async () => {}).constructor;
const run = async (code) => (await new AsyncFunction("tools", code)(tools)) ?? null;
const describe = (error) => String(error?.message ?? error).slice(0, 2000);
const take = (message) => {
  if (message.type === "run")
    return run(message.code)
      .then((value) => send({ type: "done", value }))
      .catch((error) => send({ type: "failed", message: describe(error) }));
  const waiting = pending.get(message.id);
  pending.delete(message.id);
  const { error } = message;
  if (error === undefined) waiting?.resolve(message.value);
  else waiting?.reject(Object.assign(new Error(error.message), { name: "ToolError", code: error.code }));
};
let begun = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (begun + chunk).split("\\n");
  begun = lines.pop();
  for (const line of lines) take(JSON.parse(line));
});
`;
