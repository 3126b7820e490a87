import { expect, test } from "vitest";
import { configPaths } from "../platform/config-paths.ts";
import { channelsConfig } from "./channels.gen.ts";
import { configSchema } from "./config-schema.ts";

test("an empty file is a whole configuration", () => {
  expect(configSchema.parse({})).toEqual({
    agent: {
      model: "auto",
      maxSteps: 5,
      temperature: 0.7,
      maxTokens: 4096,
      mode: "steer",
      debounceMs: 1500,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: "en",
      ownerName: "Owner",
    },
    agents: {},
    approvals: {
      expireHours: 24,
      twoPerson: [],
      unattended: "wait",
      unattendedAllows: [],
      sendDictated: "allow",
      payDictated: {},
      egressPerTurn: 8,
      egressPerDay: 64,
    },
    limits: {
      money: { person: {}, chat: {}, tenant: {}, platform: {} },
      assets: {},
      rates: {
        person: { minute: 20, day: 200 },
        group: { minute: 60 },
        admins: false,
        stranger: 0,
      },
    },
    channels: channelsConfig.parse({}),
    filters: { blockMessages: [], blockReplies: [], triggers: [] },
    context: {
      hintRatio: 0.5,
      hintTokens: 64_000,
      compactRatio: 0.75,
      compactMessages: 200,
      keepMessages: 20,
      recallTokens: 1000,
      recentMessages: 10,
    },
    sessions: { resetHour: 4, idleMinutes: 1440 },
    memory: {
      facts: { enabled: true, tokensPerDay: 200_000 },
      profile: { enabled: true, tokensPerDay: 50_000 },
      retention: [],
    },
    embedding: { provider: "local" },
    models: { fallback: [], prices: {}, waitHours: 24 },
    mcp: { servers: {} },
    plugins: { trusted: [], settings: {}, secrets: {}, hotReload: false },
    tools: { timeoutMs: 30_000, maxResultChars: 50_000 },
    toolSearch: {
      enabled: true,
      topK: 20,
      minScore: 0.18,
      vectorWeight: 0.65,
      alwaysInclude: ["telegram_send_message", "workspace_*", "web_*"],
      delivery: "auto",
    },
    heartbeat: { enabled: false, everyMinutes: 60, dollarsPerDay: "0.50" },
    exec: {
      enabled: false,
      sandbox: "bubblewrap",
      network: false,
      host: [],
      timeoutMs: 120_000,
      outputChars: 20_000,
      limits: {
        processes: 128,
        memoryMb: 1024,
        cpuSeconds: 60,
        fileMb: 256,
        diskMb: 1024,
        openFiles: 512,
      },
    },
    web: { searchProvider: "none", blockedPorts: [10_000] },
    documents: { maxBytes: 20_971_520, maxPages: 5_000, maxSeconds: 30 },
    vision: {},
    speech: {
      stt: { provider: "auto" },
      tts: { provider: "edge" },
      voice: "en-GB-RyanNeural",
      voices: {},
      maxWords: 500,
    },
    webhooks: { allowPrivate: false, timeoutSeconds: 15 },
    delivery: { replyDays: 7, heldReplyDays: 30, webhookDays: 3, jobHours: 24 },
    storage: { historyLimit: 100, retentionDays: 90, synchronous: "full", transcripts: "on" },
    http: {
      enabled: true,
      host: "127.0.0.1",
      port: 7777,
      allowedHosts: [],
      maxBodyBytes: 33_554_432,
      sessionHours: 168,
      rates: { perMinute: 6000, failuresPerMinute: 30 },
      publicMetrics: false,
    },
    log: { level: "info" },
  });
});

test.each(configPaths(configSchema))("$path is explained in a sentence", ({ description }) => {
  expect(description).toMatch(/^.{20,}\.$/s);
});

test.each([
  ["agent", { maxSteps: 51 }],
  ["agent", { maxSteps: 0 }],
  ["agent", { maxSteps: 1.5 }],
  ["agent", { temperature: 1.1 }],
  ["agent", { maxTokens: 0 }],
  ["agent", { mode: "shout" }],
  ["agent", { model: "gpt 5" }],
  ["agent", { timeZone: "Mars/Olympus" }],
  ["agent", { language: "Deutsch" }],
  ["tools", { timeoutMs: 0 }],
  ["toolSearch", { topK: 0 }],
  ["toolSearch", { minScore: 1.1 }],
  ["toolSearch", { alwaysInclude: ["web-*"] }],
  ["toolSearch", { delivery: "head" }],
  ["web", { searchProvider: "google" }],
  ["web", { searchProvider: "tavily" }],
  ["web", { searchProvider: "brave", searxngUrl: "http://127.0.0.1:8888" }],
  ["web", { searchProvider: "searxng", apiKey: "k" }],
  ["web", { searchProvider: "searxng", searxngUrl: "file:///etc/passwd" }],
  ["web", { blockedPorts: [0] }],
  ["webhooks", { timeoutSeconds: 0 }],
  ["documents", { maxBytes: 200_000_000 }],
  ["documents", { maxPages: 0 }],
  ["documents", { maxSeconds: 60 }],
  ["vision", { model: "" }],
  ["speech", { stt: { provider: "siri" } }],
  ["speech", { stt: { provider: "command" } }],
  ["speech", { stt: { provider: "command", command: ["whisper"] } }],
  ["speech", { stt: { provider: "openai", baseUrl: "file:///etc/passwd" } }],
  ["speech", { tts: { provider: "command" } }],
  ["speech", { tts: { provider: "piper" } }],
  ["speech", { voice: "-w/etc/passwd" }],
  ["speech", { voice: "../voice" }],
  ["speech", { voices: { german: "de-DE-ConradNeural" } }],
  ["speech", { maxWords: 0 }],
  ["storage", { synchronous: "off" }],
])("refuses %s %j", (section, settings) => {
  expect(configSchema.safeParse({ [section]: settings }).success).toBe(false);
});

test.each(["Europe/Berlin", "UTC", "Asia/Kolkata"])("takes %s as a time zone", (timeZone) => {
  expect(configSchema.parse({ agent: { timeZone } }).agent.timeZone).toBe(timeZone);
});
