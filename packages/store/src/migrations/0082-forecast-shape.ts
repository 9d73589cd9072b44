// Forecasts are stored in the shape in which calls send them: times as texts, and a value for each field that older runs did not have. See
// docs/decisions/0106.
import type { Migration } from './migration.ts';

export const forecastShape: Migration = {
  name: '0082-forecast-shape',
  sql: `
create function with_azimuth(p_ellipse jsonb) returns jsonb language sql as $$
  select case when jsonb_typeof(p_ellipse) = 'object'
    then p_ellipse - 'bearingDegrees' || jsonb_build_object('azimuthDegrees', p_ellipse -> 'bearingDegrees') else 'null' end
$$;
create function time_of(p_ms jsonb) returns jsonb language sql as $$ select to_jsonb(to_timestamp(p_ms::float8 / 1000)) $$;
-- The items of a list in their order: hours of weather, parts that ignite later, or observations.
create function with_times(p_list jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(item - 'atMs' - 'shape' || jsonb_build_object('time', time_of(item -> 'atMs'))
    || case when item ? 'shape' then jsonb_build_object('geometry', item -> 'shape') else '{}' end
    || case when item ? 'ellipse' then jsonb_build_object('ellipse', with_azimuth(item -> 'ellipse')) else '{}' end order by n), '[]')
  from jsonb_array_elements(coalesce(p_list, '[]')) with ordinality as one (item, n)
$$;
update spread_run set
  inputs = inputs - 'beginMs' || jsonb_build_object(
    'begin', time_of(inputs -> 'beginMs'),
    'ignition', jsonb_build_object('source', inputs #> '{ignition,source}', 'geometry', inputs #> '{ignition,shape}',
      'later', with_times(inputs #> '{ignition,later}')),
    'ellipse', with_azimuth(inputs -> 'ellipse'),
    -- Before single classes could be entered, all of them were.
    'weather', jsonb_build_object('enteredBy', null, 'enteredMoisture', case inputs #>> '{weather,moisture}' when 'entered'
        then '["oneHour", "tenHour", "hundredHour", "liveHerbaceous", "liveWoody"]'::jsonb else '[]' end)
      || (inputs -> 'weather') || jsonb_build_object('hours', with_times(inputs #> '{weather,hours}')),
    'ground', jsonb_build_object('canopy', null) || (inputs -> 'ground'),
    'barriers', jsonb_build_object('waters', 0) || (inputs -> 'barriers'),
    'correction', case when jsonb_typeof(inputs -> 'correction') = 'object' then (inputs -> 'correction') - 'seen'
      || jsonb_build_object('observations', with_times(inputs #> '{correction,seen}')) else 'null' end),
  result = (jsonb_build_object('behaviour', null, 'weighing', null, 'unknownGround', null) || result::jsonb)::json;
drop function with_times;
drop function with_azimuth;
drop function time_of;
`,
};
