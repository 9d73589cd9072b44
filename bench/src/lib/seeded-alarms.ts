// Alarms of a year with the actions that duty officers took, written directly into the database as the product would have logged them: runs
// of 10,000 alarms, each followed by the events of its alarms.
import type pg from 'pg';

const A_PIECE = 50_000;
const A_RUN = 10_000;

/** Counties of the demo's prefecture and of others, and posts with very different loads. */
const GRIDS = `array['513221','513222','513223','513224','513225','513226','513227','513228','513201','513230','513231','513232','513233',
  '510104','510722','511402','410781','230102','530302','653101']`;
const POSTS = `array['阿坝州森防办','汶川县森防办','理县森防办','茂县森防办','成都市应急局','卫辉市林业局','曲靖市森防办','哈尔滨市林草局']`;

/** Complete enough to be read as the product's own facts: the fields that a kind needs, and the lists that other kinds have. */
const FACTS = `json_build_object('kind', kind, 'fireNo', 'B' || n, 'satellite', 'N', 'confidence', 'nominal', 'credibility', 60, 'instrument', null,
    'version', null, 'brightnessKelvin', null, 'brightness2Kelvin', null, 'frpMegawatts', null, 'scanKilometres', null, 'trackKilometres', null,
    'dayNight', null, 'deviceId', '塔' || n * 13 % 500, 'monitoringPointId', null, 'resourceName', '林区', 'checkStatus', 'open',
    'pictures', json_build_array(), 'videos', json_build_array(), 'renovationPictures', json_build_array())`;

/** Alarms arrive evenly over the 365 days before now; n is the alarm's number. */
const ALARMS = `insert into alarm (id, kind, find_type, lng, lat, grid_no, grid_basis, formatted_address, observed_at, arrived_at, device_id, facts)
  select member(n), kind, case kind when 'camera' then 'camera-smoke' when 'satellite' then 'satellite' else 'person' end,
    98 + (n * 7919 % 100000) / 10000.0, 26 + (n * 104729 % 80000) / 10000.0, (${GRIDS})[1 + n * 31 % 20], 'boundary', '四川省', at, at,
    case when kind = 'camera' then '塔' || n * 13 % 500 end, ${FACTS}::jsonb
  from (select n, (array['satellite','satellite','satellite','camera','camera','report','smoke','danger'])[1 + n * 17 % 8] as kind,
    date_trunc('second', $3::timestamptz - interval '365 days' + interval '365 days' * (n / $4::float8)) as at
    from generate_series($1::bigint, $2::bigint) n) one`;

/** One log row for each run; its numbers follow the existing ones. */
const RUNS = `insert into event (seq, numbers, id, kind, happened_at, recorded_at, actor, actor_name, first_alarm, last_alarm)
  select head.event_last + (run + 1) * ${A_RUN}, ${A_RUN}, gen_random_uuid(), 'alarm.recorded', now(), now(), 'feed', 'bench',
    member(run * ${A_RUN}), member(run * ${A_RUN} + ${A_RUN} - 1)
  from journal_head head, generate_series(0::bigint, $1::bigint / ${A_RUN} - 1) run`;

/** Of ten alarms, seven are acknowledged and six judged; for two, crews are dispatched, arrive, and the alarm is closed. */
const STEPS = `insert into event (seq, numbers, id, kind, object_id, grid_no, happened_at, recorded_at, actor, account_id, actor_name, full_name,
    post, actor_grid_no, payload)
  select $3::bigint + row_number() over (order by n, place), 1, gen_random_uuid(), step.kind, member(n)::text, alarm.grid_no,
    alarm.arrived_at + make_interval(secs => step.seconds), alarm.arrived_at + make_interval(secs => step.seconds), 'officer',
    '00000000-0000-4000-8000-000000000001', 'bench', '值班员', (${POSTS})[1 + n * 37 % 8], alarm.grid_no, step.payload::json
  from generate_series($1::bigint, $2::bigint) n join alarm on alarm.id = member(n), lateral (values
    (1, n * 7919 % 1009 % 10 < 7, 'alarm.acknowledged', 20 + n * 6151 % 600, '{}'),
    (2, n * 7919 % 1009 % 10 < 6, 'alarm.judged', 90 + n * 7907 % 3600, case when n * 6007 % 1013 % 3 = 0
      then json_build_object('judgement', json_build_object('verdict', 'real', 'realFireType', (array['farm','forest','grassland'])[1 + n % 3]))
      else json_build_object('judgement', json_build_object('verdict', 'false', 'realFireType', null)) end::text),
    (3, n * 7919 % 1009 % 10 < 2, 'alarm.dispatched', 300 + n * 6977 % 5000, '{"taskId":"t"}'),
    (4, n * 7919 % 1009 % 10 < 2, 'alarm.progressed', 1800 + n * 5737 % 20000, '{"taskId":"t","state":"arrived"}'),
    (5, n * 7919 % 1009 % 10 < 2 and n * 6007 % 1013 % 3 = 0, 'alarm.closed', 9000 + n * 4799 % 90000, '{"outcome":"extinguished"}')
  ) step(place, happened, kind, seconds, payload)
  where step.happened`;

/** The state after these events, as the product stores it in the alarm's row. */
const STATE = `update alarm set stage = case when judged.verdict = 'false' then 'dismissed' when closed.at is not null then 'closed' else 'in-progress' end,
    judged_at = judged.at, judged_by = '值班员', real_fire_type = judged.type, closed_at = closed.at, closed_by = '值班员', outcome = 'extinguished'
  from (select object_id::uuid as id, happened_at as at, payload #>> '{judgement,verdict}' as verdict, payload #>> '{judgement,realFireType}' as type
    from event where kind = 'alarm.judged' and seq > $1 and seq <= $2) judged
  left join (select object_id::uuid as id, happened_at as at from event where kind = 'alarm.closed' and seq > $1 and seq <= $2) closed
    on closed.id = judged.id
  where alarm.id = judged.id`;

/**
 * @param count a multiple of 10,000
 * @param now the end of the year of alarms
 */
export async function seedAlarms(client: pg.Client, count: number, now: Date): Promise<void> {
  await client.query(`create function pg_temp.member(n bigint) returns uuid language sql immutable as
    $$ select ('01900000-0000-7000-8000-0000' || lpad(to_hex(n), 8, '0'))::uuid $$`);
  const sql = (text: string) => text.replaceAll('member(', 'pg_temp.member(');
  for (let first = 0; first < count; first += A_PIECE) {
    await client.query(sql(ALARMS), [first, Math.min(count, first + A_PIECE) - 1, now, count]);
  }
  await client.query('vacuum analyze alarm');
  await client.query('begin');
  await client.query(sql(RUNS), [count]);
  await client.query('update journal_head set event_last = event_last + $1', [count]);
  await client.query('commit');
  for (let first = 0; first < count; first += A_PIECE) {
    await client.query('begin');
    const { rows } = await client.query<{ last: string }>('select event_last as last from journal_head for update');
    const last = Number(rows[0]?.last);
    const { rowCount } = await client.query(sql(STEPS), [first, Math.min(count, first + A_PIECE) - 1, last]);
    await client.query('update journal_head set event_last = event_last + $1', [rowCount]);
    // Without statistics of the new rows, the planner would scan all of them for each alarm.
    await client.query('analyze event');
    await client.query(STATE, [last, last + (rowCount ?? 0)]);
    await client.query('commit');
  }
  await client.query('vacuum analyze');
}
