import { readFile } from "node:fs/promises";
import { createProcesses } from "../../../platform/child-process.ts";
import { prepareRecording } from "../audio/prepare-recording.ts";

/** A program: says how many seconds the recording takes whose path is its argument. */
const [, , file = ""] = process.argv;
const { signal } = new AbortController();
const audio = { data: await readFile(file), mediaType: "audio/ogg" };
const { seconds } = await prepareRecording(audio, {
  takes: ["ogg", "webm"],
  processes: createProcesses(),
  signal,
});
process.stdout.write(String(seconds));
