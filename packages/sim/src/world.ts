// The demo world as a function of seed and time. Its only state is caches, so any two runs of a seed are identical at any time.
import { DAY_MS, HOUR_MS, MINUTE_MS, type Position } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { type CameraAlarm, cameraAlarmsOf } from './cameras/alarm.ts';
import { towersOn } from './cameras/towers.ts';
import type { Fire } from './fires/fire.ts';
import { createOutbreaks, hourOf } from './fires/outbreaks.ts';
import { type Report, reportsOf } from './people/report.ts';
import { STAGE_IDS, type StageId } from './places.ts';
import { arrivalsOf, type Detection, detectionsOf, FILE_DELAY_MINUTES, REPEAT_MINUTES } from './satellites/detection.ts';
import { createIncidents, type DangerFound, type SmokeIncident } from './sensors/incidents.ts';
import { createWeatherField, type WeatherField } from './weather/field.ts';

/** Something that the world sends to the product. `atMs` is world time. */
export type Arrival =
  | { readonly kind: 'file'; readonly atMs: number; readonly rows: readonly Detection[] }
  | { readonly kind: 'report'; readonly atMs: number; readonly report: Report }
  | { readonly kind: 'camera'; readonly atMs: number; readonly alarm: CameraAlarm }
  | { readonly kind: 'smoke'; readonly atMs: number; readonly incident: SmokeIncident }
  | { readonly kind: 'danger'; readonly atMs: number; readonly found: DangerFound };

export interface WorldOptions {
  readonly seed: number;
  readonly surface: Surface;
  /** Factor on the usual number of fires, for load tests. */
  readonly scale?: number;
}

export interface World {
  readonly weather: WeatherField;
  /** The fires that burn at a time, with their true positions. */
  burningAt(ms: number): Fire[];
  /** All arrivals with from ≤ at < to, in order. */
  arrivals(fromMs: number, toMs: number): Arrival[];
  /**
   * The few newest arrivals before a time, which a newly opened client should show. A little later the list is nearly the same, so the
   * server recognises what a restart sends again as repeated.
   */
  recent(atMs: number): Arrival[];
}

/** Recent arrivals by stage: eight hotspots, two reports and a camera alarm in all. */
const RECENT_HOTSPOTS: Readonly<Record<StageId, number>> = { aba: 5, weihui: 1, heilongjiang: 1, qujing: 1 };
const RECENT_REPORTS: Readonly<Record<StageId, number>> = { aba: 2, weihui: 0, heilongjiang: 0, qujing: 0 };
const RECENT_CAMERA_ALARMS: Readonly<Record<StageId, number>> = { aba: 1, weihui: 0, heilongjiang: 0, qujing: 0 };

/** Everything that is reported about one fire. */
interface FireHistory {
  readonly fire: Fire;
  readonly detections: readonly { readonly detection: Detection; readonly atMs: readonly number[] }[];
  readonly reports: readonly Report[];
  readonly cameraAlarms: readonly CameraAlarm[];
}

const LONGEST_DELAY_MS = (FILE_DELAY_MINUTES.most + REPEAT_MINUTES.most) * MINUTE_MS;
/** Long enough for a chimney's fire of one day whose last file arrives with the longest delay. */
const LOOK_BACK_MS = DAY_MS + HOUR_MS + LONGEST_DELAY_MS;
const CACHED_HOURS = 64;

export function createWorld({ seed, surface, scale = 1 }: WorldOptions): World {
  const weather = createWeatherField(seed, surface);
  const outbreaks = createOutbreaks({ seed, surface, scale });
  const incidents = createIncidents(seed, surface, scale);
  const cache = new Map<number, readonly FireHistory[]>();

  const historyOf = (fire: Fire): FireHistory => ({
    fire,
    detections: detectionsOf(seed, fire, (position: Position, ms) => weather.cloudAt(position, ms)).map((detection) => ({
      detection,
      atMs: arrivalsOf(seed, fire, detection),
    })),
    reports: reportsOf(seed, fire, surface),
    cameraAlarms: cameraAlarmsOf(seed, fire, towersOn(surface), surface),
  });

  const historiesBetween = (fromMs: number, toMs: number): FireHistory[] => {
    const histories: FireHistory[] = [];
    for (let hour = hourOf(fromMs - LOOK_BACK_MS); hour <= hourOf(toMs); hour++) {
      const known = cache.get(hour) ?? outbreaks.inHour(hour).map(historyOf);
      cache.set(hour, known);
      if (cache.size > CACHED_HOURS) cache.delete(cache.keys().next().value as number);
      histories.push(...known);
    }
    return histories;
  };

  return {
    weather,
    burningAt: outbreaks.burningAt,
    arrivals(fromMs, toMs) {
      const within = (ms: number) => ms >= fromMs && ms < toMs;
      const histories = historiesBetween(fromMs, toMs);
      const rows = histories.flatMap(({ fire, detections }) =>
        detections.flatMap(({ detection, atMs }) =>
          atMs
            .filter(within)
            .map((ms) => ({ detection, atMs: ms, file: `${ms}/${detection.satellite.code}/${fire.stage}/${detection.orbit}` })),
        ),
      );
      const files = [...Map.groupBy(rows, ({ file }) => file).values()].map((together): Arrival => {
        const [first] = together as [(typeof together)[number]];
        return { kind: 'file', atMs: first.atMs, rows: together.map(({ detection }) => detection) };
      });
      const fromFires = histories.flatMap(({ reports, cameraAlarms }) => [
        ...reports.map(reportArrival),
        ...cameraAlarms.map(cameraArrival),
      ]);
      const hours = Array.from({ length: hourOf(toMs) - hourOf(fromMs) + 1 }, (_, n) => hourOf(fromMs) + n);
      const others = hours.flatMap((hour) => [
        ...incidents.smokeInHour(hour).map(smokeArrival),
        ...incidents.dangerInHour(hour).map(dangerArrival),
      ]);
      return [...files, ...[...fromFires, ...others].filter(({ atMs }) => within(atMs))].sort((a, b) => a.atMs - b.atMs);
    },
    recent(atMs) {
      const histories = historiesBetween(atMs - DAY_MS, atMs);
      return STAGE_IDS.flatMap((stage) => {
        const here = histories.filter(({ fire }) => fire.stage === stage);
        const rows = here
          .flatMap(({ detections }) => detections.map(({ detection, atMs: [first = 0] }) => ({ detection, atMs: first })))
          .filter((row) => row.atMs < atMs)
          .sort((a, b) => b.atMs - a.atMs)
          .slice(0, RECENT_HOTSPOTS[stage]);
        const files = [...Map.groupBy(rows, ({ detection }) => detection.satellite.code).values()].map(
          (together): Arrival => ({
            kind: 'file',
            atMs: Math.max(...together.map((row) => row.atMs)),
            rows: together.map(({ detection }) => detection).sort((a, b) => a.acquiredAtMs - b.acquiredAtMs),
          }),
        );
        const reports = here.flatMap((history) => history.reports.map(reportArrival));
        const alarms = here.flatMap((history) => history.cameraAlarms.map(cameraArrival));
        const newest = (list: Arrival[], count: number): Arrival[] =>
          list
            .filter((one) => one.atMs < atMs)
            .sort((a, b) => b.atMs - a.atMs)
            .slice(0, count);
        return [...files, ...newest(reports, RECENT_REPORTS[stage]), ...newest(alarms, RECENT_CAMERA_ALARMS[stage])];
      }).sort((a, b) => a.atMs - b.atMs);
    },
  };
}

/** The ids of the fires that an arrival reports. */
export function firesReportedBy(arrival: Arrival): readonly string[] {
  switch (arrival.kind) {
    case 'file':
      return arrival.rows.map(({ fireId }) => fireId);
    case 'report':
      return [arrival.report.fire.id];
    case 'camera':
      return [arrival.alarm.fire.id];
    default:
      return [];
  }
}

const reportArrival = (report: Report): Arrival => ({ kind: 'report', atMs: report.reportedAtMs, report });
const cameraArrival = (alarm: CameraAlarm): Arrival => ({ kind: 'camera', atMs: alarm.seenAtMs, alarm });
const smokeArrival = (incident: SmokeIncident): Arrival => ({ kind: 'smoke', atMs: incident.atMs, incident });
const dangerArrival = (found: DangerFound): Arrival => ({ kind: 'danger', atMs: found.atMs, found });
