/** What the tools of this folder that only read wait for. */
export const STONFI = "a connection to STON.fi";
