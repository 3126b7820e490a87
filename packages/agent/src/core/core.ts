import { Fault, type Services } from "@reeve/sdk";
import type { ServiceScope } from "./channel-services.ts";
import { notifyAll } from "../kernel/wakeup.ts";
import type { Envelope } from "../kernel/envelope.ts";
import type { Principal } from "../kernel/principal.ts";
import { createLanes } from "../platform/keyed-queue.ts";
import type { Chat } from "../store/messages/chats.ts";
import { NO_TRACING, type Tracing } from "../platform/tracing.ts";
import type { AgentDeps } from "./agent/deps.ts";
import type { AgentProfile } from "./agents.ts";
import type { PromptFor } from "./approvals/questions/approval-prompt.ts";
import { decide, type DecideDeps } from "./approvals/questions/decide.ts";
import { createLocalizePrompt } from "./approvals/questions/localize-prompt.ts";
import type { ChannelFiles } from "./attachments.ts";
import type { CommandFacts } from "./commands.ts";
import { MODEL_COMMANDS } from "./model-commands.ts";
import { UNKNOWN_COMMAND } from "./commands/ping.ts";
import { findCommand } from "./commands/find-command.ts";
import { createPastTurns } from "./context/history/past-turns.ts";
import { createReadUnseen } from "./context/history/unseen-messages.ts";
import { type Control, createControl } from "./control.ts";
import type { CoreDeps } from "./core-deps.ts";
import { type CoreState, createCoreState } from "./core-state.ts";
import { createAgentDeps } from "./wiring/create-agent-deps.ts";
import { createCommands } from "./wiring/create-commands.ts";
import { createOperations } from "./wiring/create-operations.ts";
import { createWorkerDeps } from "./wiring/create-worker-deps.ts";
import type { Events } from "./events/events.ts";
import { createIncomingWebhooks, type IncomingWebhooks } from "./incoming-webhooks.ts";
import type { Inbox, PluginInbox } from "./inbox.ts";
import { accept } from "./intake/accept.ts";
import { createArrivals } from "./intake/arrivals.ts";
import type { IntakeDeps } from "./intake/deps.ts";
import { resolveSender } from "./intake/resolve-sender.ts";
import { retryWaiting } from "./intake/retry-waiting.ts";
import { withdrawMessage } from "./turns/withdraw-message.ts";
import type { ModelOutage } from "./model-health.ts";
import type { OpenTurn } from "./open-turn.ts";
import { PLAN_TOOL } from "./plans/find-plan-request.ts";
import { previewPlan } from "./plans/preview-plan.ts";
import { isTrivial } from "./routing/is-trivial.ts";
import {
  type ConversationsDeps,
  createConversations,
  type Sender,
} from "./delivery/conversations.ts";
import type { Conversations } from "../tools/conversations.ts";
import { type PartPost, type PaidCharge, postPart, refund } from "./delivery/post-part.ts";
import { sendVoice, type VoiceMessage } from "./delivery/send-voice.ts";
import { createSchedule, type Schedule } from "./schedule.ts";
import { runChannels } from "./wiring/run-channels.ts";
import type { ServedChannel } from "./wiring/channel-registry.ts";
import { createTurnLog } from "./turns/create-turn-log.ts";
import { screenTurnLog } from "./turns/screened-turn-log.ts";
import type { TurnDeps, TurnSettings } from "./turns/deps.ts";
import { turnWork } from "./turns/worker.ts";
import type { TurnLog } from "./turn-log.ts";

/** The flow from a message to its answer, as the rest of the process sees it. */
export interface Core {
  readonly inbox: Inbox;
  readonly events: Events;
  readonly control: Control;
  /** Models that are down. */
  outages(): readonly ModelOutage[];
  /** Another model takes the place of this one: turns that wait for it continue. */
  modelReplaced(model: string): void;
  readonly schedule: Schedule;
  /** Incoming webhooks, for the channel that programs call. */
  readonly hooks: IncomingWebhooks;
  /** Binds a service of a served channel to a call; `unavailable` if there is none. */
  service<Name extends keyof Services>(name: Name, scope: ServiceScope): Services[Name];
  /** How files of a served channel's messages are fetched; undefined where they cannot be. */
  files(channel: string): ChannelFiles | undefined;
  /** Says something aloud for a call, in the chat that its turn answers; a repeated call says nothing more. */
  sendVoice(aloud: VoiceMessage): Promise<{ readonly as: "voice" | "text" }>;
  /** Conversations for a call, on all channels. */
  conversations(sender: Sender, keepFile: ConversationsDeps["keepFile"]): Conversations;
  /**
   * Posts a part that only some channels show, for a call; a repeated call posts nothing more. `conflict` where
   * the channel of the chat does not show it.
   */
  postPart(post: PartPost): Promise<void>;
  /** Pays a payment back, once. */
  refund(channel: string, payment: PaidCharge): Promise<void>;
  /** Chat commands; channels announce them to people. */
  readonly commands: readonly CommandFacts[];
  /** Resolves the person who does something on a channel without a message; a new person is stored. */
  resolveSender(channel: string, sender: Envelope["sender"]): Promise<Principal>;
  /**
   * Listens on the channels, runs turns and delivers replies until `signal`
   * aborts. Call it once. Where the store is exclusive its earlier owners are
   * dead: their leases are void from here on.
   */
  serve(channels: readonly ServedChannel[], signal: AbortSignal): Promise<void>;
}

/**
 * Puts the flow together: what comes in, what is decided, what thinks and acts, what goes out. Nothing
 * runs before `serve`.
 */
export function createCore(deps: CoreDeps): Core {
  const { policy, tracing = NO_TRACING } = deps;
  const state = createCoreState(deps);
  const { kernel, agents, wakeups, running, served } = state;
  const { filters } = policy;
  const { canSpeak } = served;
  const { queue, outboxWakeup } = wakeups;
  const question = questionsOf(deps, state);
  const agentIn = (chat: Chat) => agents.answering(chat).name;
  const questionIn = createLocalizePrompt({ toolbox: deps.toolbox, question, agentIn });
  const commands = createCommands(deps, state, questionIn);
  const commandsByName = new Map(commands.map((command) => [command.name, command]));
  const scheduling = {
    ...kernel,
    owner: kernel.newId(),
    timeZone: policy.turns.timeZone,
    quietUntil: deps.quietUntil,
    heartbeat: deps.heartbeat,
  };
  const schedule = createSchedule(scheduling, deps.jobsWakeup);

  const turnEndedWakeup = notifyAll(wakeups.learning, wakeups.questions, schedule.wakeup);
  const turns: TurnDeps = {
    ...kernel,
    toolbox: deps.toolbox,
    agents,
    random: deps.webhooks.random,
    onProgress: (id) => state.quarantine.progress({ kind: "turn", id }),
    settings: {
      ...policy.turns,
      limits: policy.spending,
      maxTokens: policy.limits.maxTokens,
      isToLearnFrom: learnsFrom(deps),
    },
    endedWakeup: notifyAll(wakeups.endedWakeup, turnEndedWakeup),
    turnEndedWakeup,
    questionIn,
    filters,
    understanding: deps.understanding,
    speaking: policy.spoken && { ...policy.spoken, canSpeak },
  };
  const saveDailySummary = deps.saveDailySummary ?? discardEvents;
  const past = createPastTurns(kernel.store.read);
  const unseen = createReadUnseen(kernel.store.read.messages);
  const stored = createTurnLog(turns, running);
  const isScreened = deps.hooks !== undefined || filters?.screensReplies;
  const screened = isScreened ? screenTurnLog(stored, { hooks: deps.hooks, filters }) : stored;
  const journal = traceTurnLog(screened, tracing);
  const partsOf = (profile: AgentProfile): AgentDeps =>
    createAgentDeps(profile, { ...state, deps, past, unseen, journal, question, saveDailySummary });
  const partsByAgent = new Map(agents.all.map((profile) => [profile, partsOf(profile)]));
  const agentOf = ({ agent }: OpenTurn): AgentDeps => {
    const profile = agents.get(agent);
    return partsByAgent.get(profile) ?? partsOf(profile);
  };
  const work = turnWork(createWorkerDeps({ deps, state, turns, agentOf }));

  const intake: IntakeDeps = {
    ...kernel,
    running,
    wakeup: queue,
    isPairing: served.isPairing,
    hasBursts: (channel) => served.get(channel)?.hasBursts === true,
    policy: { ...policy.intake, limits: policy.spending, timeZone: policy.turns.timeZone },
    owner: policy.owner,
    jobsWakeup: schedule.wakeup,
    preparing: createLanes(),
    hooks: deps.hooks,
    filters,
    screening: createLanes(),
    arrivals: createArrivals(),
    claims: work.claims,
    findCommand: (envelope) =>
      findCommand(envelope, {
        commands: commandsByName,
        unknown: UNKNOWN_COMMAND,
        username: served.get(envelope.address.channel)?.username,
      }),
  };
  const decisions: DecideDeps = {
    ...kernel,
    toolbox: deps.toolbox,
    wakeup: notifyAll(queue, wakeups.questions, outboxWakeup),
    approversFor: policy.turns.approversFor,
    question,
    questionIn,
    agentIn,
  };
  const inbox: Inbox = {
    deliver: (envelope) => {
      const attributes = () => ({ "reeve.surface": envelope.address.channel });
      return tracing.span("accept", { attributes }, () => accept(envelope, intake));
    },
    decide: (decision) => decide(decision, decisions),
    retryWaiting: (address) => retryWaiting(address, intake),
    ...(deps.pluginInbox ?? NO_PLUGINS),
    withdraw: (message, person) => withdrawMessage({ message, person }, intake),
  };

  const reached = { questionIn, commands, inbox, intake, schedule };
  const serving = {
    deps,
    state,
    inbox,
    schedule,
    scheduling,
    questionIn,
    saveDailySummary,
    turnWork: work,
  };
  return {
    inbox,
    files: served.files,
    service: served.service,
    conversations: (sender, keepFile) =>
      createConversations(sender, { ...kernel, keepFile, pushChannels: served.pushChannels }),
    postPart: (post) => postPart(post, { ...kernel, served }),
    refund: (channel, payment) => refund(served.get(channel), payment),
    sendVoice: (aloud) => sendVoice(aloud, { ...kernel, canSpeak }),
    events: kernel.events,
    control: createControl(createOperations(deps, state, reached)),
    outages: () => state.health.list(),
    modelReplaced: (model) => void state.health.replaced(model),
    schedule,
    hooks: createIncomingWebhooks(kernel.store, policy.intake.tenant),
    commands: [...commands, ...MODEL_COMMANDS],
    resolveSender: (channel, sender) =>
      resolveSender({ address: { channel, externalId: "", kind: "direct" }, sender }, intake),
    serve: (channels, signal) => runChannels(channels, serving, signal),
  };
}

const NO_PLUGINS: PluginInbox = {
  press: async () => ({ outcome: "expired" }),
  mayPay: async () => false,
  async pay({ invoice }) {
    throw new Fault("missing", `No plugin has sent the invoice ${invoice}.`);
  },
};

/** A plan's question tells its steps; every other tool speaks for itself. */
function questionsOf({ toolbox, policy }: CoreDeps, { agents }: Pick<CoreState, "agents">) {
  const question: PromptFor = ({ name, params, agent, language }) => {
    if (name !== PLAN_TOOL) return undefined;
    const { price } = agents.get(agent).model;
    const { maxTokens } = policy.limits;
    return previewPlan(params, { toolOf: (tool) => toolbox.get(tool), price, maxTokens, language });
  };
  return question;
}

/** An acknowledgement teaches nothing; without a model to ask no turn has to wait. */
function learnsFrom({ utility, policy }: CoreDeps): TurnSettings["isToLearnFrom"] {
  if (!utility || !policy.learning?.facts.enabled) return undefined;
  return (said) => said.some((text) => !isTrivial(text));
}

/** Where nobody keeps what sessions came to. */
async function discardEvents(): Promise<void> {}

/** A journal whose commits that observe results, and that settle a turn, are traced. */
function traceTurnLog(journal: TurnLog, tracing: Tracing): TurnLog {
  return {
    ...journal,
    settleCalls: (turn, settled) =>
      tracing.span("observe", {}, () => journal.settleCalls(turn, settled)),
    end: (turn, ending) =>
      tracing.span("settle", { attributes: () => ({ "reeve.ending": ending.type }) }, () =>
        journal.end(turn, ending),
      ),
  };
}
