import { approvals } from "../../operations/approvals.ts";
import { notes } from "../../operations/notes.ts";
import { readLater } from "../../operations/read-later.ts";
import { reminders } from "../../operations/reminders.ts";
import { tasks } from "../../operations/tasks.ts";
import { operationRoutes } from "./operation-route.ts";
import type { Route } from "./route.ts";
import { agentRoutes } from "./routes/agent.ts";
import { auditRoutes } from "./routes/audit.ts";
import { chatRoutes } from "./routes/chats.ts";
import { configRoutes } from "./routes/config.ts";
import { factRoutes } from "./routes/facts.ts";
import { fileRoutes } from "./routes/files.ts";
import { limitRoutes } from "./routes/limits.ts";
import { machineRoutes } from "./routes/machine.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { pauseRoutes } from "./routes/pauses.ts";
import { peopleRoutes } from "./routes/people.ts";
import { planRoutes } from "./routes/plans.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { setupRoutes } from "./routes/setup.ts";
import { toolRoutes } from "./routes/tools.ts";
import { usageRoutes } from "./routes/usage.ts";

/** What is there of the agent, by what it is: each is a face of a section of control. */
export const resourceRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...chatRoutes,
  ...pauseRoutes,
  ...operationRoutes(approvals, "approvals"),
  ...planRoutes,
  ...toolRoutes,
  ...memoryRoutes,
  ...factRoutes,
  ...fileRoutes,
  ...operationRoutes(notes, "notes"),
  ...operationRoutes(tasks, "tasks"),
  ...operationRoutes(readLater, "read later"),
  ...operationRoutes(reminders, "reminders"),
  ...scheduleRoutes,
  ...usageRoutes,
  ...limitRoutes,
  ...configRoutes,
  ...setupRoutes,
  ...agentRoutes,
  ...machineRoutes,
  ...auditRoutes,
  ...peopleRoutes,
];
