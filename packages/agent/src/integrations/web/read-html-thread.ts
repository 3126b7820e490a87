import { parentPort, workerData } from "node:worker_threads";
import type { HtmlPage } from "./read-html.ts";
import { readableText } from "./readable-text.ts";

const page: HtmlPage = workerData;
parentPort?.postMessage(readableText(page));
