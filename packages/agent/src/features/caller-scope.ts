import { callerChat } from "../core/access-checks.ts";
import { toId } from "../kernel/ids.ts";
import type { Call } from "../operations/implement.ts";
import type { Store } from "../store/store.ts";
import type { CallScope } from "../tools/toolbox.ts";

/** Returns the scope in which a caller uses a service without a tool. Only the caller reads the answer. */
export async function callerScope(call: Call, store: Pick<Store, "read">): Promise<CallScope> {
  const chat = await callerChat(call, store);
  const { id: person, tenant, role } = call.person;
  return {
    tenant,
    person,
    chat: chat?.id ?? toId(""),
    session: chat?.sessionId ?? toId(""),
    call: toId(call.key),
    setting: { role, kind: "direct" },
    isOperation: true,
  };
}
