// Written by scripts/gen.ts.
import type { Tool } from "@reeve/sdk";
import { artifactRead } from "./core/artifact-read.ts";
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
import { sessionSearch } from "./memory/session-search.ts";
import { toolCall } from "./core/tool-call.ts";
import { toolSearch } from "./core/tool-search.ts";
import { utilityCalculate } from "./utility/calculate.ts";
import { utilityTime } from "./utility/time.ts";
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
  sessionSearch,
  toolCall,
  toolSearch,
  utilityCalculate,
  utilityTime,
  webFetch,
  webSearch,
  workspaceDelete,
  workspaceInfo,
  workspaceList,
  workspaceRead,
  workspaceRename,
  workspaceWrite,
];
