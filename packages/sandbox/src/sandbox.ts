export { type BoundFolder, type TopEntry } from "./bubblewrap-arguments.ts";
export { type BubblewrapDeps, createBubblewrap } from "./create-bubblewrap.ts";
export { type BareDeps, createBare } from "./create-unsandboxed.ts";
export { SandboxError, type SandboxErrorCode } from "./error.ts";
export {
  type CappedOutput,
  type Sandbox,
  SANDBOX_WORKSPACE,
  type SandboxCommand,
  type SandboxConfig,
  type SandboxLimits,
  type SandboxResult,
} from "./types.ts";
export { type WrapOptions, wrapCommand, type WrappedCommand } from "./wrap-command.ts";
