import { expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "../src/app/catalog.gen.ts";
import { openHttp } from "./kit/http/open-http.ts";

const isWanted = ({ name }: { readonly name: string }) => name === "utility_calculate";

const tried = z.object({ job: z.string() });
const shown = z.object({
  runs: z.array(z.object({ state: z.string(), result: z.string().nullable() })),
});

test("a tool is called once, at once, and its run has the result", async () => {
  await using http = await openHttp({ tools: catalog.filter(isWanted) });
  const token = await http.token("admin");
  const talk = { message: "m1", text: "Hello", wait: false };
  await http.ask("POST", "/v1/sessions/own/turns", { token, body: talk });
  const call = { params: { expression: "6 * 7" } };
  const { body } = await http.ask("POST", "/v1/tools/utility_calculate/calls", {
    token,
    body: call,
  });
  const { job } = tried.parse(body);
  const run = async () => {
    const { body: found } = await http.ask("GET", `/v1/schedules/${job}`, { token });
    return shown.parse(found).runs[0];
  };
  await expect.poll(run).toMatchObject({ state: "done", result: expect.stringContaining("42") });
});

test.each([
  ["utility_calculate", { expression: 7 }, 400, "utility_calculate: expression"],
  ["utility_guess", {}, 404, 'Unknown tool: "utility_guess".'],
])(
  "a call of %s that could never be made is refused with its problem",
  async (name, params, status, why) => {
    await using http = await openHttp({ tools: catalog.filter(isWanted) });
    const token = await http.token("admin");
    expect(
      await http.ask("POST", `/v1/tools/${name}/calls`, { token, body: { params } }),
    ).toMatchObject({ status, body: { detail: expect.stringContaining(why) } });
  },
);
