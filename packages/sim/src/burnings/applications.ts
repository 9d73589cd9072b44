// The burn permit applications of the demo world: from farmers whose fire a satellite or a neighbour will report as a forest fire, and some
// that await a decision, were refused, or whose window has not begun.

import { DAY_MS, HOUR_MS, haversineMetres, MINUTE_MS, type Position } from '@lookout/domain';
import type { BurningPurpose } from '@lookout/features/burning/burning.ts';
import type { Surface } from '@lookout/geo';
import { COUNTY_OFFICERS, PREFECTURE_OFFICER } from '../accounts.ts';
import { type Draws, drawsOf } from '../draws.ts';
import type { Fire } from '../fires/fire.ts';
import { createOutbreaks, hourOf } from '../fires/outbreaks.ts';
import { siteNear } from '../ground/siting.ts';
import { type County, counties, liesIn } from '../places.ts';
import { burningTexts, surnames } from '../texts.ts';

export interface Application {
  /** Deterministic: the same for every computation on the same day. */
  readonly id: string;
  /** The officer who enters and decides the application. */
  readonly userName: string;
  readonly applicant: string;
  readonly phone: string;
  readonly purpose: Purpose;
  readonly position: Position;
  readonly address: string;
  /** World time. */
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly hectares: number;
  readonly peopleCount: number;
  /** null: not decided yet. */
  readonly review: 'approved' | 'refused' | null;
}

type Purpose = Extract<BurningPurpose, keyof typeof burningTexts.measures>;

interface Plan {
  readonly purpose: Exclude<Purpose, 'farm'>;
  /** Start of the window, hours from the next full hour. */
  readonly inHours: number;
  readonly hours: number;
  readonly hectares: readonly [number, number];
  readonly review: Application['review'];
}

const plans: readonly Plan[] = [
  { purpose: 'prescribed', inHours: 20, hours: 6, hectares: [2, 12], review: null },
  { purpose: 'folk-custom', inHours: 5, hours: 2, hectares: [0.01, 0.02], review: 'refused' },
  { purpose: 'construction', inHours: 1, hours: 8, hectares: [0.01, 0.05], review: 'approved' },
];

/** Farm fires that began this recently or will begin this soon have an application. */
const PAST_MS = 6 * HOUR_MS;
const REPORTED_MS = 40 * HOUR_MS;
const AHEAD_MS = 30 * HOUR_MS;
const FARMS_A_COUNTY = 2;
const CLEARLY_INSIDE_METRES = 6_000;

/**
 * @param nowMs world time
 * @param reportedFireIds fires just reported to the command centres; the prefecture enters an application for each farm fire among them
 */
export function applicationsAt(seed: number, surface: Surface, nowMs: number, reportedFireIds: readonly string[] = []): Application[] {
  const farms = farmFires(seed, surface, nowMs);
  const day = Math.floor(nowMs / DAY_MS);
  const byCounties = COUNTY_OFFICERS.flatMap(({ userName, gridNo }) => {
    const county = counties.find((one) => one.gridNo === gridNo);
    if (!county) throw new Error(`no settlements are known in ${gridNo}`);
    const own = farms.filter(
      (fire) => fire.startsAtMs > nowMs - PAST_MS && fire.stage === county.stage && isClearlyIn(county, fire.position),
    );
    return [
      ...own.slice(0, FARMS_A_COUNTY).map((fire) => farmOf(seed, userName, fire, nowMs)),
      ...plans.map((plan, n) => plannedOf(plan, { id: `burning-${gridNo}-${day}-${n}`, userName, county, surface, nowMs })),
    ];
  });
  const known = new Set(byCounties.map(({ id }) => id));
  const byPrefecture = farms
    .filter(({ id, stage }) => stage === PREFECTURE_OFFICER.stage && reportedFireIds.includes(id))
    .map((fire) => farmOf(seed, PREFECTURE_OFFICER.userName, fire, nowMs));
  return [...byCounties, ...byPrefecture.filter(({ id }) => !known.has(id))];
}

/**
 * Whether the place is near enough to a settlement of the county: the product may assign a position far from all settlements to a
 * neighbouring county.
 */
const isClearlyIn = (county: County, place: Position): boolean =>
  liesIn(county, place) && county.settlements.some((settlement) => haversineMetres(settlement, place) <= CLEARLY_INSIDE_METRES);

/** Farm fires that may still be reported, and those of the next day, in order of start. */
function farmFires(seed: number, surface: Surface, nowMs: number): Fire[] {
  const outbreaks = createOutbreaks({ seed, surface, scale: 1 });
  const first = hourOf(nowMs - REPORTED_MS);
  const hours = Array.from({ length: hourOf(nowMs + AHEAD_MS) - first + 1 }, (_, n) => first + n);
  return hours.flatMap((hour) => outbreaks.inHour(hour).filter(({ kind }) => kind === 'farm'));
}

/** The window of the application opens before the fire, closes after it, and remains open for at least two hours from now. */
function farmOf(seed: number, userName: string, fire: Fire, nowMs: number): Application {
  const draws = drawsOf(seed, 'burning', fire.id);
  return {
    id: `burning-${fire.id}`,
    userName,
    ...person(draws),
    purpose: 'farm',
    review: 'approved',
    position: fire.position,
    address: burningTexts.address(fire.near.name),
    startsAtMs: fire.startsAtMs - 30 * MINUTE_MS,
    endsAtMs: Math.max(fire.endsAtMs + HOUR_MS, nowMs + 2 * HOUR_MS),
    hectares: hundredths(fire.finalHectares),
    peopleCount: Math.round(draws.between(2, 6)),
  };
}

interface PlanContext {
  readonly id: string;
  readonly userName: string;
  readonly county: County;
  readonly surface: Surface;
  readonly nowMs: number;
}

function plannedOf(
  { purpose, inHours, hours, hectares, review }: Plan,
  { id, userName, county, surface, nowMs }: PlanContext,
): Application {
  const draws = drawsOf(1, 'burning', id);
  const near = draws.pick(county.settlements);
  const { lng, lat } = siteNear(surface, county, near, { terrain: 'level', away: [400, 2_500] }, draws);
  const startsAtMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS + inHours * HOUR_MS;
  return {
    id,
    userName,
    ...person(draws),
    purpose,
    position: { lng, lat },
    address: burningTexts.address(near.name),
    review,
    startsAtMs,
    endsAtMs: startsAtMs + hours * HOUR_MS,
    hectares: hundredths(draws.between(...hectares)),
    peopleCount: Math.round(draws.between(2, 12)),
  };
}

/** The phone number cannot be real: no number in China begins with 000. */
const person = (draws: Draws) => ({
  applicant: burningTexts.applicant(draws.pick(surnames)),
  phone: `000-0000-${String(Math.floor(draws.uniform() * 10_000)).padStart(4, '0')}`,
});

const hundredths = (value: number): number => Math.round(value * 100) / 100;
