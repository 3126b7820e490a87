import type { CachePlan, ModelRequest } from "../model.ts";
import type { Provider } from "../providers.ts";
import type {
  VendorModel,
  VendorOptions,
  VendorOutput,
  VendorTool,
  VendorTools,
} from "./vendor.ts";

/** Where a model is reached. */
export interface Endpoint {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  /** Revealed key. Absent if none is needed. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** How a protocol gives a model tools that were found after the beginning. */
export interface DeferredTools {
  /**
   * Returns the list of tools: the model's tools, and the deferred ones if they must be
   * listed.
   */
  readonly list: (has: readonly VendorTool[], deferred: readonly VendorTool[]) => VendorTools;
  /** The result of a search. Undefined: its text says it. */
  readonly found: (found: FoundTools) => VendorOutput | undefined;
  /** A call of the search as the vendor writes it. Absent: like any other call. */
  readonly search?: (args: unknown, id: string) => unknown;
  /** The arguments in a call of the search. Absent: they are its input. */
  readonly readSearch?: (input: unknown) => unknown;
}

interface FoundTools {
  /** Deferred tools that were found. */
  readonly known: readonly VendorTool[];
  /** They are neither deferred nor in the list: they appeared since the session began. */
  readonly others: readonly VendorTool[];
}

/** Settings of a protocol: the vendor's package and the options it needs. */
export interface Wire {
  /** Loads the package, which is the heavy part, and makes a client. */
  readonly open: (endpoint: Endpoint) => Promise<VendorModel>;
  /** Returns the vendor options of a request. */
  readonly requestOptions: (request: ModelRequest, provider: Provider) => VendorOptions;
  /** The mark on the last message before a breakpoint. Absent: the protocol has no breakpoints. */
  readonly cacheMark?: (plan: CachePlan) => VendorOptions;
  /** Absent: the protocol has no words for it. */
  readonly late?: DeferredTools;
  /** Vendor options of each image. */
  readonly imageOptions?: VendorOptions;
  /** Chat templates of many servers take one system message only. */
  readonly joinsSystem?: true;
  /** Puts a request into other words before it is sent. */
  readonly rewrite?: (request: ModelRequest) => ModelRequest;
  /** Tags in the text that are not text. `<think>` is always one. */
  readonly tags?: readonly string[];
}
