import type { CachePlan, ModelRequest } from "../model.ts";
import type { Provider } from "../providers.ts";
import type {
  VendorModel,
  VendorOptions,
  VendorOutput,
  VendorTool,
  VendorTools,
} from "./vendor.ts";

/** Provider and access to a model. */
export interface Endpoint {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  /** Revealed key. Absent if none is needed. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** A protocol's way to give a model tools that were found later. */
export interface DeferredTools {
  /** Returns the list of tools: the model's tools, and the deferred ones if they must be listed. */
  readonly list: (has: readonly VendorTool[], deferred: readonly VendorTool[]) => VendorTools;
  /** Converts the result of a search. Undefined if its text says it already. */
  readonly found: (found: FoundTools) => VendorOutput | undefined;
  /** Converts a call of the search for the vendor. Absent: like any other call. */
  readonly search?: (args: unknown, id: string) => unknown;
  /** Returns the arguments of a search call. Absent: its input. */
  readonly readSearch?: (input: unknown) => unknown;
}

interface FoundTools {
  /** Deferred tools that were found. */
  readonly known: readonly VendorTool[];
  /** Tools that are neither deferred nor in the list: they were added since the session began. */
  readonly others: readonly VendorTool[];
}

/** Settings of a protocol: the vendor's package and the options it needs. */
export interface Wire {
  /** Loads the package, which is heavy, and creates a client. */
  readonly open: (endpoint: Endpoint) => Promise<VendorModel>;
  /** Returns the vendor options of a request. */
  readonly requestOptions: (request: ModelRequest, provider: Provider) => VendorOptions;
  /**
   * Returns the options that mark the last message before a breakpoint. Absent: the protocol has no
   * breakpoints.
   */
  readonly cacheMark?: (plan: CachePlan) => VendorOptions;
  /** Absent if the protocol does not support it. */
  readonly late?: DeferredTools;
  /** Vendor options of each image. */
  readonly imageOptions?: VendorOptions;
  /** Chat templates of many servers accept only one system message. */
  readonly joinsSystem?: true;
  /** Rewrites a request before it is sent. */
  readonly rewrite?: (request: ModelRequest) => ModelRequest;
  /** Tags in the text that enclose other content. `<think>` is always one. */
  readonly tags?: readonly string[];
}
