// Written by scripts/gen.ts.
import type { Message } from "icu-subset";

/** The files of each language in `locales/`. */
export const SUBJECTS = [
  "agents",
  "approvals",
  "attachments",
  "briefing",
  "changes",
  "chats",
  "commands",
  "delivery",
  "files",
  "greeting",
  "journal",
  "limits",
  "memory",
  "moments",
  "notes",
  "pauses",
  "people",
  "plans",
  "privacy",
  "questions",
  "rates",
  "reading",
  "reminders",
  "results",
  "rules",
  "sessions",
  "speech",
  "status",
  "tasks",
  "tools",
  "turns",
  "typography",
  "usage",
  "why",
] as const;

/** What is said to people, by subject. */
export interface Texts {
  readonly agents: { readonly chosen: Message<"agent"> };
  readonly approvals: {
    readonly buttons: {
      readonly confirm: string;
      readonly cancel: string;
      readonly edit: string;
      readonly choose: string;
    };
    readonly answers: {
      readonly noted: string;
      readonly counted: string;
      readonly alreadyDecided: string;
      readonly notAllowed: string;
      readonly buttonExpired: string;
      readonly tooMany: string;
    };
    readonly marks: { readonly allowed: string };
    readonly results: {
      readonly done: Message<"what">;
      readonly carriedOut: Message<"what">;
      readonly failed: Message<"what">;
      readonly unknown: Message<"what">;
      readonly refused: Message<"what">;
      readonly expired: Message<"what">;
      readonly allowedBy: Message<"line" | "name">;
      readonly deniedBy: Message<"line" | "name">;
    };
    readonly askChange: { readonly direct: Message<"minutes">; readonly group: string };
    readonly unwritten: Message<"edit">;
    readonly run: Message<"tool">;
    readonly several: Message<"count" | "list">;
    readonly edited: Message<never, "count">;
    readonly asked: Message<"name" | "chat">;
    readonly counted: Message<"given" | "needed" | "name">;
    readonly none: string;
    readonly sources: {
      readonly message: Message<"where">;
      readonly forward: Message<"where">;
      readonly quote: Message<"where">;
      readonly voice: Message<"where">;
      readonly profile: Message<"where">;
      readonly page: Message<"where">;
      readonly search: Message<"where">;
      readonly file: Message<"where">;
      readonly filename: Message<"where">;
      readonly document: Message<"where">;
      readonly media: Message<"where">;
      readonly mail: Message<"where">;
      readonly event: Message<"where">;
      readonly hook: Message<"where">;
      readonly import: Message<"where">;
      readonly feed: Message<"where">;
      readonly chain: Message<"where">;
      readonly mcp: Message<"where">;
      readonly memory: Message<"where">;
      readonly command: Message<"where">;
      readonly tool: Message<"where">;
      readonly other: string;
    };
    readonly because: {
      readonly few: Message<"names">;
      readonly many: Message<"names" | "count">;
      readonly beside: Message<"names">;
    };
  };
  readonly attachments: {
    readonly deaf: string;
    readonly blind: string;
    readonly large: Message<"name" | "size" | "most">;
    readonly unnamed: Message<"kind">;
    readonly files: Message<"most">;
    readonly attempts: Message<"most">;
    readonly refused: string;
    readonly late: string;
    readonly broken: string;
    readonly gone: string;
    readonly unreachable: string;
    readonly later: string;
    readonly lost: string;
    readonly unavailable: string;
    readonly unequipped: string;
    readonly unreadable: {
      readonly archive: Message<"name">;
      readonly damaged: Message<"name">;
      readonly empty: Message<"name">;
      readonly foreign: Message<"name">;
      readonly garbled: string;
      readonly huge: Message<"name">;
      readonly locked: Message<"name">;
      readonly old: Message<"name">;
      readonly silent: string;
      readonly slow: Message<"name">;
    };
  };
  readonly briefing: {
    readonly toDo: string;
    readonly reminders: string;
    readonly iWill: string;
    readonly toRead: string;
    readonly toConfirm: string;
    readonly learnedFromOthers: Message<never, "count">;
    readonly urgent: string;
    readonly overdue: Message<"moment">;
    readonly by: Message<"time">;
    readonly nothing: Message<"day">;
  };
  readonly changes: {
    readonly none: string;
    readonly wasUndone: Message<"change">;
    readonly undone: Message<"change">;
    readonly undoneForOthers: string;
    readonly nothingToUndo: string;
  };
  readonly chats: {
    readonly settings: Message<"mode" | "steps">;
    readonly policy: {
      readonly open: string;
      readonly allowlist: string;
      readonly "admin-only": string;
      readonly disabled: string;
    };
    readonly verbose: { readonly on: string; readonly off: string };
  };
  readonly commands: {
    readonly everythingElse: string;
    readonly more: string;
    readonly wrongUsage: Message<"usage">;
    readonly failed: Message<"command">;
    readonly unknown: Message<"command">;
    readonly pong: string;
    readonly notForYou: {
      readonly owner: Message<"command">;
      readonly admin: Message<"command">;
      readonly member: Message<"command">;
      readonly anyone: Message<"command">;
    };
    readonly directOnly: Message<"command">;
    readonly needsScope: Message<"command" | "scope">;
    readonly summaries: {
      readonly start: string;
      readonly boot: string;
      readonly task: string;
      readonly help: string;
      readonly ping: string;
      readonly new: string;
      readonly reset: string;
      readonly clear: string;
      readonly stop: string;
      readonly status: string;
      readonly model: string;
      readonly notes: string;
      readonly tasks: string;
      readonly reminders: string;
      readonly readlater: string;
      readonly briefing: string;
      readonly approvals: string;
      readonly usage: string;
      readonly why: string;
      readonly pause: string;
      readonly resume: string;
      readonly loop: string;
      readonly mode: string;
      readonly policy: string;
      readonly verbose: string;
      readonly agent: string;
      readonly modules: string;
      readonly plan: string;
      readonly pair: string;
      readonly link: string;
      readonly archive: string;
      readonly export: string;
      readonly forgetme: string;
      readonly history: string;
      readonly undo: string;
      readonly memory: string;
    };
  };
  readonly delivery: {
    readonly notDelivered: string;
    readonly fileGone: Message<"name">;
    readonly fileRefused: Message<"name">;
    readonly unsent: string;
    readonly encrypted: string;
    readonly fileLink: Message<"name" | "days" | "url">;
  };
  readonly files: {
    readonly created: Message<"file">;
    readonly changed: Message<"file">;
    readonly renamed: Message<"before" | "file">;
    readonly deleted: Message<"file">;
  };
  readonly greeting: {
    readonly hello: { readonly owner: Message<"name">; readonly others: Message<"name" | "owner"> };
    readonly helloUnnamed: { readonly owner: string; readonly others: Message<"name"> };
    readonly about: string;
    readonly roles: {
      readonly owner: string;
      readonly admin: string;
      readonly member: string;
      readonly guest: string;
      readonly stranger: string;
    };
    readonly helpHint: string;
  };
  readonly journal: { readonly added: Message<"entry">; readonly changed: Message<"id" | "entry"> };
  readonly limits: {
    readonly usedUp: {
      readonly day: Message<"whose" | "used" | "moment">;
      readonly month: Message<"whose" | "used" | "moment">;
    };
    readonly used: Message<"spent" | "most">;
    readonly usedAndHeld: Message<"spent" | "held" | "most">;
    readonly whose: {
      readonly person: string;
      readonly chat: string;
      readonly tenant: string;
      readonly platform: string;
      readonly agent: Message<"agent">;
    };
    readonly agentUsedUp: Message<"agent" | "used" | "timeZone">;
    readonly tokens: Message<"spent" | "most">;
    readonly unknownPrice: Message<"model" | "command">;
  };
  readonly memory: {
    readonly learned: Message<"fact">;
    readonly relearned: Message<"fact" | "before">;
    readonly factChanged: Message<"before" | "fact">;
    readonly factConfirmed: Message<"fact">;
    readonly profileWritten: Message<"text">;
    readonly entryAdded: Message<"file" | "text">;
    readonly entryConfirmed: Message<"text">;
    readonly confirmed: Message<"id">;
    readonly nothingToConfirm: string;
    readonly noEntry: Message<"id">;
    readonly listEntries: string;
  };
  readonly moments: {
    readonly today: Message<"time" | "zone">;
    readonly later: Message<"date" | "time" | "zone">;
  };
  readonly notes: {
    readonly created: Message<"note">;
    readonly changed: Message<"note">;
    readonly deleted: Message<"note">;
    readonly none: string;
  };
  readonly pauses: {
    readonly paused: string;
    readonly wasPaused: string;
    readonly wasNotPaused: string;
    readonly resumed: Message<"noted" | "answering">;
  };
  readonly people: {
    readonly somebody: string;
    readonly linked: Message<"name">;
    readonly notLinked: Message<"reason">;
    readonly notLinkedBecause: {
      readonly tooMany: string;
      readonly unknown: string;
      readonly fewerRights: string;
    };
    readonly linkCode: Message<"minutes" | "code">;
    readonly linkAsked: Message<"code">;
    readonly linkQuestion: Message<"who" | "id" | "channel">;
    readonly linkAnswer: Message<"code">;
    readonly noneAsks: string;
    readonly refused: Message<"name">;
    readonly letIn: {
      readonly owner: Message<"name">;
      readonly admin: Message<"name">;
      readonly member: Message<"name">;
      readonly guest: Message<"name">;
      readonly stranger: Message<"name">;
    };
    readonly pairing: {
      readonly asking: Message<"code">;
      readonly welcome: string;
      readonly question: Message<"who" | "id" | "channel">;
      readonly wrote: Message<"text">;
      readonly answer: Message<"code">;
    };
    readonly buttons: {
      readonly member: string;
      readonly guest: string;
      readonly mine: string;
      readonly refuse: string;
    };
    readonly decided: {
      readonly member: string;
      readonly guest: string;
      readonly mine: string;
      readonly refuse: string;
    };
  };
  readonly plans: {
    readonly buttons: {
      readonly continue: string;
      readonly retry: string;
      readonly skip: string;
      readonly abort: string;
    };
    readonly states: {
      readonly running: string;
      readonly waiting: string;
      readonly failed: string;
      readonly done: string;
      readonly aborted: string;
    };
    readonly none: string;
    readonly noneAsks: string;
    readonly done: Message<"goal">;
    readonly aborted: Message<"goal">;
    readonly leftOut: string;
    readonly failed: Message<"n" | "steps" | "reason">;
    readonly noReason: string;
    readonly ask: string;
    readonly chosen: {
      readonly continue: string;
      readonly retry: string;
      readonly skip: string;
      readonly abort: string;
    };
    readonly troubles: {
      readonly stopped: string;
      readonly interrupted: string;
      readonly broke: string;
      readonly undone: string;
      readonly onlyTalked: string;
      readonly unanswered: Message<"preview">;
      readonly refused: Message<"name" | "tool">;
      readonly notRun: Message<"tool">;
      readonly uncertain: Message<"tool">;
      readonly unended: Message<"tool">;
    };
    readonly preview: {
      readonly goal: Message<"goal">;
      readonly effects: {
        readonly read: string;
        readonly write: string;
        readonly send: string;
        readonly destroy: string;
        readonly pay: string;
        readonly exec: string;
      };
      readonly cost: Message<"all" | "steps" | "each">;
      readonly noPrice: string;
    };
  };
  readonly privacy: {
    readonly archive: { readonly on: string; readonly off: string };
    readonly groupArchive: string;
    readonly exported: Message<never, "count">;
    readonly forgotten: Message<never, "count">;
    readonly confirmForgetting: Message<"code">;
  };
  readonly questions: {
    readonly exec: {
      readonly run: Message<"command">;
      readonly program: Message<"code">;
      readonly service: {
        readonly status: Message<"name">;
        readonly start: Message<"name">;
        readonly stop: Message<"name">;
        readonly restart: Message<"name">;
        readonly enable: Message<"name">;
        readonly disable: Message<"name">;
      };
      readonly readFile: Message<"path">;
      readonly listDirectory: Message<"path">;
      readonly writeFile: Message<"content" | "path", "count">;
      readonly install: Message<"packages" | "manager">;
      readonly pull: Message<"packages" | "manager">;
    };
    readonly skill: {
      readonly run: Message<"call" | "name">;
      readonly runWithInput: Message<"call" | "name" | "input">;
    };
    readonly workspace: { readonly delete: Message<"path", never, "recursive"> };
    readonly notes: { readonly delete: Message<"id"> };
    readonly tasks: { readonly delete: Message<"id"> };
    readonly memory: { readonly forgetOne: Message<"id">; readonly forgetFound: Message<"query"> };
    readonly schedule: {
      readonly create: Message<
        "instructions" | "params",
        never,
        "cron" | "at" | "every" | "zone" | "tool" | "after"
      >;
    };
    readonly media: { readonly speak: Message<"text"> };
    readonly message: {
      readonly here: string;
      readonly send: Message<"text" | "recipient">;
      readonly sendFiles: Message<"files" | "recipient", never, "text">;
    };
    readonly bot: { readonly inlineSend: Message<"n" | "query"> };
    readonly email: {
      readonly send: Message<"to" | "subject" | "body", never, "cc" | "files">;
      readonly replyToAll: Message<"id" | "body">;
      readonly replyToSender: Message<"id" | "body">;
    };
    readonly calendar: {
      readonly create: Message<
        "title" | "start",
        never,
        "place" | "end" | "recurrence" | "attendees"
      >;
      readonly update: Message<"id" | "changes", never, "notify">;
      readonly changes: {
        readonly title: Message<"title">;
        readonly start: Message<"start">;
        readonly end: Message<"end">;
        readonly place: Message<"place">;
      };
      readonly delete: Message<"id">;
    };
    readonly github: {
      readonly comment: Message<"body" | "issue">;
      readonly createIssue: Message<"title" | "repo", never, "body" | "labels">;
    };
    readonly deals: {
      readonly propose: Message<"id" | "chat" | "given" | "got", never, "username">;
      readonly gift: Message<"gift" | "value">;
      readonly giftNames: Message<"slug" | "id">;
      readonly accept: Message<"deal">;
      readonly decline: Message<"deal">;
      readonly cancel: Message<"deal", never, "reason">;
      readonly verifyPayment: Message<"deal">;
    };
    readonly ton: {
      readonly send: Message<"amount" | "to", never, "comment">;
      readonly sendJetton: Message<"amount" | "jetton" | "to", never, "comment">;
      readonly sendNft: Message<"nft" | "to", never, "comment">;
      readonly swap: Message<"amount" | "exchange" | "percent", never, "from" | "to" | "pool">;
    };
    readonly dns: {
      readonly startAuction: Message<"domain" | "amount">;
      readonly bid: Message<"amount" | "domain">;
      readonly link: Message<"domain", never, "wallet">;
      readonly unlink: Message<"domain">;
      readonly setSite: Message<"domain" | "adnl">;
    };
    readonly telegram: {
      readonly savedMessages: string;
      readonly sendMessage: Message<"text" | "chat">;
      readonly scheduleMessage: Message<"text" | "chat" | "moment">;
      readonly sendScheduledNow: Message<"ids" | "chat", "count">;
      readonly deleteScheduledMessage: Message<"ids" | "chat", "count">;
      readonly sendRichMessage: Message<"text" | "chat" | "files">;
      readonly replyKeyboard: Message<"text" | "chat" | "buttons">;
      readonly replyMessage: Message<"text" | "message" | "chat">;
      readonly quoteReply: Message<"text" | "quote" | "message" | "chat">;
      readonly editMessage: Message<"message" | "chat" | "text">;
      readonly forwardMessage: Message<"ids" | "from" | "to", "count">;
      readonly sendLocation: Message<"point" | "chat">;
      readonly copyMessage: Message<"ids" | "from" | "to", "count">;
      readonly restrictUser: Message<"person" | "chat", "hours", "allow">;
      readonly promoteUser: Message<"person" | "chat" | "rights">;
      readonly demoteUser: Message<"chat" | "person">;
      readonly createInviteLink: Message<"chat", never, "name" | "limits" | "approval">;
      readonly inviteHours: Message<never, "hours">;
      readonly invitePeople: Message<never, "people">;
      readonly deleteForEveryone: Message<"ids" | "chat", "count">;
      readonly deleteForAccount: Message<"ids" | "chat", "count">;
      readonly pinMessage: Message<"message" | "chat", never, "silent">;
      readonly unpinMessage: Message<"message" | "chat">;
      readonly unpinNewest: Message<"chat">;
      readonly unpinAll: Message<"chat">;
      readonly react: Message<"emoji" | "message" | "chat">;
      readonly sendDice: Message<"emoji" | "chat">;
      readonly createPoll: Message<"question" | "answers" | "chat">;
      readonly createQuiz: Message<"question" | "answers" | "chat" | "n">;
      readonly sendPhoto: Message<"path" | "chat", never, "caption">;
      readonly sendVideo: Message<"path" | "chat", never, "caption">;
      readonly sendDocument: Message<"path" | "chat", never, "caption">;
      readonly sendGif: Message<"path" | "chat", never, "caption">;
      readonly sendFoundGif: Message<"id" | "chat", never, "caption">;
      readonly sendRecording: Message<"path" | "chat", never, "caption">;
      readonly sendSpoken: Message<"text" | "chat", never, "caption">;
      readonly sendSticker: Message<"path" | "chat">;
      readonly sendPackSticker: Message<"n" | "pack" | "chat">;
      readonly sendStory: {
        readonly everyone: Message<"path", never, "caption">;
        readonly contacts: Message<"path", never, "caption">;
        readonly close_friends: Message<"path", never, "caption">;
      };
      readonly kickUser: Message<"person" | "chat">;
      readonly banForGood: Message<"person" | "chat", never, "messages">;
      readonly banForHours: Message<"person" | "chat", "hours", "messages">;
      readonly unbanUser: Message<"person" | "chat">;
      readonly blockUser: Message<"person">;
      readonly unblockUser: Message<"person">;
      readonly addContact: Message<"person" | "name", never, "phone">;
      readonly deleteContact: Message<"person">;
      readonly createGroup: Message<"title" | "people" | "count">;
      readonly createChannel: Message<"title", never, "username" | "about">;
      readonly createSupergroup: Message<"title", never, "username" | "about">;
      readonly inviteToChannel: Message<"people" | "channel" | "count">;
      readonly joinChannel: Message<"channel">;
      readonly leaveChannel: Message<"channel">;
      readonly editChannelTitle: Message<"channel" | "title">;
      readonly editChannelAbout: Message<"channel" | "about">;
      readonly editChannelInfo: Message<"channel" | "title" | "about">;
      readonly setChannelUsername: Message<"channel" | "username">;
      readonly removeChannelUsername: Message<"channel">;
      readonly setChatPhoto: Message<"path" | "chat">;
      readonly deleteChatPhoto: Message<"chat">;
      readonly setPersonalChannel: Message<"channel">;
      readonly removePersonalChannel: string;
      readonly updateProfile: Message<"changes">;
      readonly profile: {
        readonly firstName: Message<"name">;
        readonly lastName: Message<"name">;
        readonly noLastName: string;
        readonly bio: Message<"bio">;
        readonly noBio: string;
      };
      readonly setBio: Message<"bio">;
      readonly removeBio: string;
      readonly setUsername: Message<"username">;
      readonly removeUsername: string;
      readonly sendGift: Message<"gift" | "person", never, "message" | "anonymous">;
      readonly buyResaleGift: Message<"slug">;
      readonly buyResaleGiftForAtMost: Message<"slug", "price">;
      readonly sendGiftOffer: Message<"owner" | "slug", "price" | "hours">;
      readonly acceptGiftOffer: Message<"message">;
      readonly declineGiftOffer: Message<"message">;
      readonly setCollectiblePrice: Message<"message", "price">;
      readonly endCollectibleSale: Message<"message">;
      readonly transferCollectible: Message<"message" | "person">;
      readonly setGiftStatus: Message<"gift">;
      readonly removeGiftStatus: string;
    };
  };
  readonly rates: {
    readonly refused: Message<"limit">;
    readonly personMinute: Message<never, "count">;
    readonly personDay: Message<never, "count">;
    readonly groupMinute: Message<never, "count">;
    readonly limit: Message<"rate" | "moment">;
    readonly delayed: Message<"limit">;
  };
  readonly reading: {
    readonly saved: Message<"title">;
    readonly read: Message<"title">;
    readonly none: string;
  };
  readonly reminders: {
    readonly set: Message<"reminder">;
    readonly moved: Message<"reminder">;
    readonly cancelled: Message<"reminder">;
    readonly onMessage: Message<"who">;
    readonly onMessageAbout: Message<"who" | "words">;
    readonly somebody: string;
    readonly later: string;
    readonly late: Message<"moment">;
    readonly none: string;
  };
  readonly results: {
    readonly workspace: { readonly delete: Message<"path"> };
    readonly notes: { readonly delete: Message<"id"> };
    readonly tasks: { readonly delete: Message<"id"> };
    readonly memory: { readonly forgetOne: Message<"id">; readonly forgetFound: Message<"query"> };
    readonly message: {
      readonly send: Message<"text" | "recipient">;
      readonly sendFiles: Message<"files" | "recipient">;
    };
    readonly exec: { readonly run: Message<"command"> };
    readonly email: { readonly send: Message<"subject" | "to">; readonly reply: Message<"id"> };
    readonly calendar: {
      readonly create: Message<"title">;
      readonly update: Message<"id">;
      readonly delete: Message<"id">;
    };
    readonly ton: { readonly send: Message<"amount" | "to"> };
    readonly telegram: { readonly sendMessage: Message<"text" | "chat"> };
    readonly plan: { readonly start: Message<"goal"> };
  };
  readonly rules: { readonly notKept: Message<"rules" | "most"> };
  readonly sessions: { readonly started: string };
  readonly speech: { readonly codeLeftOut: string };
  readonly status: {
    readonly fine: string;
    readonly needsAnswer: Message<never, "open">;
    readonly atWork: Message<never, "taken">;
    readonly modelDown: string;
    readonly upFor: Message<"version" | "length">;
    readonly durations: {
      readonly days: Message<"days" | "hours">;
      readonly hours: Message<"hours" | "minutes">;
      readonly minutes: Message<"minutes">;
    };
    readonly model: Message<"model">;
    readonly messages: Message<"answered" | "taken" | "queued">;
    readonly openApprovals: Message<"open">;
  };
  readonly tasks: {
    readonly added: Message<"task">;
    readonly changed: Message<"task">;
    readonly done: Message<"task">;
    readonly reopened: Message<"task">;
    readonly deleted: Message<"task">;
    readonly urgent: string;
    readonly none: string;
  };
  readonly tools: {
    readonly count: Message<never, "count">;
    readonly none: string;
    readonly modules: {
      readonly on: string;
      readonly off: string;
      readonly "off everywhere": string;
    };
  };
  readonly turns: {
    readonly failed: Message<"incident">;
    readonly stopped: string;
    readonly stuck: Message<"tool">;
    readonly nothing: string;
    readonly withheld: string;
    readonly blocked: string;
    readonly call: {
      readonly failed: Message<"tool" | "why">;
      readonly uncertain: Message<"tool">;
      readonly stopped: Message<"tool">;
      readonly undone: string;
      readonly done: Message<"tools">;
    };
    readonly nothingRuns: string;
    readonly modelDown: Message<never, never, "cause" | "told">;
    readonly modelNeedsOwner: Message<"model" | "fallback" | "reason", never, "cause" | "answers">;
    readonly modelGaveUp: Message<"model", "hours">;
  };
  readonly typography: { readonly quoted: Message<"text"> };
  readonly usage: {
    readonly everybody: string;
    readonly you: string;
    readonly today: Message<"spent">;
    readonly thisMonth: Message<"spent">;
    readonly tokens: Message<never, "count">;
    readonly left: {
      readonly day: Message<"whose" | "left" | "limit">;
      readonly month: Message<"whose" | "left" | "limit">;
    };
    readonly whose: {
      readonly person: string;
      readonly chat: string;
      readonly tenant: string;
      readonly platform: string;
      readonly agent: Message<"agent">;
    };
  };
  readonly why: {
    readonly message: Message<"said" | "became">;
    readonly messages: {
      readonly queued: string;
      readonly taken: string;
      readonly answered: string;
      readonly folded: string;
      readonly noted: string;
      readonly ignored: string;
      readonly refused: string;
      readonly failed: string;
      readonly withdrawn: string;
    };
    readonly reasons: {
      readonly paused: string;
      readonly edited: string;
      readonly stopped: string;
      readonly interrupted: string;
      readonly empty: string;
      readonly "too long": string;
      readonly "not said to the agent": string;
      readonly "answered before it was edited": string;
    };
    readonly turn: {
      readonly running: Message<"steps">;
      readonly settled: Message<"steps">;
      readonly failed: Message<"steps">;
      readonly cancelled: Message<"steps">;
    };
    readonly steps: Message<never, "count">;
    readonly incident: Message<"incident">;
    readonly call: Message<"tool" | "verdict" | "state">;
    readonly verdicts: { readonly allow: string; readonly ask: string; readonly deny: string };
    readonly calls: {
      readonly planned: string;
      readonly started: string;
      readonly settled: string;
    };
    readonly question: Message<"state" | "preview">;
    readonly questions: {
      readonly pending: string;
      readonly confirmed: string;
      readonly executing: string;
      readonly done: string;
      readonly failed: string;
      readonly cancelled: string;
      readonly expired: string;
    };
    readonly model: Message<"models" | "tokens">;
    readonly tokens: Message<never, "count">;
    readonly replies: {
      readonly waiting: string;
      readonly sent: string;
      readonly dead: string;
      readonly dropped: string;
    };
    readonly failures: Message<never, "count">;
    readonly nothingSaid: string;
    readonly noMessage: Message<"id">;
    readonly withoutId: string;
  };
}
