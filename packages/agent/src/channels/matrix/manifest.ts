import { defineChannel } from "../kit/manifest.ts";
import { MATRIX, matrixConfig } from "./config.ts";

export const manifest = defineChannel({
  name: MATRIX,
  title: "Matrix",
  section: "matrix",
  summary: "An account on a Matrix homeserver.",
  config: matrixConfig,
  required: ["homeserver", "accessToken"],
  load: () => import("./create.ts"),
});
