import type { CallScope, ServiceFactories } from "../tools/toolbox.ts";

/** Services that a channel offers to tools that need its connection. */
export type ChannelServices = ServiceFactories;

/** The call that such a service is bound to. */
export type ServiceScope = CallScope;
