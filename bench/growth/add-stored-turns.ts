import { DatabaseSync } from "node:sqlite";

/** Turns in each chat that the copies are spread over. */
const TURNS_PER_CHAT = 100;

/**
 * Columns of a turn's rows that differ from copy to copy; `i` is the number of the copy. All others are copied,
 * except for the keys that the database numbers by itself.
 */
const COPIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  chats: { id: "id || '-' || i", uid: "uid || '-' || i", external_id: "external_id || '-' || i" },
  sessions: { id: "id || '-' || i", chat: "chat || '-' || i" },
  inbox: { id: "id || '-' || i", message_id: "message_id || '-' || i", turn: "turn || '-' || i" },
  turns: {
    id: "id || '-' || i",
    opened_by: "opened_by || '-' || i",
    first_event: "first_event + 10 * i",
  },
  steps: { turn: "turn || '-' || i" },
  calls: { id: "id || '-' || i", turn: "turn || '-' || i" },
  messages: { message_id: "message_id || '-' || i", turn: "turn || '-' || i" },
  events: { seq: "seq + 10 * i", last_seq: "last_seq + 10 * i", turn: "turn || '-' || i" },
  usage: { turn: "turn || '-' || i" },
  outbox: {
    id: "id || '-' || i",
    client_id: "client_id || '-' || i",
    turn: "turn || '-' || i",
  },
};

/** Tables whose rows belong to a chat of the copies, and to its session. */
const IN_CHAT = new Set(["inbox", "turns", "messages", "events", "usage", "outbox"]);

/** Copies the only turn of a database, as an agent leaves it that ran so many. */
export function addStoredTurns(file: string, count: number): void {
  using database = new DatabaseSync(file);
  database.exec("pragma foreign_keys = off; begin");
  for (const [table, changes] of Object.entries(COPIED)) {
    const perRow = table === "chats" || table === "sessions" ? TURNS_PER_CHAT : 1;
    const columns = columnsOf(database, table);
    const values = columns.map((column) => {
      const change = changes[column];
      if (change !== undefined) return change;
      if (IN_CHAT.has(table) && column === "chat")
        return `chat || '-' || (i - i % ${TURNS_PER_CHAT})`;
      if (table === "turns" && column === "session")
        return `session || '-' || (i - i % ${TURNS_PER_CHAT})`;
      return `"${column}"`;
    });
    database.exec(`
      with recursive copies (i) as (
        values (${perRow}) union all select i + ${perRow} from copies where i + ${perRow} <= ${count + TURNS_PER_CHAT}
      )
      insert into ${table} (${columns.map((column) => `"${column}"`).join(", ")})
      select ${values.join(", ")} from copies cross join (select * from ${table})`);
  }
  database.exec(`update usage_days set "last" = (select max("order") from usage)`);
  // Copies are not searched.
  database.exec(`update indexed_messages set "order" = (select max("order") from messages)`);
  database.exec("commit; analyze");
}

/** Returns the columns of a table, without a key that SQLite numbers by itself. */
function columnsOf(database: DatabaseSync, table: string): readonly string[] {
  const columns = database.prepare(`pragma table_info(${table})`).all();
  return columns.map(({ name }) => String(name)).filter((name) => name !== "order");
}
