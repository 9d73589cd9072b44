// Fills a database as years of duty would, in addition to what a test has created: alarms with their events, rangers with their positions,
// resources and cameras. The data is written in SQL, because the calls would take minutes.
import { ask } from '@lookout/store/testing';

/** The number of objects of each kind; about those of a province. */
export interface Fullness {
  readonly alarms: number;
  readonly rangers: number;
  readonly resources: number;
  readonly cameras: number;
}

/** Grid numbers around the spots of the fence's world, so that officers at every level see some of the data. */
const GRIDS = `array['513221','513222','513223','513224','513225','513226','513227','513228','510104','410781']`;
/** A square of 0.8 degrees around the first spot of the fence's world. */
const LNG = '103.2 + (n * 7919 % 10000) / 12500.0';
const LAT = '31.1 + (n * 104729 % 10000) / 12500.0';

const FACTS = `json_build_object('kind', kind, 'fireNo', 'F' || n, 'satellite', 'N', 'confidence', 'nominal', 'credibility', 60, 'instrument', null,
    'version', null, 'brightnessKelvin', null, 'brightness2Kelvin', null, 'frpMegawatts', null, 'scanKilometres', null, 'trackKilometres', null,
    'dayNight', null, 'deviceId', 'F' || n, 'monitoringPointId', null, 'resourceName', '林区', 'checkStatus', 'open',
    'description', repeat('山坡有烟，向东北移动。', 10), 'pictures', json_build_array(), 'videos', json_build_array(),
    'renovationPictures', json_build_array())`;

/** Every alarm has one event, its acknowledgement. */
const statementsOf = ({ alarms, rangers, resources, cameras }: Fullness): readonly string[] => [
  `create function full_id(what text, n bigint) returns uuid language sql immutable as $$ select md5(what || n)::uuid $$`,
  `insert into alarm (id, kind, find_type, lng, lat, grid_no, grid_basis, formatted_address, observed_at, arrived_at, device_id, facts)
    select full_id('alarm', n), kind, case kind when 'camera' then 'camera-smoke' when 'satellite' then 'satellite' else 'person' end,
      ${LNG}, ${LAT}, (${GRIDS})[1 + n % 10], 'boundary', '四川省', at, at, 'F' || n, ${FACTS}::jsonb
    from (select n, (array['satellite','satellite','camera','report','smoke','danger'])[1 + n % 6] as kind,
      date_trunc('second', now() - interval '20 days' * n / ${alarms}) as at from generate_series(1, ${alarms}) n) one`,
  `insert into event (seq, numbers, id, kind, object_id, grid_no, happened_at, recorded_at, actor, account_id, actor_name, full_name, post,
      actor_grid_no, payload)
    select (select event_last from journal_head) + n, 1, full_id('event', n), 'alarm.acknowledged', alarm.id::text, alarm.grid_no,
      alarm.arrived_at, alarm.arrived_at, 'officer', full_id('ranger', 1), 'full', '值班员', '阿坝州森防办', alarm.grid_no, '{}'::json
    from generate_series(1, ${alarms}) n join alarm on alarm.id = full_id('alarm', n)`,
  `update journal_head set event_last = event_last + ${alarms}`,
  `insert into account (id, user_name, password_hash, full_name, grid_no, group_id, enabled, demo, created_at, updated_at)
    select full_id('ranger', n), 'full-' || n, 'none', '护林员' || n, (${GRIDS})[1 + n % 10], '001', true, false, now(), now()
    from generate_series(1, ${rangers}) n`,
  `insert into account_right select full_id('ranger', n), 'report-as-ranger' from generate_series(1, ${rangers}) n`,
  `insert into ranger_last (account_id, at, lng, lat, received_at) select full_id('ranger', n), now(), ${LNG}, ${LAT}, now()
    from generate_series(1, ${rangers}) n`,
  `insert into ranger_track (account_id, at, lng, lat, received_at)
    select full_id('ranger', 1 + n % 20), now() - make_interval(secs => n), ${LNG}, ${LAT}, now() from generate_series(1, ${alarms}) n`,
  `insert into resource (id, kind, code, name, grid_no, lng, lat, attributes, updated_at)
    select full_id('resource', n), (array['team','waterSource','checkStation','watchTower','cemetery'])[1 + n % 5], 'F' || n, '林区资源' || n,
      (${GRIDS})[1 + n % 10], ${LNG}, ${LAT}, jsonb_build_object('人数', n % 50), now()
    from generate_series(1, ${resources}) n`,
  `insert into monitoring_point (id, name, online, grid_no, lng, lat, updated_at)
    select full_id('point', n), '瞭望塔' || n, true, (${GRIDS})[1 + n % 10], ${LNG}, ${LAT}, now() from generate_series(1, ${cameras}) n`,
  `insert into camera (id, device_id, channel_num, name, monitoring_point_id, north_correction_degrees, lng, lat, grid_no, online, updated_at)
    select full_id('camera', n), 'F' || n, 1, '云台' || n, full_id('point', n), 0, ${LNG}, ${LAT}, (${GRIDS})[1 + n % 10], true, now()
    from generate_series(1, ${cameras}) n`,
  'drop function full_id',
  'analyze',
];

/** @param url address of the database as the owner of the tables */
export async function fillWorld(url: string, fullness: Fullness): Promise<void> {
  for (const statement of statementsOf(fullness)) await ask(url, statement);
}
