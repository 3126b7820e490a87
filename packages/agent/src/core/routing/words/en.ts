import type { IntentWords } from "../intent.ts";

/** English. */
export const en: IntentWords = {
  email: ["email*", "e-mail*", "mail", "mails", "inbox", "mailbox", "gmail", "outlook", "newsletter*", "cc", "bcc", "subject line"],
  calendar: ["calendar*", "appointment*", "event", "events", "my schedule", "my agenda", "free slot*", "am i free", "busy on", "invite to the meeting"],
  meetings: ["meeting", "meetings", "standup", "minutes of", "transcript*", "action items", "call with", "attendee*"],
  reminders: ["remind*", "wake me", "snooze*", "nudge me", "alarm*", "don't let me forget"],
  tasks: ["task", "tasks", "todo*", "to-do*", "to do list", "checklist*", "due date", "overdue", "deadline*", "backlog"],
  notes: ["note", "notes", "jot*", "write down", "note down", "notebook"],
  memory: ["remember*", "memor*", "forget", "forgot", "do you know about me", "what do you know", "what did i tell", "recall"],
  journal: ["journal*", "log the trade", "trade log", "pnl", "p&l", "profit", "win rate", "my trades"],
  files: ["file", "files", "folder*", "director*", "document*", "pdf", "spreadsheet*", "workspace", "csv", "docx", "rename", "disk space"],
  media: ["photo*", "picture*", "image*", "screenshot*", "video*", "voice note*", "voice message*", "audio", "transcribe", "gif", "gifs", "sticker*", "selfie*"],
  web: ["website*", "web page*", "webpage*", "http", "https", "www", "url", "urls", "link", "links", "google", "search online", "search the web", "look up", "browse"],
  news: ["news", "headline*", "rss", "feed", "feeds", "press", "breaking"],
  github: ["github", "gitlab", "repo", "repos", "repositor*", "pull request*", "pr", "prs", "issue", "issues", "commit*", "code review*", "merge"],
  telegram: ["telegram", "chat", "chats", "channel*", "group", "groups", "message", "messages", "dm", "poll*", "pin", "unpin", "pinned", "forward", "username*", "bio", "ban", "kick", "gift*", "stars", "story", "stories", "t.me"],
  ton: ["ton", "toncoin*", "wallet*", "jetton*", "token*", "nft*", "swap*", "blockchain", "crypto*", "stonfi", "ston.fi", "dedust", "dex", "on-chain", "liquidity", "domain*", "dns", "deal", "deals", "auction*", "transaction*", "balance", "usdt"],
  utility: ["weather", "forecast*", "rain", "temperature", "calculat*", "convert*", "percent*", "what time", "time zone*", "timezone*", "how much is", "plus", "minus", "divided", "multiplied"],
  system: ["server*", "terminal", "shell", "bash", "command*", "install*", "package*", "docker", "systemctl", "restart*", "uptime", "cpu", "ram", "process", "processes", "script*"],
};
