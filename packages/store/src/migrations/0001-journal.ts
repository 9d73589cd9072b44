// Settings, the event log, the audit chain, and the single row from which both logs take their numbers.
import type { Migration } from './migration.ts';

export const journal: Migration = {
  name: '0001-journal',
  sql: `
create table setting (
  key text primary key,
  value jsonb not null
);

-- One row. A writer that numbers an event or an audit row holds its lock until commit: so numbers have no gaps, follow the order of commits,
-- and two writers cannot deadlock.
create table journal_head (
  single boolean primary key default true check (single),
  event_last bigint not null default 0,
  audit_last bigint not null default 0,
  audit_hash bytea not null default decode(repeat('00', 32), 'hex')
) with (fillfactor = 20);
insert into journal_head default values;

-- What happened (docs/decisions/0005): once, in the transaction that changed the current state. A row takes as many numbers as live messages are
-- made of it, at least one; seq is the last of them. A run of recorded alarms is one row: the alarms themselves, whose ids lie between
-- first_alarm and last_alarm and follow each other, are its payload, and object, grid and payload stay empty.
create table event (
  seq bigint primary key,
  numbers integer not null check (numbers > 0),
  id uuid not null,
  kind text collate "C" not null,
  object_id text collate "C",
  grid_no text collate "C",
  -- The grid that the object left by the event: its desks are notified too.
  left_grid_no text collate "C",
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  actor text collate "C" not null check (actor in ('officer', 'feed', 'system')),
  account_id uuid,
  -- The user name; of a feed or a program its own name.
  actor_name text not null,
  full_name text,
  post text,
  actor_grid_no text collate "C",
  desk text,
  request_id text,
  -- json, not jsonb: it is read back, never searched.
  payload json,
  first_alarm uuid,
  last_alarm uuid,
  check (num_nulls(first_alarm, last_alarm) = 2 and num_nulls(object_id, grid_no, payload) = 0
    or num_nulls(first_alarm, last_alarm) = 0 and num_nonnulls(object_id, grid_no, payload) = 0)
);
create index event_object on event (object_id, seq) where object_id is not null;
create index event_run on event (first_alarm) where first_alarm is not null;
-- The history of all alarms, newest first.
create index event_alarm on event (recorded_at desc, seq desc) where object_id is not null and kind >= 'alarm.' and kind < 'alarm/';

create table audit (
  id bigint primary key,
  at timestamptz not null,
  account_id text,
  user_name text,
  address text,
  act text not null,
  target_kind text,
  target_id text,
  grid_no text collate "C",
  outcome text not null,
  detail jsonb not null,
  prev_hash bytea not null,
  hash bytea not null
);
create index audit_at on audit (at);
create index audit_target on audit (target_kind, target_id);

-- p_events: [{ id, kind, objectId, gridNo, leftGridNo, happenedAt, recordedAt, requestId, numbers, payload,
-- actor: { kind, accountId, name, fullName, post, gridNo, desk } }]. To be called last: from here to commit no other transaction can number
-- events or audit rows. Returns the last number assigned.
create function append_events(p_events json) returns bigint language plpgsql as $$
declare
  v_count bigint;
  v_last bigint;
begin
  select coalesce(sum((e ->> 'numbers')::bigint), 0) into v_count from json_array_elements(p_events) as e;
  update journal_head set event_last = event_last + v_count returning event_last into v_last;
  insert into event (seq, numbers, id, kind, object_id, grid_no, left_grid_no, happened_at, recorded_at, actor, account_id, actor_name,
    full_name, post, actor_grid_no, desk, request_id, payload)
  select v_last - v_count + sum((e ->> 'numbers')::bigint) over (order by ord), (e ->> 'numbers')::integer, (e ->> 'id')::uuid, e ->> 'kind',
    e ->> 'objectId', e ->> 'gridNo', e ->> 'leftGridNo', (e ->> 'happenedAt')::timestamptz, (e ->> 'recordedAt')::timestamptz,
    a ->> 'kind', (a ->> 'accountId')::uuid, a ->> 'name', a ->> 'fullName', a ->> 'post', a ->> 'gridNo', a ->> 'desk',
    e ->> 'requestId', e -> 'payload'
  from json_array_elements(p_events) with ordinality as d(e, ord), lateral (select e -> 'actor') as actor(a);
  return v_last;
end $$;

-- The canonical text is a JSON array of every column: null and '' differ, and no value can be taken for part of its neighbour.
create function audit_digest(
  p_prev bytea, p_id bigint, p_at timestamptz, p_account_id text, p_user_name text, p_address text, p_act text,
  p_target_kind text, p_target_id text, p_grid_no text, p_outcome text, p_detail jsonb
) returns bytea language sql stable as $$
  select sha256(p_prev || convert_to(jsonb_build_array(
    p_id, (extract(epoch from p_at) * 1000000)::bigint, p_account_id, p_user_name, p_address, p_act,
    p_target_kind, p_target_id, p_grid_no, p_outcome, p_detail)::text, 'UTF8'))
$$;

-- p_entries: [{ accountId, userName, address, act, targetKind, targetId, gridNo, outcome, detail }]. Returns the last id assigned.
create function append_audit(p_entries json, p_at timestamptz) returns bigint language plpgsql as $$
declare
  v_id bigint;
  v_prev bytea;
  v_hash bytea;
  e json;
begin
  if json_array_length(p_entries) = 0 then
    return null;
  end if;
  select audit_last, audit_hash into v_id, v_hash from journal_head for update;
  for e in select value from json_array_elements(p_entries) loop
    v_id := v_id + 1;
    v_prev := v_hash;
    v_hash := audit_digest(v_prev, v_id, p_at, e ->> 'accountId', e ->> 'userName', e ->> 'address', e ->> 'act',
      e ->> 'targetKind', e ->> 'targetId', e ->> 'gridNo', e ->> 'outcome', coalesce(e -> 'detail', '{}')::jsonb);
    insert into audit values (v_id, p_at, e ->> 'accountId', e ->> 'userName', e ->> 'address', e ->> 'act',
      e ->> 'targetKind', e ->> 'targetId', e ->> 'gridNo', e ->> 'outcome', coalesce(e -> 'detail', '{}')::jsonb, v_prev, v_hash);
  end loop;
  update journal_head set audit_last = v_id, audit_hash = v_hash;
  return v_id;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
create trigger event_append_only before update or delete on event for each row execute function refuse_change();
create trigger event_no_truncate before truncate on event for each statement execute function refuse_change();
`,
};
