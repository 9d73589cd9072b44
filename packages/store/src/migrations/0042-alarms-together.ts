// Single alarms that arrive while another is being written are stored together (docs/decisions/0056).
import type { Migration } from './migration.ts';

export const alarmsTogether: Migration = {
  name: '0042-alarms-together',
  sql: `
-- Several single alarms, each with its own audit row, event and origin, in one statement. All are inserted before the first is numbered, and in the
-- order of their keys: whoever waits for a key of ours waits for nothing that we wait for. p_alarms: [{ …the columns of alarm, audit, origin }].
-- Of each, by its place from 1: its number, or for a duplicate null and the existing alarm.
create function record_alarms(p_alarms json) returns table (ord bigint, seq bigint, known_id uuid) language plpgsql as $$
declare
  v_fresh uuid[];
  v_alarm record;
begin
  with written as (
    insert into alarm (id, kind, find_type, lng, lat, grid_no, grid_basis, address, formatted_address, observed_at, arrived_at, dedupe_key,
      fire_no, device_id, monitoring_point_id, facts)
    select id, kind, find_type, lng, lat, grid_no, grid_basis, address, formatted_address, observed_at, arrived_at, dedupe_key,
      fire_no, device_id, monitoring_point_id, facts
    from json_populate_recordset(null::alarm, p_alarms) order by dedupe_key
    on conflict (dedupe_key) do nothing
    returning id
  )
  select array_agg(id) into v_fresh from written;
  for v_alarm in
    select place, (a ->> 'id')::uuid as id, a ->> 'dedupe_key' as key, (a ->> 'arrived_at')::timestamptz as at, a -> 'audit' as audit,
      a -> 'origin' as origin
    from json_array_elements(p_alarms) with ordinality as given(a, place)
  loop
    ord := v_alarm.place;
    if v_alarm.id = any(v_fresh) then
      seq := log_recorded_alarms(v_alarm.audit, v_alarm.origin, v_alarm.at, v_alarm.id, v_alarm.id, 1);
      known_id := null;
    else
      perform log_recorded_alarms(v_alarm.audit, v_alarm.origin, v_alarm.at, null, null, 0);
      seq := null;
      known_id := (select alarm.id from alarm where alarm.dedupe_key = v_alarm.key);
    end if;
    return next;
  end loop;
end $$;
`,
};
