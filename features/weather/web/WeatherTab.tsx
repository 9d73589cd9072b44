// 气象信息: the weather of the user's grid and its counties, a few cities at a time; the loaded weather is also drawn on the map.
import { AimOutlined } from '@ant-design/icons';
import type { Got } from '@lookout/contract';
import { LayerSwitches } from '@lookout/web/globe/layers/LayerTree.tsx';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useNow, useServices } from '@lookout/web/shared/services.ts';
import { useWeatherMessages } from '@lookout/web/shared/weather/messages.ts';
import { observedText, WeatherPicture, WindArrow, weatherIconOf } from '@lookout/web/shared/weather/WeatherPicture.tsx';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Alert, Input, Pagination, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import type { dutyCalls } from '../../duty/duty.calls.ts';
import { useWeatherTabMessages } from './messages.ts';

type City = Got<(typeof dutyCalls)['weatherCities']>[number];
type Weather = Got<(typeof dutyCalls)['weatherNow']>[number];

/** The weather service limits calls, so only the cities of one page are loaded at a time. */
const CITIES_EACH = 6;
const FRESH_MS = 5 * 60_000;

const isFault = ({ errcode }: Pick<Weather, 'errcode'>): boolean => errcode !== null && errcode !== '200';

export function WeatherTab() {
  const messages = useWeatherTabMessages();
  const client = useClient();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const cities = useQuery({
    queryKey: ['tab-weather-cities'],
    queryFn: ({ signal }) => client.duty.weatherCities({ body: {}, occasion: 'background', silent: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const own = useOwnGrid();
  const all = cities.data ?? [];
  const ordered = [...all.filter(({ gridNo }) => gridNo === own), ...all.filter(({ gridNo }) => gridNo !== own)];
  const found = ordered.filter(({ name }) => name.includes(text.trim()));
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / CITIES_EACH)));
  return (
    <>
      <div className="tab-filters stack">
        <Input
          allowClear
          placeholder={messages.search}
          aria-label={messages.search}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPage(1);
          }}
        />
        <LayerSwitches isWanted={({ id }) => id === 'weather-now'} />
      </div>
      <QueryResult query={cities} isEmpty={(list) => list.length === 0} empty={messages.empty}>
        {() =>
          found.length === 0 ? <Nothing {...messages.none} /> : <CityList cities={found.slice((at - 1) * CITIES_EACH, at * CITIES_EACH)} />
        }
      </QueryResult>
      {found.length > CITIES_EACH && (
        <Pagination
          className="tab-pages"
          size="small"
          simple
          current={at}
          pageSize={CITIES_EACH}
          total={found.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}

function CityList({ cities }: { readonly cities: readonly City[] }) {
  const messages = useWeatherTabMessages();
  const client = useClient();
  const { overlays } = useServices();
  const queries = useQueries({
    queries: cities.map(({ gridNo }) => ({
      queryKey: ['tab-weather', gridNo],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        (await client.duty.weatherNow({ body: { gridNo }, occasion: 'background', silent: true, signal }))[0] ?? null,
      staleTime: FRESH_MS,
      retry: false,
    })),
  });
  const rows = cities.map((city, index) => ({
    city,
    weather: queries[index]?.data ?? null,
    isPending: queries[index]?.isPending ?? false,
  }));
  const known = JSON.stringify(rows.map(({ weather }) => weather));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` changes when another answer has arrived
  useEffect(() => {
    const read = rows.flatMap(({ city, weather }) =>
      weather === null || isFault(weather)
        ? []
        : [{ ...city, temperature: weather.temp, windFromDegrees: weather.windFromDegrees, windScale: weather.windScale }],
    );
    // The weather of earlier pages remains on the map while the tab is open.
    overlays.weather.set([...overlays.weather.get().filter(({ gridNo }) => !read.some((one) => one.gridNo === gridNo)), ...read]);
  }, [known, overlays]);
  useEffect(() => () => overlays.weather.set([]), [overlays]);
  return (
    <section className="tab-rows" aria-label={messages.list}>
      {rows.map(({ city, weather, isPending }) => (
        <CityWeather key={city.gridNo} city={city} weather={weather} isPending={isPending} />
      ))}
    </section>
  );
}

function CityWeather(props: { readonly city: City; readonly weather: Weather | null; readonly isPending: boolean }) {
  const { city, weather, isPending } = props;
  const messages = useWeatherTabMessages();
  const weatherMessages = useWeatherMessages();
  const now = useNow();
  const fly = useFly();
  const icon = weatherIconOf(weather?.icon ?? null);
  return (
    <article className="tab-weather">
      <header>
        <h3>{city.name}</h3>
        {weather?.source === 'demo' && <span className="tag row-tag made-up">{weatherMessages.demo}</span>}
        <IconButton
          label={messages.fly(city.name)}
          icon={<AimOutlined />}
          onClick={() => fly({ lng: city.longitude, lat: city.latitude, label: city.name })}
        />
      </header>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
      {/* Specification §8: the service's own error code is shown; any other failure shows nothing. */}
      {!isPending && weather === null && <p className="second">{weatherMessages.none}</p>}
      {weather && isFault(weather) && <Alert type="warning" showIcon title={weather.errmsg ?? weather.errcode} />}
      {weather && !isFault(weather) && (
        <p className="tab-weather-now tabular line">
          {icon && <WeatherPicture icon={icon} label={weatherMessages.icons[icon]} />}
          <strong>{weather.text || weatherMessages.unknown}</strong>
          <span className="weather-temp">{weather.temp ? weatherMessages.celsius(weather.temp) : weatherMessages.unknown}</span>
          <span>
            <WindArrow fromDegrees={weather.windFromDegrees} /> {weather.windDir || weatherMessages.unknown}{' '}
            {weather.windScale && weatherMessages.windScale(weather.windScale)}
          </span>
          <span>
            {weatherMessages.humidity} {weather.humidity ? weatherMessages.percent(weather.humidity) : weatherMessages.unknown}
          </span>
          {weather.obsTime && <span className="second">{weatherMessages.observed(observedText(weather.obsTime, now))}</span>}
        </p>
      )}
    </article>
  );
}
