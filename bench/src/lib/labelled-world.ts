// Alarms of the demo world, each labelled with its fire: the demo's fires, chimneys and decoys, observed again with errors as large as the
// product assumes, or half as large again and heavy-tailed.

import { DAY_MS, type Position } from '@lookout/domain';
import type { Alarm, AlarmFacts, CameraFacts, ReportFacts, SatelliteFacts } from '@lookout/features/alarm/alarm.ts';
import { drillFacts } from '@lookout/features/exercise/exercise.ts';
import { covarianceOf, type Detection, detectionSourceOf, lookOf } from '@lookout/fusion';
import {
  bearingDegrees,
  CURVATURE_PER_METRE,
  createSurface,
  demoRelief,
  destination,
  distanceMetres,
  locate,
  type Surface,
} from '@lookout/geo';
import { type Arrival, createWorld, type Fire, firesReportedBy } from '@lookout/sim';
import { chancesOf } from './chances.ts';

/** An alarm, its true source, and the position of that source. */
export interface LabelledAlarm {
  readonly alarm: Pick<Alarm, 'id' | 'facts' | 'position' | 'observedAt'>;
  readonly cameraAt: Position | null;
  readonly fireId: string;
  readonly truth: Position;
  readonly isChimney: boolean;
}

export interface LabelledWorldOptions {
  readonly seed: number;
  /** Factor on the number of the demo world's fires. */
  readonly scale: number;
  readonly days: number;
  /** Whether the true errors are half as large again as stated, with the tails of Student's t with four degrees of freedom. */
  readonly isHeavyTailed: boolean;
}

export const BEGINS_MS = Date.parse('2026-02-28T16:00:00Z');
const SIGMA_DEGREES = 0.1;
const PERSON_SIGMA_METRES = 100;

/** All alarms of these days, in the order of observation. */
export function labelledWorld({ seed, scale, days, isHeavyTailed }: LabelledWorldOptions): LabelledAlarm[] {
  const surface = createSurface(demoRelief());
  const world = createWorld({ seed, surface, scale });
  const chance = chancesOf(seed);
  const factor = () => (isHeavyTailed ? 1.5 * chance.heavy() : 1);
  const fires = new Map<string, Fire>();
  const seen = new Set<string>();
  const alarms: LabelledAlarm[] = [];
  const add = (
    id: string,
    fire: Pick<Fire, 'id' | 'kind' | 'position'>,
    facts: AlarmFacts,
    position: Position,
    atMs: number,
    cameraAt: Position | null = null,
  ) => {
    if (seen.has(id)) return;
    seen.add(id);
    alarms.push({
      alarm: { id, facts, position, observedAt: new Date(atMs) },
      cameraAt,
      fireId: fire.id,
      truth: fire.position,
      isChimney: fire.kind === 'chimney',
    });
  };
  const take = (arrival: Arrival) => {
    switch (arrival.kind) {
      case 'file':
        for (const row of arrival.rows) {
          const fire = fires.get(row.fireId);
          if (fire === undefined) continue;
          const metres = distanceMetres(fire.position, row.position) * factor();
          const position = metres === 0 ? row.position : destination(fire.position, bearingDegrees(fire.position, row.position), metres);
          const facts: AlarmFacts = {
            ...(drillFacts('satellite', NO_INJECT, row.satellite.code) as SatelliteFacts),
            credibility: Math.round(row.certainty * 100),
            frpMegawatts: row.frpMegawatts,
            scanKilometres: row.size.scan,
            trackKilometres: row.size.track,
          };
          add(
            `s-${row.fireId}-${row.satellite.code}-${row.orbit}-${row.position.lng}-${row.position.lat}`,
            fire,
            facts,
            position,
            row.acquiredAtMs,
          );
        }
        return;
      case 'camera': {
        const { id, fire, tower, seenAtMs } = arrival.alarm;
        const sighted = sightedWithError(surface, tower, fire, () => SIGMA_DEGREES * factor() * chance.normal());
        if (sighted === null) return;
        const { distanceMetres: distance, nearMetres, farMetres, lng, lat } = sighted;
        const facts: AlarmFacts = {
          ...(drillFacts('camera', NO_INJECT, tower.code) as CameraFacts),
          distanceMetres: distance,
          nearMetres,
          farMetres,
        };
        add(`c-${id}`, fire, facts, { lng, lat }, seenAtMs, { lng: tower.lng, lat: tower.lat });
        return;
      }
      case 'report': {
        const { id, fire, reportedAtMs } = arrival.report;
        const error = () => PERSON_SIGMA_METRES * factor() * chance.normal();
        const [east, north] = [error(), error()];
        const position = destination(fire.position, (Math.atan2(east, north) * 180) / Math.PI, Math.hypot(east, north));
        add(`p-${id}`, fire, { ...(drillFacts('report', NO_INJECT, '') as ReportFacts), reporterName: id }, position, reportedAtMs);
        return;
      }
      case 'smoke': {
        const { id, position, atMs, deviceId } = arrival.incident;
        add(`m-${id}`, { id, kind: 'farm', position }, { ...NO_SMOKE_FACTS, deviceId }, position, atMs);
        return;
      }
      case 'danger':
        return;
    }
  };
  for (let day = 0; day < days; day++) {
    const from = BEGINS_MS + day * DAY_MS;
    for (let hour = 0; hour < 24; hour++) for (const fire of world.burningAt(from + hour * 3_600_000)) fires.set(fire.id, fire);
    const arrivals = world.arrivals(from, from + DAY_MS);
    for (const arrival of arrivals) {
      // A fire that burns for less than an hour is missing from the hourly lists, but its reports name it.
      if (arrival.kind === 'camera') fires.set(arrival.alarm.fire.id, arrival.alarm.fire);
      if (arrival.kind === 'report') fires.set(arrival.report.fire.id, arrival.report.fire);
      for (const id of firesReportedBy(arrival)) if (!fires.has(id)) console.warn(`unknown fire ${id}`);
    }
    for (const arrival of arrivals) take(arrival);
  }
  return alarms.sort((a, b) => a.alarm.observedAt.getTime() - b.alarm.observedAt.getTime());
}

/** The input of the association. @param scales factors on the stated errors */
export const detectionOf = (
  { alarm, cameraAt }: LabelledAlarm,
  knownHeat: string | null = null,
  scales?: Parameters<typeof covarianceOf>[2],
): Detection => ({
  id: alarm.id,
  source: detectionSourceOf(alarm.facts) ?? 'person',
  look: lookOf(alarm),
  position: alarm.position,
  covariance: covarianceOf(alarm, cameraAt, scales),
  atMs: alarm.observedAt.getTime(),
  world: '',
  knownHeat,
  confirmation: null,
});

/**
 * The position at which a tower with an error of azimuth and tilt locates the fire, by the product's ray; null: the ray passes over a crest
 * into the sky.
 */
function sightedWithError(
  surface: Surface,
  tower: Position & { heightMetres: number; towerHeightMetres: number },
  fire: Fire,
  error: () => number,
) {
  const metres = distanceMetres(tower, fire.position);
  const rise = fire.heightMetres - (tower.heightMetres + tower.towerHeightMetres);
  const azimuthDegrees = bearingDegrees(tower, fire.position) + error();
  const tiltDegrees = (Math.atan(rise / metres - metres * CURVATURE_PER_METRE) * 180) / Math.PI + error();
  return locate({ lng: tower.lng, lat: tower.lat, towerHeightMetres: tower.towerHeightMetres, azimuthDegrees, tiltDegrees }, surface);
}

/** Exercise facts that hold nothing but the source. */
const NO_INJECT = { id: '', description: null };
const NO_SMOKE_FACTS = {
  kind: 'smoke',
  deviceName: null,
  smokeLevel: null,
  temperatureCelsius: null,
  batteryPercent: null,
  pictures: [],
} as const;
