import type { Task } from "@reeve/operations/work/tasks";

/** A to-do as the model reads it: times as the person's clock shows them, and nothing that goes without saying. */
export function formatTask({ id, title, status, priority, due, project, notes }: Task) {
  return {
    id,
    title,
    status,
    ...(priority !== "normal" && { priority }),
    ...(due && { due: due.text }),
    ...(project !== undefined && { project }),
    ...(notes !== undefined && { notes }),
  };
}
