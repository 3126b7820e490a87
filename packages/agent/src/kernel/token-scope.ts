export { hasScope, TOKEN_SCOPES, type TokenScope } from "@reeve/operations/access";
