/** Person and chat of a call. */
export interface Caller {
  readonly person: string;
  readonly chat: string;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly caller: Caller;
  }
}
