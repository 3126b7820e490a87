/** What the tools of this folder wait for. */
export const MEETINGS = "the meeting archive";
