// 火险格网 next to the globe: the day, the meaning of the colours, the inputs, and the details of a clicked cell. It fetches the pictures that
// the globe draws.

import { CloseOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { formatTime, type Got } from '@lookout/contract';
import { ancestorAt, compassOf, DAY_MS, type GridNo, parseGridNo } from '@lookout/domain';
import type { LngLat } from '@lookout/geo';
import type { GridPicture } from '@lookout/map/layers/grid-pictures.ts';
import { toolStoreOf } from '@lookout/web/globe/tools/tool-store.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useServices, useSession } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import type { LayerState } from '@lookout/web/stores/layer-registry.ts';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import type { fireLevelCalls } from '../../danger.calls.ts';
import { RATING_PARTS, type RatingTablePart } from '../../danger-rating.ts';
import { MOST_DAYS_AHEAD } from '../../fire-forecast.ts';
import type { NoonWeather } from '../../fire-weather.ts';
import type { DangerBy } from './danger-by.ts';
import { DANGER_GRID_ROW, dangerShownOf, useDangerShown } from './danger-grid-part.ts';
import { useDangerGridMessages } from './messages.ts';
import './danger-grid.css';

type Grid = Got<(typeof fireLevelCalls)['dangerGrid']>;
type Cell = NonNullable<Got<(typeof fireLevelCalls)['dangerCell']>>;

/** As long as the server caches a picture. */
const FRESH_MS = 30 * 60_000;
/** Lower ends of the classes of the FBP System, kW/m (`INTENSITY_CLASS_BREAKS`). */
const INTENSITY_FROM = [0, 10, 500, 2_000, 4_000, 10_000] as const;
/** Length of a time cut to the minute: grids are requested one after the other, within seconds of each other. */
const TO_THE_MINUTE = 'YYYY-MM-DD HH:MM'.length;
/** Below this slope a cell has no aspect. */
const LEVEL_DEGREES = 0.5;

export function DangerGridCard() {
  const { isShown } = useDangerShown();
  return isShown ? <Open /> : null;
}

/** Today and the days that may be forecast, as `YYYY-MM-DD` in Beijing time. */
export const daysAhead = (now: number): readonly string[] =>
  Array.from({ length: MOST_DAYS_AHEAD }, (_, ahead) => formatTime(new Date(now + ahead * DAY_MS)).slice(0, 10));

/** `28`, or `12/1` for the first of a month: seven of them must fit side by side. */
const shortDay = (day: string): string => {
  const [, month, date] = day.split('-').map(Number);
  return date === 1 ? `${month}/1` : String(date);
};

function Open() {
  const messages = useDangerGridMessages();
  const services = useServices();
  const { layers, now } = services;
  const store = dangerShownOf(services);
  const shown = useDangerShown();
  const { daysAhead: ahead, by, wanted, isCut, retryAreas, picked } = shown;
  const days = daysAhead(now());
  const day = days[ahead] as string;
  const weather = useWeather(day);
  const pictures = usePictures(wanted, day, by);
  const found = { ...pictures, isPending: pictures.isPending || weather.isPending };
  useClicks();
  return (
    <section className="layer-card panel" aria-label={messages.title}>
      <header className="panel-head">
        <h2 className="cut">{messages.title}</h2>
        <IconButton label={messages.close} icon={<CloseOutlined />} onClick={() => layers.setVisible(DANGER_GRID_ROW, false)} />
      </header>
      <div className="layer-card-body stack">
        <Segmented<number>
          block
          size="small"
          aria-label={messages.days}
          value={ahead}
          onChange={(next) => store.setState({ daysAhead: next })}
          options={days.map((one, value) => ({ value, title: one, label: value === 0 ? messages.today : shortDay(one) }))}
        />
        <Segmented<DangerBy>
          block
          size="small"
          aria-label={messages.show}
          value={by}
          onChange={(next) => store.setState({ by: next })}
          options={(['rating', 'index', 'intensity'] as const).map((value) => ({ value, label: messages.by[value] }))}
        />
        <p className="second tabular">{messages.onDay(day)}</p>
        {retryAreas !== null && <LoadFailed error={null} onRetry={retryAreas} />}
        {weather.isError && <LoadFailed error={weather.error} onRetry={() => void weather.refetch()} />}
        {weather.data?.length === 0 && <Nothing {...messages.noWeather} />}
        {weather.data && weather.data.length > 0 && wanted.length === 0 && <Nothing {...messages.none} />}
        <Pictures found={found} wanted={wanted.length} isCut={isCut} by={by} />
        {picked === null ? <p className="hint">{messages.askHint}</p> : <PickedCell picked={picked} day={day} pictures={found} />}
      </div>
    </section>
  );
}

interface Found {
  readonly grids: readonly Grid[];
  readonly isPending: boolean;
  /** Error of the first picture that failed for a reason other than missing weather. */
  readonly error: unknown;
  readonly noWeather: number;
  /** Of the pictures without weather, those whose weather is known, but not what LY/T 1172 needs for a rating. */
  readonly noRating: number;
  readonly retry: () => void;
}

const refusalOf = (error: unknown): string | null =>
  error instanceof CallFailed && error.outcome.kind === 'error' ? (error.outcome.refusal ?? null) : null;
const isNoRating = (error: unknown): boolean => refusalOf(error) === 'danger-grid-no-rating';
const isNoWeather = (error: unknown): boolean => refusalOf(error) === 'danger-grid-no-weather' || isNoRating(error);

function combined(results: readonly UseQueryResult<Grid>[]): Found {
  const failed = results.filter(({ error }) => error !== null && !isNoWeather(error));
  return {
    grids: results.flatMap(({ data }) => data ?? []),
    isPending: results.some(({ isPending }) => isPending),
    error: failed[0]?.error ?? null,
    noWeather: results.filter(({ error }) => isNoWeather(error)).length,
    noRating: results.filter(({ error }) => isNoRating(error)).length,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** Looks up which prefectures have weather on the day; the globe requests pictures only for those. */
function useWeather(day: string): UseQueryResult<readonly GridNo[]> {
  const client = useClient();
  const store = dangerShownOf(useServices());
  const query = useQuery({
    queryKey: ['danger-weather', day],
    queryFn: async ({ signal }): Promise<readonly GridNo[]> => {
      const rows = await client.danger.fireLevel({ query: { level: 'counties', day }, occasion: 'background', silent: true, signal });
      return [...new Set(rows.flatMap(({ gridNo }) => ancestorAt(gridNo, 'prefecture') ?? []))];
    },
    staleTime: FRESH_MS,
  });
  const known = query.data ?? null;
  useEffect(() => store.setState({ known }), [store, known]);
  return query;
}

/** Fetches the pictures of the wanted grids and passes them to the globe as they arrive. */
function usePictures(wanted: readonly string[], day: string, by: DangerBy): Found {
  const client = useClient();
  const store = dangerShownOf(useServices());
  const found = useQueries({
    queries: wanted.map((gridNo) => ({
      queryKey: ['danger-grid', gridNo, day, by],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.danger.dangerGrid({ query: { gridNo, day, by }, occasion: 'background', silent: true, signal }),
      staleTime: FRESH_MS,
    })),
    combine: combined,
  });
  const { grids, isPending, error, retry } = found;
  useEffect(() => {
    const before = store.getState();
    const pictures = grids.map(pictureOf);
    const state = stateOf({ count: grids.length, isPending, error, retry });
    // Equal values are not set again, so that the globe keeps its pictures and this card does not render needlessly.
    if (!isSame(pictures, before.pictures)) store.setState({ pictures });
    if (state.kind !== before.state.kind) store.setState({ state });
  }, [store, grids, isPending, error, retry]);
  useEffect(() => () => store.setState({ pictures: [], state: { kind: 'ready' } }), [store]);
  return found;
}

const pictureOf = ({ gridNo, day, by, forecastAt, columns, rows, west, south, east, north, image }: Grid): GridPicture => ({
  id: `${gridNo} ${day} ${by} ${forecastAt?.getTime() ?? ''}`,
  columns,
  rows,
  box: [west, south, east, north],
  image,
});

const isSame = (a: readonly GridPicture[], b: readonly GridPicture[]): boolean =>
  a.length === b.length && a.every(({ id }, at) => id === b[at]?.id);

interface Fetched extends Pick<Found, 'isPending' | 'error' | 'retry'> {
  readonly count: number;
}

function stateOf({ count, isPending, error, retry }: Fetched): LayerState {
  if (error !== null) return { kind: 'failed', retry };
  if (isPending) return { kind: 'loading' };
  return count === 0 ? { kind: 'empty' } : { kind: 'ready' };
}

/** A click on the terrain requests its cell, unless a tool uses the pointer. */
function useClicks(): void {
  const room = useGlobeRoom();
  const services = useServices();
  useEffect(
    () =>
      room.onPointer(({ gesture, pick }) => {
        if (gesture !== 'click' || pick?.kind !== 'ground' || toolStoreOf(services).store.getState().open !== null) return;
        const store = dangerShownOf(services);
        const { lng, lat } = pick;
        if (store.getState().pictures.some(({ box }) => isIn(box, lng, lat))) store.setState({ picked: { lng, lat } });
      }),
    [room, services],
  );
}

const isIn = ([west, south, east, north]: GridPicture['box'], lng: number, lat: number): boolean =>
  west <= lng && lng <= east && south <= lat && lat <= north;

interface PicturesProps {
  readonly found: Found;
  readonly wanted: number;
  readonly isCut: boolean;
  readonly by: DangerBy;
}

function Pictures({ found: { grids, isPending, error, noWeather, noRating, retry }, wanted, isCut, by }: PicturesProps) {
  const messages = useDangerGridMessages();
  return (
    <>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {error !== null && <LoadFailed error={error} onRetry={retry} />}
      {wanted > 0 && noWeather === wanted && <Nothing {...(noRating > 0 ? messages.noRating : messages.noWeather)} />}
      {isCut && <p className="hint">{messages.cut(wanted)}</p>}
      {grids.length > 0 && <Legend grids={grids} by={by} />}
    </>
  );
}

function Legend({ grids, by }: { readonly grids: readonly Grid[]; readonly by: DangerBy }) {
  const messages = useDangerGridMessages();
  const without = grids.reduce((sum, { cellsWithout }) => sum + cellsWithout, 0);
  const classes = (grids[0] as Grid).legend.map(({ class: no, colour }) => ({
    no,
    colour,
    cells: grids.reduce((sum, { legend }) => sum + (legend.find((one) => one.class === no)?.cells ?? 0), 0),
  }));
  const all = classes.reduce((sum, { cells }) => sum + cells, without);
  const shareOf = (cells: number) => (all === 0 ? '' : messages.share((100 * cells) / all));
  const nameOf = (no: number): string =>
    by === 'intensity'
      ? messages.intensity(no, INTENSITY_FROM[no - 1] ?? 0, INTENSITY_FROM[no] ?? null)
      : messages.levels[no as keyof typeof messages.levels];
  return (
    <>
      <ul className="danger-legend tabular" aria-label={messages.legend}>
        {classes.map(({ no, colour, cells }) => (
          <li key={no} className="line">
            <span className="danger-swatch" style={{ background: colour }} aria-hidden="true" />
            <span className="cut">{nameOf(no)}</span>
            <span className="second">{shareOf(cells)}</span>
          </li>
        ))}
        {without > 0 && (
          <li className="line">
            <span className="danger-swatch" aria-hidden="true" />
            <span className="cut">{messages.without}</span>
            <span className="second">{shareOf(without)}</span>
          </li>
        )}
      </ul>
      <p className="hint">{aboutOf(grids, messages)}</p>
      <details className="hint">
        <summary>{messages.cellsOfModel}</summary>
        {by === 'rating' ? messages.ratingModel : messages.model}
      </details>
    </>
  );
}

/** The inputs of the pictures, each named once. */
function aboutOf(grids: readonly Grid[], messages: ReturnType<typeof useDangerGridMessages>): string {
  const once = (texts: readonly string[]) => [...new Set(texts)];
  return [
    ...once(
      grids.map(({ forecastAt }) =>
        forecastAt === undefined ? messages.observed : messages.forecast(formatTime(forecastAt).slice(0, TO_THE_MINUTE)),
      ),
    ),
    ...once(grids.flatMap(({ inputs }) => inputs.weatherSources.map((source) => messages.sources[source]))),
    ...once(grids.map(({ inputs }) => messages.heights[inputs.ground])),
    messages.cover(once(grids.flatMap(({ inputs }) => inputs.landCover))),
    ...ratingAbout(grids, messages),
    ...once(grids.map(({ cellMetres }) => messages.cells((cellMetres / 1000).toFixed(1)))),
  ].join(marks().semicolon);
}

/** Which tables of LY/T 1172 are still to be confirmed, and whether a level may be higher than shown. */
function ratingAbout(grids: readonly Grid[], messages: ReturnType<typeof useDangerGridMessages>): readonly string[] {
  const rated = grids.flatMap(({ inputs }) => inputs.rating ?? []);
  const toConfirm = messages.ratingToConfirm([...new Set(rated.flatMap((one): readonly RatingTablePart[] => one.toConfirm))]);
  return [...(toConfirm === null ? [] : [toConfirm]), ...(rated.some(({ isAtLeast }) => isAtLeast) ? [messages.ratingAtLeast] : [])];
}

interface PickedCellProps {
  readonly picked: LngLat;
  readonly day: string;
  /** The pictures of the day. */
  readonly pictures: Found;
}

/** Whether the position is in the box of one of the pictures; null: unknown while pictures are missing. */
function hasCellAt({ grids, isPending, error }: Found, { lng, lat }: LngLat): boolean | null {
  if (grids.some(({ west, south, east, north }) => isIn([west, south, east, north], lng, lat))) return true;
  return isPending || error !== null ? null : false;
}

function PickedCell({ picked, day, pictures }: PickedCellProps) {
  const messages = useDangerGridMessages();
  const client = useClient();
  const { info } = useSession();
  const store = dangerShownOf(useServices());
  const gridNo = parseGridNo(info?.userDTO.gridNo) ?? '';
  const isPictured = hasCellAt(pictures, picked);
  const found = useQuery({
    queryKey: ['danger-cell', gridNo, day, picked.lng, picked.lat],
    queryFn: ({ signal }) =>
      client.danger.dangerCell({
        query: { gridNo, day, longitude: picked.lng, latitude: picked.lat },
        occasion: 'background',
        silent: true,
        signal,
      }),
    staleTime: FRESH_MS,
    enabled: isPictured === true,
  });
  const { error, isPending, refetch } = found;
  const data = isPictured === true ? found.data : isPictured === false ? null : undefined;
  useEffect(() => {
    store.setState({ cell: data == null ? null : { ...data.position, cellMetres: data.cellMetres } });
  }, [data, store]);
  useEffect(() => () => store.setState({ cell: null }), [store]);
  return (
    <section className="danger-cell stack" aria-label={messages.cellTitle} aria-live="polite">
      <h3>
        {messages.cellTitle}
        <IconButton label={messages.closeCell} icon={<CloseOutlined />} onClick={() => store.setState({ picked: null })} />
      </h3>
      {(isPictured === true ? isPending : isPictured === null && pictures.isPending) && (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
      {error !== null && isPictured === true && <WhyNot error={error} onRetry={() => void refetch()} />}
      {data === null && <p className="second">{messages.outside}</p>}
      {data && <CellFacts cell={data} />}
    </section>
  );
}

function WhyNot({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const messages = useDangerGridMessages();
  return isNoWeather(error) ? <p className="second">{messages.noWeather.title}</p> : <LoadFailed error={error} onRetry={onRetry} />;
}

function CellFacts({ cell }: { readonly cell: Cell }) {
  const messages = useDangerGridMessages();
  const texts = messages.cell;
  const { danger, weatherGrid, weatherSource, heightMetres, slopeDegrees, aspectDegrees, cover, fuel, drySpell, forecastAt } = cell;
  const noonText = ({ temperatureCelsius, humidityPercent, windKilometresPerHour, rainMillimetres }: NoonWeather) =>
    texts.noonText(temperatureCelsius, humidityPercent, windKilometresPerHour, rainMillimetres);
  const facing = slopeDegrees < LEVEL_DEGREES ? null : messages.compass[compassOf(aspectDegrees)];
  const weather = weatherGrid && [
    weatherGrid.gridName,
    forecastAt === undefined ? messages.observed : messages.forecast(formatTime(forecastAt)),
    ...(weatherSource === null ? [] : [messages.sources[weatherSource]]),
  ];
  const rows: readonly (readonly [string, ReactNode])[] = [
    [texts.level, danger === null ? texts.noLevel : messages.levels[danger.level]],
    ...(danger === null ? [] : [[texts.rating, <RatingFacts key="rating" rating={danger.rating} />] as const]),
    ...(danger === null ? [] : [[texts.index, messages.index(danger)] as const]),
    ...(danger?.intensityClass == null || fuel === null
      ? []
      : [[texts.intensity, texts.intensityIn(danger.intensityClass, messages.fuelName(fuel))] as const]),
    ...(danger === null ? [] : [[texts.cause, messages.driversText(danger.drivers) ?? texts.mild] as const]),
    ...(danger === null ? [] : [[texts.noon, noonText(danger.noon)] as const]),
    ...(drySpell === null ? [] : [[texts.dry, texts.dryDays(drySpell.days, drySpell.isAtLeast)] as const]),
    [texts.height, heightMetres === null ? texts.unknown : texts.metres(heightMetres, weatherGrid?.heightMetres ?? null)],
    [texts.slope, heightMetres === null ? texts.unknown : texts.slopeText(slopeDegrees, facing)],
    [
      texts.cover,
      cover === null
        ? texts.unknown
        : texts.coverText(cover.kind === null ? texts.unknown : texts.covers[cover.kind], cover.value, cover.file),
    ],
    ...(weather === null ? [] : [[texts.weather, weather.join(marks().list)] as const]),
  ];
  const warned = danger && messages.warned(danger);
  return (
    <>
      {warned !== null && <p>{warned}</p>}
      <dl className="facts tabular">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The LY/T 1172 rating of a cell: its level, and each part with its value and points. */
function RatingFacts({ rating }: { readonly rating: NonNullable<Cell['danger']>['rating'] }) {
  const messages = useDangerGridMessages();
  const texts = messages.cell;
  if (rating === null) return texts.noRating;
  const { level, htz, isAtLeast, values, points, toConfirm } = rating;
  return (
    <>
      {texts.ratingText(level, htz, isAtLeast)}
      <ul className="second">
        {RATING_PARTS.map((part) => (
          <li key={part}>
            {messages.ratingPart(part, values[part], points[part])}
            {toConfirm.includes(part) && <span className="tag row-tag">{texts.toConfirm}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
