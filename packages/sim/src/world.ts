// The demo world as a function of seed and time. It keeps nothing that cannot be worked out again: any two runs of a seed agree at any moment.
import type { Position } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { type CameraAlarm, cameraAlarmsOf } from './cameras/alarm.ts';
import { towersOn } from './cameras/towers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts';
import type { Fire } from './fires/fire.ts';
import { createOutbreaks, hourOf } from './fires/outbreaks.ts';
import { type Report, reportsOf } from './people/report.ts';
import { STAGE_IDS, type StageId } from './places.ts';
import { arrivalsOf, type Detection, detectionsOf, FILE_DELAY_MINUTES, REPEAT_MINUTES } from './satellites/detection.ts';
import { createIncidents, type DangerFound, type SmokeIncident } from './sensors/incidents.ts';
import { createWeatherField, type WeatherField } from './weather/field.ts';

/** Something that reaches the outside. `atMs` is world time. */
export type Arrival =
  | { readonly kind: 'file'; readonly atMs: number; readonly rows: readonly Detection[] }
  | { readonly kind: 'report'; readonly atMs: number; readonly report: Report }
  | { readonly kind: 'camera'; readonly atMs: number; readonly alarm: CameraAlarm }
  | { readonly kind: 'smoke'; readonly atMs: number; readonly incident: SmokeIncident }
  | { readonly kind: 'danger'; readonly atMs: number; readonly found: DangerFound };

export interface WorldOptions {
  readonly seed: number;
  readonly surface: Surface;
  /** So many times the usual number of fires, for load. */
  readonly scale?: number;
}

export interface World {
  readonly weather: WeatherField;
  /** What burns at a moment, with its true place. */
  burningAt(ms: number): Fire[];
  /** All that reaches the outside in from ≤ at < to, in order. */
  arrivals(fromMs: number, toMs: number): Arrival[];
  /**
   * What a desk that was just opened should find: the newest few that have reached the outside already.
   * Asked again a little later it is nearly the same, so a restart repeats nothing that the server does not know for a repetition.
   */
  recent(atMs: number): Arrival[];
}

/** What a new desk finds, by stage: eight hotspots, two reports and a camera's alarm in all. */
const RECENT_HOTSPOTS: Readonly<Record<StageId, number>> = { aba: 5, weihui: 1, heilongjiang: 1, qujing: 1 };
const RECENT_REPORTS: Readonly<Record<StageId, number>> = { aba: 2, weihui: 0, heilongjiang: 0, qujing: 0 };
const RECENT_CAMERA_ALARMS: Readonly<Record<StageId, number>> = { aba: 1, weihui: 0, heilongjiang: 0, qujing: 0 };

/** All of one fire that reaches the outside. */
interface Story {
  readonly fire: Fire;
  readonly detections: readonly { readonly detection: Detection; readonly atMs: readonly number[] }[];
  readonly reports: readonly Report[];
  readonly seen: readonly CameraAlarm[];
}

const LONGEST_DELAY_MS = (FILE_DELAY_MINUTES.most + REPEAT_MINUTES.most) * MINUTE_MS;
/** A fire of a day's length whose last file came as late as can be. */
const LOOK_BACK_MS = DAY_MS + HOUR_MS + LONGEST_DELAY_MS;
const KEPT_HOURS = 64;

export function createWorld({ seed, surface, scale = 1 }: WorldOptions): World {
  const weather = createWeatherField(seed, surface);
  const outbreaks = createOutbreaks({ seed, surface, scale });
  const incidents = createIncidents(seed, surface, scale);
  const kept = new Map<number, readonly Story[]>();

  const storyOf = (fire: Fire): Story => ({
    fire,
    detections: detectionsOf(seed, fire, (position: Position, ms) => weather.cloudAt(position, ms)).map((detection) => ({
      detection,
      atMs: arrivalsOf(seed, fire, detection),
    })),
    reports: reportsOf(seed, fire, surface),
    seen: cameraAlarmsOf(seed, fire, towersOn(surface), surface),
  });

  const storiesBetween = (fromMs: number, toMs: number): Story[] => {
    const stories: Story[] = [];
    for (let hour = hourOf(fromMs - LOOK_BACK_MS); hour <= hourOf(toMs); hour++) {
      const known = kept.get(hour) ?? outbreaks.inHour(hour).map(storyOf);
      kept.set(hour, known);
      if (kept.size > KEPT_HOURS) kept.delete(kept.keys().next().value as number);
      stories.push(...known);
    }
    return stories;
  };

  return {
    weather,
    burningAt: outbreaks.burningAt,
    arrivals(fromMs, toMs) {
      const within = (ms: number) => ms >= fromMs && ms < toMs;
      const stories = storiesBetween(fromMs, toMs);
      const rows = stories.flatMap(({ fire, detections }) =>
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
      const told = stories.flatMap(({ reports, seen }) => [...reports.map(toldOf), ...seen.map(seenOf)]);
      const hours = Array.from({ length: hourOf(toMs) - hourOf(fromMs) + 1 }, (_, n) => hourOf(fromMs) + n);
      const others = hours.flatMap((hour) => [...incidents.smokeInHour(hour).map(smokeOf), ...incidents.dangerInHour(hour).map(dangerOf)]);
      return [...files, ...[...told, ...others].filter(({ atMs }) => within(atMs))].sort((a, b) => a.atMs - b.atMs);
    },
    recent(atMs) {
      const stories = storiesBetween(atMs - DAY_MS, atMs);
      return STAGE_IDS.flatMap((stage) => {
        const here = stories.filter(({ fire }) => fire.stage === stage);
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
        const reports = here.flatMap(({ reports: told }) => told.map(toldOf));
        const seen = here.flatMap(({ seen: alarms }) => alarms.map(seenOf));
        const newest = (list: Arrival[], count: number): Arrival[] =>
          list
            .filter((one) => one.atMs < atMs)
            .sort((a, b) => b.atMs - a.atMs)
            .slice(0, count);
        return [...files, ...newest(reports, RECENT_REPORTS[stage]), ...newest(seen, RECENT_CAMERA_ALARMS[stage])];
      }).sort((a, b) => a.atMs - b.atMs);
    },
  };
}

/** The ids of the fires that an arrival tells of. */
export function firesToldBy(arrival: Arrival): readonly string[] {
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

const toldOf = (report: Report): Arrival => ({ kind: 'report', atMs: report.toldAtMs, report });
const seenOf = (alarm: CameraAlarm): Arrival => ({ kind: 'camera', atMs: alarm.seenAtMs, alarm });
const smokeOf = (incident: SmokeIncident): Arrival => ({ kind: 'smoke', atMs: incident.atMs, incident });
const dangerOf = (found: DangerFound): Arrival => ({ kind: 'danger', atMs: found.atMs, found });
