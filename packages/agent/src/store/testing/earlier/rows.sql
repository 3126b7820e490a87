-- Rows as earlier versions of Reeve wrote them, for the tests of migrations. A section has the schemas that
-- it fits. Names are those from before 0031_channels. :bytes is a value with the bytes 01 02 03.

-- from 0001
insert into people (id, tenant, role, name) values ('ann', 'home', 'owner', 'Ann');
insert into identities (tenant, surface, external_id, person) values ('home', 'cli', 'ann', 'ann');
insert into places (id, tenant, uid, surface, surface_id, kind, mode, session_id, pending, next_at,
    lease_until, epoch, fence, next_seq, max_steps)
  values ('p1', 'home', 'ann', 'cli', 'main', 'direct', 'steer', 's1', 0, 0, 0, 1, 0, 4, 5);
insert into sessions (id, place, generation, started, turns, messages, input_tokens, cached_tokens,
    output_tokens)
  values ('s1', 'p1', 1, 3, 1, 2, 10, 1, 4);
insert into inbox (id, place, message_id, edit, kind, author, body, label, state, turn, shown, received)
  values ('m1', 'p1', '1', 0, 'message', 'ann',
    '{"kind":"message","text":"Buy milk","name":"Ann","role":"owner","sentAt":5}',
    '{"integrity":"owner","audience":"person:ann"}', 'answered', 't1', 1, 5);
insert into messages (place, message_id, edit, direction, author, text, at, turn)
  values ('p1', '1', 0, 'in', 'ann', 'Buy milk', 5, 't1'), ('p1', 'o1', 0, 'out', 'agent', 'Noted.', 9, 't1');
insert into turns (id, session, place, fence, state, attempts, opened_by, role, started, ended)
  values ('t1', 's1', 'p1', 0, 'settled', 1, 'm1', 'owner', 6, 9);
insert into steps (turn, n, kind, state, request_id, input, extras, text, meta)
  values ('t1', 0, 'think', 'settled', 'r0', 'Buy milk', null, 'Let me note it.', null),
    ('t1', 1, 'think', 'settled', 'r1', null, null, 'Noted.', null);
insert into calls (id, turn, step, position, tool, via, args, args_hash, effect, replay, verdict, state,
    origin, started_fence, before_hash, after_hash, result, artifact)
  values ('c1', 't1', 0, 0, 'note_create', null, '{"text":"milk"}', 'hash', 'write', 'unknown', 'ask',
    'settled', null, 0, null, null, '{"type":"value","text":"noted"}', 'r-long');
insert into artifacts (id, call, place, content) values ('r-long', 'c1', 'p1', 'a long result');
insert into approvals (id, call, place, tool, args, args_hash, preview, requester, state, created, expires,
    decided_by, reason, edits)
  values ('a1', 'c1', 'p1', 'note_create', '{"text":"milk"}', 'hash', 'Note milk?', 'ann', 'confirmed', 7, 99,
    'ann', null, 0);
insert into outbox (id, kind, place, turn, position, client_id, body, state, attempts, next_at, receipt)
  values ('x1', 'reply', 'p1', 't1', 0, 'client', '{"type":"text","text":"Noted."}', 'sent', 1, 9, 'r');
insert into notes (id, tenant, person, title, text, tags, search, created, updated)
  values ('n1', 'home', 'ann', 'Shopping', 'milk', '["food"]', 'shopping milk food', 8, 8);

-- from 0001 to 0047
insert into events (place, seq, turn, type, version, body)
  values ('p1', 1, 't1', 'turn-start', 1,
    '{"type":"turn-start","turn":"t1","messages":["m1"],"seq":1,"at":6}'),
    ('p1', 2, 't1', 'tool-start', 1,
      '{"type":"tool-start","turn":"t1","call":"c1","name":"x","args":{"at":9,"\"at\":":8},"seq":2,"at":7}'),
    ('p1', 3, null, 'approval-decision', 1,
      '{"type":"approval-decision","approval":"a1","verdict":"allow","by":"ann","seq":3,"at":8}');

-- from 0048 to 0060
insert into events (place, seq, turn, type, version, body)
  values ('p1', 1, 't1', 'turn-start', 1, '{"messages":["m1"],"at":6}'),
    ('p1', 2, 't1', 'tool-start', 1, '{"call":"c1","name":"x","args":{"at":9,"\"at\":":8},"at":7}'),
    ('p1', 3, null, 'approval-decision', 1, '{"approval":"a1","verdict":"allow","by":"ann","at":8}');

-- from 0061
update turns set first_event = 1;
insert into events (chat, seq, last_seq, turn, at, has_request, body)
  values ('p1', 1, 2, 't1', 6, 0, '[{"type":"turn-start","messages":["m1"]},
      {"type":"tool-start","call":"c1","name":"x","args":{"at":9,"\"at\":":8},"at":7}]'),
    ('p1', 3, 3, null, 8, 0, '[{"type":"approval-decision","approval":"a1","verdict":"allow","by":"ann"}]');

-- from 0001 to 0024
insert into usage (turn, step, place, model, input_tokens, cached_tokens, cache_write_tokens, output_tokens,
    reasoning_tokens, cost_nano, at)
  values ('t1', 0, 'p1', 'a/1', 10, 1, 0, 4, 0, 7, 8);

-- from 0025
insert into usage (tenant, turn, step, place, day, model, purpose, input_tokens, cached_tokens,
    cache_write_tokens, output_tokens, reasoning_tokens, cost_nano, at)
  values ('home', 't1', 0, 'p1', '1970-01-01', 'a/1', 'think', 10, 1, 0, 4, 0, 7, 8);
insert into usage_days (day, tenant, person, place, agent, model, purpose, calls, unpriced, input_tokens,
    cached_tokens, cache_write_tokens, output_tokens, reasoning_tokens, cost_nano)
  values ('1970-01-01', 'home', 'ann', 'p1', 'main', 'a/1', 'think', 1, 0, 10, 1, 0, 4, 0, 7);

-- from 0002
insert into journal (key, tenant, person, type, action, reasoning, outcome, search, created, updated)
  values ('j1', 'home', 'ann', 'trade', 'buy', 'cheap', 'pending', 'buy cheap', 8, 8);

-- from 0005
insert into session_policies (id, place, text, rule, effect, category, message)
  values ('rule', 'p1', 'Never pay', 'deny', 'pay', null, 'm1');

-- from 0009
insert into facts (id, tenant, audience, place, session, turn, kind, tier, text, subject, search, integrity,
    said, valid_from, valid_until, superseded_by, confirmed_by, state, created)
  values ('f1', 'home', 'ann', 'p1', 's1', 't1', 'fact', 'long-term', 'Ann drinks milk.', null, 'ann drinks milk',
    'owner', 5, 5, null, null, null, 'active', 9);

-- from 0011 to 0034
insert into images (id, message, media_type, bytes, content) values ('i1', 'm1', 'image/png', 3, 'AQID');

-- from 0035
insert into images (id, message, media_type, bytes, content) values ('i1', 'm1', 'image/png', 3, :bytes);

-- from 0018
insert into tasks (id, tenant, person, title, priority, status, due, due_is_day, created, updated)
  values ('task', 'home', 'ann', 'Buy milk', 'normal', 'todo', 50, 0, 8, 8);

-- from 0019
insert into jobs (id, tenant, maker, place, kind, text, call, schedule, ends_at, on_missed, on_parent_failure,
    parents, label, role, state, next_at, last_at, created)
  values ('job', 'home', 'ann', 'p1', 'reminder', 'Buy milk', null, '{"type":"at","at":50}', null, 'run-once',
    'skip', '[]', '{"integrity":"owner","audience":"person:ann"}', 'owner', 'active', 50, null, 8);

-- from 0021
insert into exec_audit (id, tenant, place, person, call, tool, approval, command, ran_in, state, exit_code,
    started_at, duration_ms)
  values ('e1', 'home', 'p1', 'ann', 'c1', 'exec_run', 'a1', '["true"]', 'bubblewrap', 'ended', 0, 8, 1);

-- from 0026
insert into attachments (id, message, position, name, media_type, content)
  values ('file', 'm1', 0, 'lease.pdf', 'application/pdf', :bytes);
