// The camera towers of the demo: on summits that overlook the surroundings of a settlement, two channels each.
import { destination, type Surface } from '@lookout/geo';
import { drawsOf } from '../draws.ts';
import { canSee } from '../ground/sight.ts';
import { type Site, siteNear } from '../ground/siting.ts';
import { type County, countiesOf, type Settlement, STAGE_IDS, type StageId } from '../places.ts';
import { leader } from '../resources/layout.ts';
import { cameraTexts } from '../texts.ts';

export interface Tower extends Site {
  /** The monitoring point's resourceCode, and the device of its cameras. */
  readonly code: string;
  readonly stage: StageId;
  readonly name: string;
  readonly districtName: string;
  readonly streetName: string;
  readonly towerHeightMetres: number;
  /** Added to the reported horizontal angle, gives the true azimuth. */
  readonly northCorrectionDegrees: number;
  readonly rangeMetres: number;
  readonly leaderName: string;
  readonly leaderPhone: string;
}

export const CHANNELS = ['visible', 'thermal'] as const;

const TOWERS: Readonly<Record<StageId, number>> = { aba: 20, weihui: 2, heilongjiang: 2, qujing: 2 };
const LAYOUT = 1;
const TRIES = 3;
const AWAY: readonly [number, number] = [1_200, 3_800];
const SAMPLES = [1_200, 3_000].flatMap((metres) => [0, 45, 90, 135, 180, 225, 270, 315].map((bearing) => ({ metres, bearing })));

const towersBySurface = new WeakMap<Surface, readonly Tower[]>();

/** The towers on this terrain; the same terrain always has the same towers. */
export function towersOn(surface: Surface): readonly Tower[] {
  const known =
    towersBySurface.get(surface) ??
    STAGE_IDS.flatMap((stage) => Array.from({ length: TOWERS[stage] }, (_, n) => towerOf(surface, stage, n)));
  towersBySurface.set(surface, known);
  return known;
}

/** Distributed like the rangers: first the county seats, then the second settlements. */
function towerOf(surface: Surface, stage: StageId, n: number): Tower {
  const counties = countiesOf(stage);
  const county = counties[n % counties.length] as County;
  const near = county.settlements[Math.floor(n / counties.length) % county.settlements.length] as Settlement;
  const code = `DEMO-CAM-${county.gridNo}-${String(n + 1).padStart(2, '0')}`;
  const draws = drawsOf(LAYOUT, 'tower', code);
  const towerHeightMetres = Math.round(draws.between(25, 48));
  const sites = Array.from({ length: TRIES }, () => siteNear(surface, county, near, { terrain: 'summit', away: AWAY }, draws));
  const [best] = sites.toSorted((a, b) => seenFrom(surface, b, towerHeightMetres, near) - seenFrom(surface, a, towerHeightMetres, near));
  return {
    ...(best as Site),
    code,
    stage,
    towerHeightMetres,
    districtName: county.name,
    streetName: near.name,
    name: cameraTexts.tower(near.name, n + 1),
    northCorrectionDegrees: Math.round(draws.between(-4, 4) * 10) / 10,
    rangeMetres: Math.round(draws.between(10, 15)) * 1_000,
    ...leader(draws),
  };
}

/** Number of sampled places around the settlement that are in sight. */
function seenFrom(surface: Surface, site: Site, towerHeightMetres: number, near: Settlement): number {
  const eye = { ...site, heightMetres: site.heightMetres + towerHeightMetres };
  return SAMPLES.filter(({ metres, bearing }) => {
    const position = destination(near, bearing, metres);
    return canSee(surface, eye, { ...position, heightMetres: (surface.heightAt(position.lng, position.lat) ?? 0) + 2 }, 24);
  }).length;
}
