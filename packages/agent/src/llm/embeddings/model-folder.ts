import { fileURLToPath } from "node:url";

/** The model that comes with Reeve. */
export const LOCAL_MODEL = { name: "all-MiniLM-L6-v2", dims: 384 } as const;

/** Where its files lie: at the root of the repository, or of the build. */
export function modelFolder(): string {
  const root = import.meta.url.endsWith(".ts") ? "../../../../.." : "../..";
  return fileURLToPath(new URL(`${root}/models/${LOCAL_MODEL.name}`, import.meta.url));
}
