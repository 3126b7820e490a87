import { z } from "zod";

/** The path of one thing. */
export const thingParams = z.object({ id: z.string().min(1).max(100) });
