// People by the thousand, for load: each walks a round of his own near a settlement. Where he is follows from the time alone, in closed form:
// no route over the ground is planned, as it is for the twenty rangers of the demo.
import type { Position } from '@lookout/domain';
import { countiesOf } from '../counties.ts';
import { drawsOf } from '../draws.ts';
import type { Settlement } from '../places.ts';
import { walkerName } from '../words.ts';

export interface Walker {
  readonly userName: string;
  readonly fullName: string;
  readonly gridNo: string;
  /** @param ms world time */
  placeAt(ms: number): Position;
}

/** The prefecture's own group (contract.md "Demo accounts"). */
export const WALKERS_GROUP = '001003001';
export const WALKER_PREFIX = 'demo-walker-';

/** A scale of 250 has 100,000 resources and 10,000 people; the usual demo has none of these. */
const FOR_EACH_SCALE = 40;
export const walkersAt = (scale: number): number => (scale > 1 ? Math.round(FOR_EACH_SCALE * scale) : 0);

const METRES_PER_DEGREE = 111_320;
const METRES_A_SECOND = { least: 0.7, most: 1.4 } as const;
const ROUND_METRES = { least: 150, most: 900 } as const;
/** Farther from home than this part of a settlement's reach nobody begins, so that his round stays in it. */
const HOME_WITHIN = 0.75;

/**
 * The first `count` of them; with more, these are the same.
 * @param seed of the demo world
 */
export function walkersOf(seed: number, count: number): readonly Walker[] {
  const counties = countiesOf('aba');
  return Array.from({ length: count }, (_, index) => {
    const county = counties[index % counties.length] as (typeof counties)[number];
    const near = county.settlements[Math.floor(index / counties.length) % county.settlements.length] as Settlement;
    const userName = `${WALKER_PREFIX}${String(index + 1).padStart(5, '0')}`;
    return {
      userName,
      fullName: walkerName(county.name, index + 1),
      gridNo: county.gridNo,
      placeAt: roundNear(seed, userName, near),
    };
  });
}

/** An ellipse walked at an even pace of its angle. */
function roundNear(seed: number, userName: string, { lng, lat, reachMetres }: Settlement): Walker['placeAt'] {
  const draws = drawsOf(seed, 'walker', userName);
  const bearing = draws.between(0, 2 * Math.PI);
  const away = reachMetres * HOME_WITHIN * Math.sqrt(draws.uniform());
  const [wide, high] = [draws.between(ROUND_METRES.least, ROUND_METRES.most), draws.between(ROUND_METRES.least, ROUND_METRES.most)];
  const turnsAMs =
    (draws.between(METRES_A_SECOND.least, METRES_A_SECOND.most) * (draws.chance(0.5) ? 1 : -1)) / Math.max(wide, high) / 1000;
  const phase = draws.between(0, 2 * Math.PI);
  const east = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return (ms) => {
    const angle = phase + ms * turnsAMs;
    return {
      lng: rounded(lng + (away * Math.sin(bearing) + wide * Math.cos(angle)) / east),
      lat: rounded(lat + (away * Math.cos(bearing) + high * Math.sin(angle)) / METRES_PER_DEGREE),
    };
  };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
