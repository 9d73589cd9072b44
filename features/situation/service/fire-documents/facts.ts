// The known facts of a fire when a document is begun: they fill its fields, and the officer edits them.

import { formatTime, type Language } from '@lookout/contract';
import { firstCharacters, type GridNo, MINUTE_MS, parentOf } from '@lookout/domain';
import { areaSquareMetres } from '@lookout/geo';
import type { Room } from '@lookout/server/services/open.ts';
import type { Alarm } from '../../../alarm/alarm.ts';
import type { GridCatalogue } from '../../../grid/service/grid-catalogue.ts';
import type { KnownForecast } from '../../../reporting/foreseen-report.ts';
import { type ForecastReader, forecastOfFire } from '../../../spread/service/fire-forecast.ts';
import { areasShown, likelyImpacts, withProvince } from '../../../spread/spread-result.ts';
import { DOCUMENT_FIELD_LENGTHS, type DocumentField, type DocumentFields, type FireDocumentKind } from '../../fire-document.ts';
import { MOST_PLOTS } from './content.ts';
import { type SituationTexts, situationTexts } from './texts.ts';

type Needs = Pick<Room, 'store' | 'weather' | 'grids' | 'log'>;

const SQUARE_METRES_PER_HECTARE = 10_000;
const MOST_TASKS = 200;
/** Names listed before "and others". */
const MOST_NAMES = 6;
const MOST_ORDERS = 5;
/** Unknown values are never invented, as on every page. */
const UNKNOWN = '—';
const MINUTES = 16;
/** The index at which the month begins in a written time. */
const MONTH = 5;
/** The most places listed that a forecast hits. */
const MOST_HITS = 4;
const MINUTES_PER_HOUR = 60;

interface Asked {
  readonly reader: ForecastReader;
  readonly language: Language;
  /** The grids that receive the document; default: the grid above the author's. */
  readonly receivers?: readonly GridNo[];
}

export async function knownFields(
  room: Needs,
  { reader, language, receivers }: Asked,
  alarm: Alarm,
  kind: FireDocumentKind,
): Promise<DocumentFields> {
  const words = situationTexts(language);
  if (kind === 'situation-map') return cut({ title: words.mapTitle(alarm.formattedAddress) });
  const { store, grids } = room;
  const { scope } = reader;
  const [{ list: plots }, { list: tasks }, orders, weather, forecast] = await Promise.all([
    store.plots.list(scope, { fireId: alarm.id }, { limit: MOST_PLOTS }),
    store.tasks.page(scope, { fireId: alarm.id }, { offset: 0, limit: MOST_TASKS }),
    store.fireOrders.ofFire(scope, alarm.id, { limit: MOST_ORDERS }),
    weatherAt(room, alarm),
    forecastAt(room, reader, alarm),
  ]);
  const above = parentOf(scope);
  const to = receivers ?? (above === null ? [] : [above]);
  const burnt = plots.filter(({ symbol }) => symbol === 'burnt-area');
  const hectares = burnt.reduce((sum, { points }) => sum + areaSquareMetres(points), 0) / SQUARE_METRES_PER_HECTARE;
  const sent = [...new Map(tasks.flatMap(({ members }) => members.map(({ userId, fullName }) => [userId, fullName] as const))).values()];
  const teams = plots.flatMap(({ symbol, name }) => (symbol === 'team' && name !== '' ? [name] : []));
  const standing = orders.filter(({ withdrawal }) => withdrawal === null).toReversed();
  return cut({
    to: to.map((no) => words.to(grids().nameOf(no) ?? no)).join(words.separator),
    place: words.place(alarm.formattedAddress, alarm.position.lng.toFixed(5), alarm.position.lat.toFixed(5)),
    found: words.found(words.source[alarm.facts.kind], formatTime(alarm.observedAt), formatTime(alarm.arrivedAt)),
    weather:
      weather === null
        ? words.noWeather
        : words.weather({
            text: weather.text,
            windDir: weather.windDir,
            windScale: weather.windScale ?? UNKNOWN,
            temperatureCelsius: weather.temperatureCelsius ?? UNKNOWN,
            humidityPercent: weather.humidityPercent ?? UNKNOWN,
            observedAt: weather.observedAt === null ? UNKNOWN : formatTime(new Date(weather.observedAt)).slice(0, MINUTES),
          }),
    area: burnt.length === 0 ? words.noArea : words.area(hectares.toFixed(2), burnt.length),
    spread: forecast === null ? '' : spreadText(forecast, words, grids().nameOf),
    forces: words.forces(sent.slice(0, MOST_NAMES), sent.length, teams),
    cause: words.noCause,
    measures: standing
      .map((order) =>
        words.order(
          formatTime(order.issuedAt),
          order.receivers.map(({ name }) => name),
          order.content,
        ),
      )
      .join('\n'),
    next: '',
  });
}

/** null: the service has no weather, or cannot be reached. */
async function weatherAt({ weather, log }: Needs, { position }: Alarm) {
  try {
    const answer = await weather.nowAt(position);
    return answer.ok ? answer.now : null;
  } catch (error) {
    log.warn({ err: error }, 'a document is begun without weather');
    return null;
  }
}

/** The forecast of the fire, found by any of its alarms. */
async function forecastAt({ store }: Needs, reader: ForecastReader, { id }: Alarm): Promise<KnownForecast | null> {
  const fire = await store.incidents.find(reader.scope, id);
  return forecastOfFire(store, reader, fire === null ? [id] : fire.alarms.map(({ alarm }) => alarm.id));
}

function spreadText({ run, impacts }: KnownForecast, words: SituationTexts, nameOf: GridCatalogue['nameOf']): string {
  const { begin, hours, weather, ground } = run.inputs;
  const clock = (minutes: number): string => formatTime(new Date(begin.getTime() + minutes * MINUTE_MS)).slice(MONTH, MINUTES);
  const hit = likelyImpacts(impacts);
  return words.spread({
    begin: clock(0),
    hours,
    isDemo: weather.source === 'demo' || [ground.elevation, ground.landCover].some(({ origin }) => origin === 'demo' || origin === 'mixed'),
    areas: (run.result === null ? [] : areasShown(run.result, hours)).map(({ minutes, areaHectares }) => ({
      hours: minutes / MINUTES_PER_HOUR,
      hectares: areaHectares.toFixed(areaHectares < 10 ? 1 : 0),
    })),
    hits: hit.slice(0, MOST_HITS).map((impact) => ({
      name: withProvince(impact, run.gridNo, nameOf).name,
      inhabitants: impact.inhabitants,
      at: clock(impact.atMinutes),
      isBorder: impact.kind === 'border',
    })),
    more: Math.max(hit.length - MOST_HITS, 0),
  });
}

/** Truncates fields to their limits and leaves out blank ones. */
const cut = (fields: DocumentFields): DocumentFields =>
  Object.fromEntries(
    (Object.entries(fields) as [DocumentField, string][]).flatMap(([name, text]) =>
      text === '' ? [] : [[name, firstCharacters(text, DOCUMENT_FIELD_LENGTHS[name])]],
    ),
  );
