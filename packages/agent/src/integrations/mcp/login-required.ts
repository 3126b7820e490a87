import { Fault } from "@reeve/sdk";

/** A person has to sign in before a server can be used. Another attempt is useless until then. */
export class LoginRequired extends Fault {
  constructor(server: string) {
    super("denied", `The MCP server ${server} needs a login.`, {
      hint: `Sign in: reeve mcp login ${server}`,
    });
  }
}
