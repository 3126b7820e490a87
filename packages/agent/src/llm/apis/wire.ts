import type { CachePlan, ModelRequest } from "../model.ts";
import type { Provider } from "../providers.ts";
import type { VendorModel, VendorOptions } from "./vendor.ts";

/** Where a model is reached. */
export interface Endpoint {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  /** Already revealed. Absent where none is needed. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** How a protocol is spoken: a vendor's package, and what it wants to be told. */
export interface Wire {
  /** Loads the package, which is the heavy part, and makes a client. */
  readonly open: (endpoint: Endpoint) => Promise<VendorModel>;
  /** What goes along with a request in the vendor's own words. */
  readonly requestOptions: (request: ModelRequest, provider: Provider) => VendorOptions;
  /** The mark on the last message before a breakpoint. Absent: the protocol has no breakpoints. */
  readonly cacheMark?: (plan: CachePlan) => VendorOptions;
  /** What goes along with each image. */
  readonly imageOptions?: VendorOptions;
  /** Chat templates of many servers take one system message only. */
  readonly joinsSystem?: true;
  /** Puts a request into other words before it is sent. */
  readonly rewrite?: (request: ModelRequest) => ModelRequest;
  /** Tags in the text that are not text. `<think>` is always one. */
  readonly tags?: readonly string[];
}
