import type { z } from "zod";
import { type ChannelManifest, findUnset } from "../kit/manifest.ts";
import { MATRIX, matrixConfig, type MatrixConfig } from "./config.ts";

export const manifest: ChannelManifest<MatrixConfig, z.input<typeof matrixConfig>> = {
  name: MATRIX,
  title: "Matrix",
  section: "matrix",
  summary: "An account on a Matrix homeserver.",
  config: matrixConfig,
  missing: (settings) => findUnset(settings, ["homeserver", "accessToken"]),
  people: ({ owners, allow, direct, groups }) => ({
    owners,
    allow,
    access: { direct, groups: groups.policy },
  }),
  load: () => import("./create.ts"),
};
