/** Query for the stored events, one row for each: several of them share a row of the table. */
export const STORED_EVENTS = `
  select events.chat, events.seq + each.key as seq, events.last_seq, events.turn,
    each.value ->> '$.type' as type, each.value as body
  from events, json_each(events.body) as each`;
