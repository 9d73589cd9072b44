// 详情: handling, location and time, weather, pictures, recordings, and the facts specific to the source.

import { useClient } from '@lookout/web/shared/services.ts';
import { useWeatherMessages } from '@lookout/web/shared/weather/messages.ts';
import { observedText, WeatherPicture, WindArrow, weatherIconOf } from '@lookout/web/shared/weather/WeatherPicture.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { type DetailRow, type DetailView, detailRows } from '../../alarm/parts/details.ts';
import { AlarmPictures } from './AlarmPictures.tsx';
import { AlarmVideos } from './AlarmVideos.tsx';
import { useMessages } from './messages.ts';
import { picturesOf } from './pictures.ts';
import { useDeskState } from './use-desk.ts';

export function DetailTab({ alarm }: { readonly alarm: NamedAlarm }) {
  const messages = useMessages();
  const actionMessages = useActionMessages();
  const now = useDeskState((state) => state.now);
  const rowsOf = (view: DetailView) => detailRows(view, alarm, messages.alarm, now);
  const response = rowsOf('response');
  const { popup } = messages;
  const pictures = (
    <>
      <AlarmPictures alarm={alarm} />
      <AlarmVideos alarm={alarm} />
    </>
  );
  const hasPictures = picturesOf(alarm.facts, messages).length > 0;
  return (
    <>
      {hasPictures && pictures}
      {response.length > 0 && <Rows title={actionMessages.section} rows={response} />}
      <Rows title={popup.basics} rows={rowsOf('basics')} />
      <WeatherPanel lng={alarm.position.lng} lat={alarm.position.lat} />
      {!hasPictures && pictures}
      <Rows title={popup.details} rows={rowsOf('source')} />
    </>
  );
}

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly DetailRow[] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl className="detail-rows">
        {rows.map(({ field, label, value, wide }) => (
          <div key={field} data-wide={wide}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

// The weather at the fire. The service's own error (errcode) is shown; any other failure is silent (specification §8).
const FRESH_MS = 5 * 60_000;

function WeatherPanel({ lng, lat }: { readonly lng: number; readonly lat: number }) {
  const weather = useWeatherMessages();
  const client = useClient();
  const now = useDeskState((state) => state.now);
  const { data, isPending } = useQuery({
    queryKey: ['weather', lng, lat],
    queryFn: async ({ signal }) => {
      const rows = await client.duty.weatherNow({ body: { longitude: lng, latitude: lat }, occasion: 'background', silent: true, signal });
      return rows[0] ?? null;
    },
    staleTime: FRESH_MS,
  });
  const failed = data?.errcode != null && data.errcode !== '200';
  const icon = weatherIconOf(data?.icon ?? null);
  const value = (text: string | null | undefined, unit: (text: string) => string) => (text ? unit(text) : weather.unknown);

  return (
    <>
      <h3>{weather.title}</h3>
      {isPending && <Skeleton.Node active className="weather-skeleton" />}
      {!isPending && !data && <p className="second">{weather.none}</p>}
      {failed && <Alert type="warning" showIcon title={data.errmsg ?? data.errcode} />}
      {data && !failed && (
        <div className="weather">
          <div className="weather-now">
            {icon && <WeatherPicture icon={icon} label={weather.icons[icon]} />}
            <strong>{data.text || weather.unknown}</strong>
            <span className="weather-temp tabular">{value(data.temp, weather.celsius)}</span>
          </div>
          <dl className="tabular">
            <div>
              <dt>{weather.wind}</dt>
              <dd>
                <WindArrow fromDegrees={data.windFromDegrees} /> {data.windDir || weather.unknown}{' '}
                {value(data.windScale, weather.windScale)}
              </dd>
            </div>
            <div>
              <dt>{weather.humidity}</dt>
              <dd>{value(data.humidity, weather.percent)}</dd>
            </div>
          </dl>
          <p className="weather-source hint stack">
            {data.obsTime && <span>{weather.observed(observedText(data.obsTime, now))}</span>}
            {data.source === 'demo' && <span className="tag row-tag made-up">{weather.demo}</span>}
          </p>
        </div>
      )}
    </>
  );
}
