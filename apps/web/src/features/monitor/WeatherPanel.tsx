// The weather where the fire is. What the service says about itself (errcode) is shown; any other failure is silent (specification §8).
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { clockText } from '../../shared/age.ts';
import { useClient } from '../../shared/services.ts';
import { useDeskState } from './use-desk.ts';
import { WeatherPicture } from './WeatherPicture.tsx';
import { weatherIconOf } from './weather-icon.ts';
import { useWords } from './words.ts';

const FRESH_MS = 5 * 60_000;

export function WeatherPanel({ lng, lat }: { readonly lng: number; readonly lat: number }) {
  const words = useWords();
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
  const { weather } = words;
  const failed = data?.errcode != null && data.errcode !== '200';
  const icon = weatherIconOf(data?.icon ?? null);
  const value = (text: string | null | undefined, unit: (text: string) => string) => (text ? unit(text) : words.alarm.unknown);

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
            <strong>{data.text || words.alarm.unknown}</strong>
            <span className="weather-temp tabular">{value(data.temp, words.alarm.units.celsius)}</span>
          </div>
          <dl className="tabular">
            <div>
              <dt>{weather.wind}</dt>
              <dd>
                <WindArrow fromDegrees={data.windFromDegrees} /> {data.windDir || words.alarm.unknown}{' '}
                {value(data.windScale, weather.windScale)}
              </dd>
            </div>
            <div>
              <dt>{weather.humidity}</dt>
              <dd>{value(data.humidity, words.alarm.units.percent)}</dd>
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

/** The service's own time as this desk reads times; a text that is no time stays as it came. */
export function observedText(obsTime: string, now: number): string {
  const instant = Date.parse(obsTime);
  return Number.isNaN(instant) ? obsTime : clockText(instant, now);
}

/** Points where the wind blows to; the word beside it says where it comes from. */
export function WindArrow({ fromDegrees }: { readonly fromDegrees: number | null }) {
  if (fromDegrees === null) return null;
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" style={{ transform: `rotate(${fromDegrees + 180}deg)` }}>
      <path d="M7 1 11 12 7 9.5 3 12Z" fill="var(--accent)" />
    </svg>
  );
}
