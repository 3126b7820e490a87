// Written by scripts/gen.ts.
import type { Tool } from "@reeve/sdk";
import { artifactRead } from "./core/artifact-read.ts";
import { briefingGet } from "./assistant/briefing-get.ts";
import { documentRead } from "./media/document-read.ts";
import { execInstall } from "./exec/install.ts";
import { execListDirectory } from "./exec/list-directory.ts";
import { execReadFile } from "./exec/read-file.ts";
import { execRun } from "./exec/run.ts";
import { execService } from "./exec/service.ts";
import { execStatus } from "./exec/status.ts";
import { execWriteFile } from "./exec/write-file.ts";
import { journalLog } from "./journal/log.ts";
import { journalQuery } from "./journal/query.ts";
import { journalUpdate } from "./journal/update.ts";
import { memoryExplain } from "./memory/explain.ts";
import { memoryForget } from "./memory/forget.ts";
import { memoryRead } from "./memory/read.ts";
import { memorySearch } from "./memory/search.ts";
import { memoryWrite } from "./memory/write.ts";
import { noteCreate } from "./assistant/note-create.ts";
import { noteDelete } from "./assistant/note-delete.ts";
import { noteList } from "./assistant/note-list.ts";
import { noteSearch } from "./assistant/note-search.ts";
import { noteUpdate } from "./assistant/note-update.ts";
import { planCreate } from "./core/plan-create.ts";
import { readlaterDone } from "./assistant/readlater-done.ts";
import { readlaterList } from "./assistant/readlater-list.ts";
import { readlaterSave } from "./assistant/readlater-save.ts";
import { reminderCancel } from "./assistant/reminder-cancel.ts";
import { reminderCreate } from "./assistant/reminder-create.ts";
import { reminderList } from "./assistant/reminder-list.ts";
import { reminderSnooze } from "./assistant/reminder-snooze.ts";
import { scheduleCancel } from "./core/schedule-cancel.ts";
import { scheduleCreate } from "./core/schedule-create.ts";
import { scheduleList } from "./core/schedule-list.ts";
import { sessionSearch } from "./memory/session-search.ts";
import { taskComplete } from "./assistant/task-complete.ts";
import { taskCreate } from "./assistant/task-create.ts";
import { taskDelete } from "./assistant/task-delete.ts";
import { taskList } from "./assistant/task-list.ts";
import { taskUpdate } from "./assistant/task-update.ts";
import { telegramCreateScheduledTask } from "./telegram/create-scheduled-task.ts";
import { toolCall } from "./core/tool-call.ts";
import { toolSearch } from "./core/tool-search.ts";
import { utilityCalculate } from "./utility/calculate.ts";
import { utilityTime } from "./utility/time.ts";
import { visionAnalyze } from "./media/vision-analyze.ts";
import { voiceSpeak } from "./media/voice-speak.ts";
import { webFetch } from "./web/fetch.ts";
import { webSearch } from "./web/search.ts";
import { workspaceDelete } from "./workspace/delete.ts";
import { workspaceInfo } from "./workspace/info.ts";
import { workspaceList } from "./workspace/list.ts";
import { workspaceRead } from "./workspace/read.ts";
import { workspaceRename } from "./workspace/rename.ts";
import { workspaceWrite } from "./workspace/write.ts";

/** Every built-in tool, sorted by name. */
export const catalogue: readonly Tool[] = [
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
  taskComplete,
  taskCreate,
  taskDelete,
  taskList,
  taskUpdate,
  telegramCreateScheduledTask,
  toolCall,
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
