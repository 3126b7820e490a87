import type { CallScope } from "../tools/toolbox.ts";

/** Binds a service to calls: whole in direct chats, restricted where others read the answer, too. */
export function restrictInGroups<Service>(
  serviceOf: (scope: CallScope) => Service,
  restrict: (service: Service) => Service,
): (scope: CallScope) => Service {
  return (scope) =>
    scope.setting.kind === "direct" ? serviceOf(scope) : restrict(serviceOf(scope));
}
