// Written by scripts/gen.ts.
import type { Tool } from "@reeve/sdk";
import { agentDelegate } from "../tools/core/agent-delegate.ts";
import { artifactRead } from "../tools/core/artifact-read.ts";
import { briefingGet } from "../features/briefing/tools/get.ts";
import { documentRead } from "../tools/media/document-read.ts";
import { execInstall } from "../tools/exec/install.ts";
import { execListDirectory } from "../tools/exec/list-directory.ts";
import { execReadFile } from "../tools/exec/read-file.ts";
import { execRun } from "../tools/exec/run.ts";
import { execService } from "../tools/exec/service.ts";
import { execStatus } from "../tools/exec/status.ts";
import { execWriteFile } from "../tools/exec/write-file.ts";
import { journalLog } from "../features/journal/tools/log.ts";
import { journalQuery } from "../features/journal/tools/query.ts";
import { journalUpdate } from "../features/journal/tools/update.ts";
import { memoryExplain } from "../tools/memory/explain.ts";
import { memoryForget } from "../tools/memory/forget.ts";
import { memoryRead } from "../tools/memory/read.ts";
import { memorySearch } from "../tools/memory/search.ts";
import { memoryWrite } from "../tools/memory/write.ts";
import { messageSend } from "../tools/core/message-send.ts";
import { noteCreate } from "../features/notes/tools/create.ts";
import { noteDelete } from "../features/notes/tools/delete.ts";
import { noteList } from "../features/notes/tools/list.ts";
import { noteSearch } from "../features/notes/tools/search.ts";
import { noteUpdate } from "../features/notes/tools/update.ts";
import { planCreate } from "../tools/core/plan-create.ts";
import { readlaterDone } from "../features/read-later/tools/done.ts";
import { readlaterList } from "../features/read-later/tools/list.ts";
import { readlaterSave } from "../features/read-later/tools/save.ts";
import { reminderCancel } from "../features/reminders/tools/cancel.ts";
import { reminderCreate } from "../features/reminders/tools/create.ts";
import { reminderList } from "../features/reminders/tools/list.ts";
import { reminderSnooze } from "../features/reminders/tools/snooze.ts";
import { scheduleCancel } from "../tools/core/schedule-cancel.ts";
import { scheduleCreate } from "../tools/core/schedule-create.ts";
import { scheduleList } from "../tools/core/schedule-list.ts";
import { sessionSearch } from "../tools/memory/session-search.ts";
import { skillRead } from "../tools/skills/read.ts";
import { skillRun } from "../tools/skills/run.ts";
import { taskComplete } from "../features/tasks/tools/complete.ts";
import { taskCreate } from "../features/tasks/tools/create.ts";
import { taskDelete } from "../features/tasks/tools/delete.ts";
import { taskList } from "../features/tasks/tools/list.ts";
import { taskUpdate } from "../features/tasks/tools/update.ts";
import { telegramCreateScheduledTask } from "../tools/telegram/create-scheduled-task.ts";
import { toolCall } from "../tools/core/tool-call.ts";
import { toolProgram } from "../tools/core/tool-program.ts";
import { toolSearch } from "../tools/core/tool-search.ts";
import { utilityCalculate } from "../tools/utility/calculate.ts";
import { utilityTime } from "../tools/utility/time.ts";
import { visionAnalyze } from "../tools/media/vision-analyze.ts";
import { voiceSpeak } from "../tools/media/voice-speak.ts";
import { webFetch } from "../tools/web/fetch.ts";
import { webSearch } from "../tools/web/search.ts";
import { workspaceDelete } from "../tools/workspace/delete.ts";
import { workspaceInfo } from "../tools/workspace/info.ts";
import { workspaceList } from "../tools/workspace/list.ts";
import { workspaceRead } from "../tools/workspace/read.ts";
import { workspaceRename } from "../tools/workspace/rename.ts";
import { workspaceWrite } from "../tools/workspace/write.ts";

/** Every built-in tool, sorted by name. */
export const catalog: readonly Tool[] = [
  agentDelegate,
  artifactRead,
  briefingGet,
  documentRead,
  execInstall,
  execListDirectory,
  execReadFile,
  execRun,
  execService,
  execStatus,
  execWriteFile,
  journalLog,
  journalQuery,
  journalUpdate,
  memoryExplain,
  memoryForget,
  memoryRead,
  memorySearch,
  memoryWrite,
  messageSend,
  noteCreate,
  noteDelete,
  noteList,
  noteSearch,
  noteUpdate,
  planCreate,
  readlaterDone,
  readlaterList,
  readlaterSave,
  reminderCancel,
  reminderCreate,
  reminderList,
  reminderSnooze,
  scheduleCancel,
  scheduleCreate,
  scheduleList,
  sessionSearch,
  skillRead,
  skillRun,
  taskComplete,
  taskCreate,
  taskDelete,
  taskList,
  taskUpdate,
  telegramCreateScheduledTask,
  toolCall,
  toolProgram,
  toolSearch,
  utilityCalculate,
  utilityTime,
  visionAnalyze,
  voiceSpeak,
  webFetch,
  webSearch,
  workspaceDelete,
  workspaceInfo,
  workspaceList,
  workspaceRead,
  workspaceRename,
  workspaceWrite,
];
