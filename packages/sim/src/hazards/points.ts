// The demo's hazard points: in each county of Aba a slide, a fall and a debris flow, with their monitors and thresholds.
import {
  type HazardDraft,
  type HazardKind,
  levelOfPeople,
  type MonitorKind,
  NO_RAIN_THRESHOLDS,
  NO_THRESHOLDS,
  type Thresholds,
} from '@lookout/features/hazard/hazard.ts';
import type { Surface } from '@lookout/geo';
import { drawsOf } from '../draws.ts';
import { type SiteCriteria, siteNear } from '../ground/siting.ts';
import { countiesOf } from '../places.ts';
import { leader } from '../resources/layout.ts';
import { hazardTexts } from '../texts.ts';

/** A point as it is registered; its monitors have no ids yet. */
export interface DemoHazard extends Omit<HazardDraft, 'monitors'> {
  readonly monitors: readonly DemoMonitor[];
}

export interface DemoMonitor {
  readonly id: null;
  readonly code: string;
  readonly kind: MonitorKind;
  readonly name: string;
  readonly value: Thresholds;
  readonly rate: Thresholds;
}

const rising = (blue: number, yellow: number, orange: number, red: number): Thresholds => ({ blue, yellow, orange, red });

/** Plausible values, not those of a real point: officers set the surveyed ones. */
const MONITOR_THRESHOLDS: Readonly<Record<MonitorKind, { value: Thresholds; rate: Thresholds }>> = {
  crack: { value: rising(10, 20, 40, 80), rate: rising(1, 2, 5, 10) },
  displacement: { value: rising(20, 50, 100, 200), rate: rising(2, 5, 10, 20) },
  tilt: { value: rising(0.5, 1, 2, 4), rate: rising(0.2, 0.5, 1, 2) },
  rain: { value: rising(15, 25, 40, 60), rate: NO_THRESHOLDS },
  'mud-level': { value: rising(0.8, 1.2, 1.8, 2.5), rate: rising(0.3, 0.5, 0.8, 1.2) },
};

const PLANS: Readonly<Record<HazardKind, { monitors: readonly MonitorKind[]; site: SiteCriteria }>> = {
  slide: { monitors: ['crack', 'displacement'], site: { terrain: 'slope', away: [600, 3_000] } },
  fall: { monitors: ['tilt'], site: { terrain: 'slope', away: [900, 3_500] } },
  'debris-flow': { monitors: ['rain', 'mud-level'], site: { terrain: 'valley', away: [1_200, 4_500] } },
};

/** Thresholds that the demo's weather never reaches, because its rain follows separate rules, even in quiet mode. */
const RAIN = { ...NO_RAIN_THRESHOLDS, oneHour: rising(20, 30, 40, 50) };

/** The same terrain gives the same points. */
export function hazardsOn(surface: Surface): readonly DemoHazard[] {
  return countiesOf('aba').flatMap((county) =>
    (Object.keys(PLANS) as HazardKind[]).map((kind): DemoHazard => {
      const { monitors, site } = PLANS[kind];
      const draws = drawsOf(0, 'hazard', county.gridNo, kind);
      const [seat, ...others] = county.settlements;
      const near = draws.pick([seat, ...others]);
      const { lng, lat } = siteNear(surface, county, near, site, draws);
      const code = `DEMO-${county.gridNo}-${kind}`;
      const households = Math.round(draws.between(4, 90));
      const people = Math.round(households * draws.between(3, 4.5));
      const { leaderName, leaderPhone } = leader(draws);
      return {
        code,
        name: hazardTexts.name(near.name, kind),
        kind,
        level: levelOfPeople(people),
        state: 'registered',
        position: { lng: round(lng), lat: round(lat) },
        address: null,
        people,
        households,
        dutyName: leaderName,
        dutyPhone: leaderPhone,
        description: hazardTexts.description,
        photos: [],
        rain: kind === 'debris-flow' ? RAIN : NO_RAIN_THRESHOLDS,
        monitors: monitors.map((monitor) => ({
          id: null,
          code: `${code}-${monitor}`,
          kind: monitor,
          name: hazardTexts.monitors[monitor],
          ...MONITOR_THRESHOLDS[monitor],
        })),
      };
    }),
  );
}

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
