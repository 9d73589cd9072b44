// Facts of alarms as jsonb with the names of the domain, and one statement that stores new alarms. See docs/decisions/0105.
import type { Migration } from './migration.ts';

/** What a new alarm has, as `alarmRowText` writes it. */
const COLUMNS = {
  kind: 'text',
  find_type: 'text',
  lng: 'float8',
  lat: 'float8',
  grid_no: 'text',
  grid_basis: 'text',
  address: 'text',
  formatted_address: 'text',
  observed_at: 'timestamptz',
  dedupe_key: 'text',
  fire_no: 'text',
  device_id: 'text',
  monitoring_point_id: 'text',
  facts: 'json',
  exercise_id: 'uuid',
} as const;
const NIL = '00000000-0000-0000-0000-000000000000';
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

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

-- The one way in: new alarms of one or more recordings, each with audit rows and an origin of its own, all or nothing.
-- p_alarms: [{ …COLUMNS }], those of the first recording first. p_keys: their dedupe keys, null where an alarm has none.
-- p_recordings: [{ count, first, at, audit, origin }]: how many of the alarms are its own, and the id of the first new one, which those that follow continue.
-- fresh: the places of the new alarms, from 1, ascending; known: of the other places, in their order, the alarm that has the key; last_seqs: of each
-- recording the number of its last new alarm, null where none was new.
-- Its statements are not planned anew for each alarm, which took a third of the time of a single one. A plan made while the table was empty would
-- read the whole table for each key, so the plans use the index whatever the size; jit would compile them for the cost that this setting assumes.
create function record_alarms(p_alarms json, p_keys text[], p_recordings json, out fresh integer[], out known uuid[], out last_seqs bigint[])
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  -- Of each place; NIL where the key is known, since an array without nulls is subscripted without a search.
  v_ids uuid[];
  v_times timestamptz[];
  -- Of each new alarm its recording.
  v_recordings integer[];
  v_stored integer;
  v_attempts integer := 0;
  v_count integer;
  v_one record;
begin
  loop
    with recording as (
      select n, first, at, sum(count) over (order by n) - count as before, sum(count) over (order by n) as until
      from rows from (json_to_recordset(p_recordings) as (count integer, first uuid, at timestamptz)) with ordinality as r (count, first, at, n)
    ), checked as (
      select key, place::integer,
        -- A scalar query, so that the planner uses the index for each key, whatever it estimates of the table's size.
        key is null or (select alarm.id from alarm where alarm.dedupe_key = key) is null and row_number() over (partition by key order by place) = 1 as is_new
      from unnest(p_keys) with ordinality as k (key, place)
    ), placed as (
      select place, n, at, is_new,
        case when is_new then run_member(first, row_number() over (partition by n, is_new order by place) - 1) else '${NIL}' end as id
      from checked join recording on place > before and place <= until
    )
    select coalesce(array_agg(place order by place) filter (where is_new), '{}'), array_agg(id order by place), array_agg(at order by place),
      array_agg(n::integer order by place) filter (where is_new)
    into fresh, v_ids, v_times, v_recordings from placed;

    insert into alarm (id, stage, arrived_at, ${NAMES.join(', ')})
    select v_ids[place], 'open', v_times[place], ${NAMES.map((name) => (name === 'facts' ? 'facts::jsonb' : name)).join(', ')}
    -- The facts as json first, which is cheaper than jsonb in a record set.
    from rows from (json_to_recordset(p_alarms) as (${NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(', ')})) with ordinality as a (${NAMES.join(', ')}, place)
    where v_ids[place] <> '${NIL}'
    -- In the order of the keys: whoever waits for a key of ours waits for nothing that we wait for.
    order by dedupe_key
    on conflict (dedupe_key) do nothing;
    get diagnostics v_stored = row_count;
    exit when v_stored = cardinality(fresh);
    -- Somebody stored one of these keys meanwhile, and its id would be missing in the run. The next attempt knows the key.
    delete from alarm where id = any(v_ids);
    v_attempts := v_attempts + 1;
    -- Those who store single alarms could spoil one attempt after another.
    if v_attempts = 2 then lock table alarm in share row exclusive mode; end if;
  end loop;
  known := array(select (select alarm.id from alarm where alarm.dedupe_key = key) from unnest(p_keys) with ordinality as k (key, place)
    where v_ids[place] = '${NIL}' order by place);

  -- Last, since from the numbering on other writers wait.
  for v_one in
    select n, first, at, audit, origin
    from rows from (json_to_recordset(p_recordings) as (first uuid, at timestamptz, audit json, origin json)) with ordinality as r (first, at, audit, origin, n)
    order by n
  loop
    v_count := coalesce(cardinality(array_positions(v_recordings, v_one.n::integer)), 0);
    last_seqs[v_one.n] := log_recorded_alarms(v_one.audit, v_one.origin, v_one.at, v_one.first, run_member(v_one.first, v_count - 1), v_count);
  end loop;
end $$;
`,
};
