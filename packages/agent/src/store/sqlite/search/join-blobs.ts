/**
 * SQL that joins the blobs of a group to one, in the order of the query's other lists; null if there are none.
 * A blob of its own for each of hundreds of rows would take twice as long.
 */
export const joinBlobs = (column: string) => `cast(group_concat(${column}, '') as blob)`;
