export { codeLayout, type CodeLayout, isIndexable, MAX_DIMS } from "./code-layout.ts";
export { type CodedRow, dayOf, filterRows, idsOf, packRows } from "./code-rows.ts";
export { type CodeTable, createCodeTable, type Estimates, type RowFilter } from "./code-table.ts";
export { type Coder, createCoder, encodeVector } from "./encode-vector.ts";
