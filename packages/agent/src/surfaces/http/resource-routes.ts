import type { Route } from "./route.ts";
import { agentRoutes } from "./routes/agent.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { auditRoutes } from "./routes/audit.ts";
import { chatRoutes } from "./routes/chats.ts";
import { configRoutes } from "./routes/config.ts";
import { factRoutes } from "./routes/facts.ts";
import { fileRoutes } from "./routes/files.ts";
import { limitRoutes } from "./routes/limits.ts";
import { machineRoutes } from "./routes/machine.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { noteRoutes } from "./routes/notes.ts";
import { pauseRoutes } from "./routes/pauses.ts";
import { peopleRoutes } from "./routes/people.ts";
import { planRoutes } from "./routes/plans.ts";
import { readLaterRoutes } from "./routes/read-later.ts";
import { reminderRoutes } from "./routes/reminders.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { setupRoutes } from "./routes/setup.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { toolRoutes } from "./routes/tools.ts";
import { usageRoutes } from "./routes/usage.ts";

/** What is there of the agent, by what it is: each is a face of a section of control. */
export const resourceRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...chatRoutes,
  ...pauseRoutes,
  ...approvalRoutes,
  ...planRoutes,
  ...toolRoutes,
  ...memoryRoutes,
  ...factRoutes,
  ...fileRoutes,
  ...noteRoutes,
  ...taskRoutes,
  ...readLaterRoutes,
  ...reminderRoutes,
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
