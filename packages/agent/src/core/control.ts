export * from "../operations/control.ts";
