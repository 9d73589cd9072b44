// Facts of alarms as jsonb with the names of the domain, and one statement that stores new alarms. See docs/decisions/0105.
import type { Migration } from './index.ts';

export const oneWayIn: Migration = {
  name: '0081-one-way-in',
  sql: `
-- Facts of satellites were stored under short names, without their kind, and without the number that the dedupe key contains.
create function named_facts(p_kind text, p_facts text, p_fire_no text, p_dedupe_key text) returns jsonb language sql immutable as $$
  select case when p_kind <> 'satellite' then p_facts::jsonb else (
    select jsonb_build_object('kind', 'satellite', 'fireNo', coalesce(p_fire_no, substr(p_dedupe_key, 7), ''))
      || coalesce(jsonb_object_agg(coalesce(names.long, stored.key), stored.value) filter (where stored.value <> 'null'), '{}')
    from jsonb_each(p_facts::jsonb) stored left join (values
      ('s', 'satellite'), ('i', 'instrument'), ('v', 'version'), ('c', 'confidence'), ('cr', 'credibility'), ('b', 'brightnessKelvin'),
      ('b2', 'brightness2Kelvin'), ('f', 'frpMegawatts'), ('sc', 'scanKilometres'), ('tr', 'trackKilometres'), ('d', 'dayNight'), ('a', 'areaHectares'),
      ('of', 'observationFrequency'), ('pa', 'pixelAreaHectares'), ('pn', 'pixelNumber'), ('w', 'woodland'), ('g', 'grassland'), ('fa', 'farmland'),
      ('o', 'otherland'), ('st', 'strength'), ('sl', 'strengthLevel'), ('ir', 'infraredImage'), ('vi', 'visibleImage')
    ) names (short, long) on names.short = stored.key) end
$$;
alter table alarm_first add column named jsonb;
update alarm_first set named = named_facts(alarm.kind, alarm_first.facts, alarm.fire_no, alarm.dedupe_key) from alarm where alarm.id = alarm_id;
alter table alarm_first drop column facts, alter column named set not null;
alter table alarm_first rename column named to facts;
alter table alarm alter column facts type jsonb using named_facts(kind, facts, fire_no, dedupe_key);
alter table past_detection alter column facts type jsonb using named_facts('satellite', facts, null, dedupe_key);
drop function named_facts;

drop function record_alarm;
drop function record_alarms;
drop function begin_alarm_batch;

-- p_alarms: [{ …columns of alarm }] without id, stage and arrived_at. The n-th new alarm becomes the n-th of the run.
-- fresh: the places of the new alarms in p_alarms, from 1, ascending; known: of the other places, in their order, the alarm that has the key already.
create function insert_alarms(p_alarms json, p_first uuid, p_at timestamptz, out fresh integer[], out known uuid[]) language plpgsql as $$
declare
  v_new alarm;
  v_alarm json;
  v_place integer := 0;
begin
  fresh := '{}';
  known := '{}';
  v_new.stage := 'open';
  v_new.arrived_at := p_at;
  for v_alarm in select value from json_array_elements(p_alarms) loop
    v_place := v_place + 1;
    v_new.id := run_member(p_first, cardinality(fresh));
    insert into alarm select * from json_populate_record(v_new, v_alarm) on conflict (dedupe_key) do nothing;
    if found then
      fresh := fresh || v_place;
    else
      -- A new statement sees what others committed while the insert waited for them.
      known := known || (select id from alarm where dedupe_key = v_alarm ->> 'dedupe_key');
    end if;
  end loop;
end $$;

-- The one way in: recordings, each with alarms, audit rows and origin of its own, all or nothing. Of each, by its place from 1: the number of its last new
-- alarm (null: none was new), and what was new. All alarms are inserted before the first is numbered, since from the numbering on other writers wait,
-- and single ones in the order of their keys: who waits for a key of ours waits for nothing that we wait for.
-- p_recordings: [{ alarms, first, at, audit, origin }]; first: the id of the first new alarm.
create function record_alarms(p_recordings json) returns table (place bigint, last_seq bigint, fresh integer[], known uuid[]) language plpgsql as $$
declare
  v_one record;
  v_new record;
  -- Of each recording, as text: an array of arrays must be rectangular.
  v_fresh text[];
  v_known text[];
begin
  -- Two files with the same keys in another order would wait for each other. Single alarms do not take this lock.
  if exists (select from json_array_elements(p_recordings) given (r) where json_array_length(r -> 'alarms') > 1) then
    perform pg_advisory_xact_lock(7105116002);
  end if;
  for v_one in
    select n, r -> 'alarms' as alarms, (r ->> 'first')::uuid as first, (r ->> 'at')::timestamptz as at
    from json_array_elements(p_recordings) with ordinality given (r, n) order by r #>> '{alarms,0,dedupe_key}'
  loop
    v_new := insert_alarms(v_one.alarms, v_one.first, v_one.at);
    v_fresh[v_one.n] := v_new.fresh::text;
    v_known[v_one.n] := v_new.known::text;
  end loop;
  for v_one in
    select n, (r ->> 'first')::uuid as first, (r ->> 'at')::timestamptz as at, r -> 'audit' as audit, r -> 'origin' as origin
    from json_array_elements(p_recordings) with ordinality given (r, n)
  loop
    place := v_one.n;
    fresh := v_fresh[v_one.n];
    known := v_known[v_one.n];
    last_seq := log_recorded_alarms(v_one.audit, v_one.origin, v_one.at, v_one.first, run_member(v_one.first, cardinality(fresh) - 1),
      cardinality(fresh));
    return next;
  end loop;
end $$;
`,
};
