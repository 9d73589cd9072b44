// Incidents other than fires, a few a day: alarms of smoke sensors in stores and temples, and findings of danger checks.
import { HOUR_MS, type Position } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { EPOCH_MS } from '../clock.ts';
import { drawsOf } from '../draws.ts';
import { siteNear } from '../ground/siting.ts';
import { countiesOf } from '../places.ts';
import { solarHour } from '../sky/sun.ts';
import { dangerTexts, smokeTexts } from '../texts.ts';

export interface SmokeIncident {
  readonly id: string;
  readonly atMs: number;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly position: Position;
  readonly smokeLevel: number;
  readonly temperatureCelsius: number;
  readonly batteryPercent: number;
}

export interface DangerFound {
  readonly id: string;
  readonly atMs: number;
  readonly position: Position;
  readonly resourceName: string;
  readonly dangerType: string;
  readonly description: string;
  /** Whether it was fixed during the check. */
  readonly isPutRight: boolean;
}

export interface Incidents {
  smokeInHour(hour: number): SmokeIncident[];
  dangerInHour(hour: number): DangerFound[];
}

const LAYOUT = 1;
const SENSORS = 8;
const SMOKE_A_DAY = 2;
const DANGER_A_DAY = 4;
const DAY_HOURS = [8, 18] as const;

export function createIncidents(seed: number, surface: Surface, scale: number): Incidents {
  const counties = countiesOf('aba');
  const siteOf = (kind: 'sensor' | 'danger', n: number) => {
    const county = counties[n % counties.length] as (typeof counties)[number];
    const [seat] = county.settlements;
    const draws = drawsOf(LAYOUT, kind, n);
    const { lng, lat } = siteNear(surface, county, seat, { terrain: 'level', away: [300, 2_500] }, draws);
    return { position: { lng, lat }, near: seat.name };
  };

  return {
    smokeInHour(hour) {
      const draws = drawsOf(seed, 'smoke', hour);
      return Array.from({ length: draws.poisson((SMOKE_A_DAY / 24) * scale) }, (_, n) => {
        const sensor = Math.floor(draws.uniform() * SENSORS);
        const { position, near } = siteOf('sensor', sensor);
        return {
          id: `smoke-${hour}-${n}`,
          atMs: Math.round(EPOCH_MS + (hour + draws.uniform()) * HOUR_MS),
          deviceId: `DEMO-SMOKE-${String(sensor + 1).padStart(2, '0')}`,
          deviceName: smokeTexts.device(near, smokeTexts.rooms[sensor % smokeTexts.rooms.length] as string),
          position,
          smokeLevel: Math.round(draws.between(12, 60)) / 10,
          temperatureCelsius: Math.round(draws.between(18, 62)),
          batteryPercent: Math.round(draws.between(35, 100)),
        };
      });
    },
    dangerInHour(hour) {
      const clock = solarHour(counties[0]?.settlements[0].lng ?? 0, EPOCH_MS + hour * HOUR_MS);
      if (clock < DAY_HOURS[0] || clock >= DAY_HOURS[1]) return [];
      const draws = drawsOf(seed, 'danger', hour);
      return Array.from({ length: draws.poisson((DANGER_A_DAY / (DAY_HOURS[1] - DAY_HOURS[0])) * scale) }, (_, n) => {
        const { position, near } = siteOf('danger', Math.floor(draws.uniform() * 2 * counties.length));
        const { type, place, text } = draws.pick(dangerTexts.found);
        return {
          id: `danger-${hour}-${n}`,
          atMs: Math.round(EPOCH_MS + (hour + draws.uniform()) * HOUR_MS),
          position,
          resourceName: dangerTexts.name(near, place),
          dangerType: type,
          description: dangerTexts.description(text),
          isPutRight: draws.chance(0.3),
        };
      });
    },
  };
}
