import { Fault } from "@reeve/sdk";
import type { CallScope } from "../tools/toolbox.ts";

/** Binds a service to calls: whole in direct chats, restricted where others read the answer, too. */
export function restrictInGroups<Service>(
  serviceOf: (scope: CallScope) => Service,
  restrict: (service: Service) => Service,
): (scope: CallScope) => Service {
  return (scope) =>
    scope.setting.kind === "direct" ? serviceOf(scope) : restrict(serviceOf(scope));
}

/** Creates a method that refuses to show `items` where others read the answer, such as "Reminders belong". */
export function denyReading(items: string): () => Promise<never> {
  return async () => {
    throw new Fault("denied", `${items} to one person, and other people can read this chat.`, {
      hint: "Offer to show this in a direct chat.",
    });
  };
}
