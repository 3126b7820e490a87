/** Connection that the tools in this folder need. */
export const MEETINGS = "the meeting archive";
