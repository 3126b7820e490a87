/** Connection that the read-only tools in this folder need. */
export const STONFI = "a connection to STON.fi";
