import { Fault, isFault } from "@reeve/sdk";

/** For `catch`: throws a fault again with the setting that it is about; what is no fault as it is. */
export function withSettingName(path: string): (error: unknown) => never {
  return (error) => {
    if (!isFault(error)) throw error;
    const { code, message, hint } = error;
    throw new Fault(code, `${path}: ${message}`, { ...(hint && { hint }), cause: error });
  };
}
