// All resources of the demo, county by county. They do not depend on the seed of the fires, so a server that already has them needs no
// update.
import { RESOURCE_KINDS, type ResourceKind } from '@lookout/features/resource/resource.ts';
import type { Surface } from '@lookout/geo';
import { type Draws, drawsOf } from '../draws.ts';
import { type SiteCriteria, scatteredNear, siteNear } from '../ground/siting.ts';
import { type County, counties, type Settlement, type StageId } from '../places.ts';
import { resourceTexts } from '../texts.ts';

/** One row of the API call `putResources`. */
export interface ResourceBody {
  readonly resourceType: ResourceKind;
  readonly resourceCode: string;
  readonly name: string;
  readonly position: { readonly lng: number; readonly lat: number; readonly z: number };
  readonly isOnline: 0 | 1;
  readonly districtName: string;
  readonly streetName: string;
  readonly leaderName: string;
  readonly leaderPhone: string;
  readonly description: string;
  readonly monitorRange?: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** The seed of the layout, independent of the world's seed: another world has other fires but the same resources. */
const LAYOUT = 1;
const OFFLINE_CHANCE = 0.05;

/** This many of a kind in a county are sited by the terrain; further ones, for load tests, are scattered. */
const SITED = 16;

/** Stages with the full number of each kind; other stages have one of each in a county. */
const fullStages: readonly StageId[] = ['aba', 'weihui'];

/**
 * Yields the resources in order. Each is computed on demand, because siting is slow.
 * @param scale factor on the usual number (some 400; 250 gives 100,000); a larger scale includes those of a smaller one with the same codes
 */
export function* resourcesOn(surface: Surface, scale = 1): Generator<ResourceBody> {
  for (const county of counties) {
    for (const kind of RESOURCE_KINDS) {
      const count = Math.max(1, Math.round((fullStages.includes(county.stage) ? kindPlans[kind].count : 1) * scale));
      for (let n = 0; n < count; n++) yield resourceOf(surface, county, kind, n);
    }
  }
}

function resourceOf(surface: Surface, county: County, kind: ResourceKind, n: number): ResourceBody {
  const plan = kindPlans[kind];
  const code = `DEMO-${county.gridNo}-${kind}-${String(n + 1).padStart(2, '0')}`;
  const draws = drawsOf(LAYOUT, 'resource', code);
  const near = county.settlements[n % county.settlements.length] as Settlement;
  const { lng, lat, heightMetres } =
    n < SITED ? siteNear(surface, county, near, plan.site, draws) : scatteredNear(surface, county, near, draws);
  return {
    resourceType: kind,
    resourceCode: code,
    name: resourceTexts.name(near.name, resourceTexts.kinds[kind], n + 1),
    position: { lng, lat, z: Math.round(heightMetres) },
    isOnline: draws.chance(OFFLINE_CHANCE) ? 0 : 1,
    districtName: county.name,
    streetName: near.name,
    ...leader(draws),
    description: resourceTexts.description,
    ...(plan.rangeMetres && { monitorRange: Math.round(draws.between(...plan.rangeMetres) / 500) * 500 }),
    attributes: plan.attributes(draws),
  };
}

/** A person whose phone number cannot be real: no number in China begins with 000. */
export const leader = (draws: Draws): { leaderName: string; leaderPhone: string } => ({
  leaderName: resourceTexts.leader(draws.pick(resourceTexts.surnames)),
  leaderPhone: `000-0000-${String(Math.floor(draws.uniform() * 10_000)).padStart(4, '0')}`,
});

// For each kind of resource: how many a county has, where they are sited, and their attributes.

interface KindPlan {
  /** The number in a county of the full stages. */
  readonly count: number;
  readonly site: SiteCriteria;
  readonly attributes: (draws: Draws) => Readonly<Record<string, string | number>>;
  readonly rangeMetres?: readonly [least: number, most: number];
}

const { attributes: names, choices } = resourceTexts;
const whole = (draws: Draws, least: number, most: number): number => Math.round(draws.between(least, most));
const tens = (draws: Draws, least: number, most: number): number => Math.round(draws.between(least, most) / 10) * 10;

const kindPlans: Readonly<Record<ResourceKind, KindPlan>> = {
  fireCommand: {
    count: 1,
    site: { terrain: 'level', away: [150, 700] },
    attributes: (draws) => ({ [names.seats]: whole(draws, 4, 12), [names.onDuty]: whole(draws, 2, 6) }),
  },
  checkStation: {
    count: 4,
    site: { terrain: 'valley', away: [1_500, 4_500] },
    attributes: (draws) => ({ [names.onDuty]: whole(draws, 2, 5), [names.hours]: draws.pick(choices.hours) }),
  },
  materialRepository: {
    count: 2,
    site: { terrain: 'level', away: [300, 1_500] },
    attributes: (draws) => ({
      [names.blowers]: whole(draws, 10, 60),
      [names.pumps]: whole(draws, 2, 12),
      [names.swatters]: tens(draws, 50, 300),
      [names.suits]: tens(draws, 30, 200),
      [names.saws]: whole(draws, 4, 20),
    }),
  },
  team: {
    count: 2,
    site: { terrain: 'level', away: [300, 1_800] },
    attributes: (draws) => ({
      [names.people]: whole(draws, 12, 45),
      [names.vehicles]: whole(draws, 1, 5),
      [names.blowers]: whole(draws, 6, 20),
      [names.teamType]: draws.pick(choices.teamTypes),
    }),
  },
  watchTower: {
    count: 3,
    site: { terrain: 'summit', away: [1_500, 5_000] },
    attributes: (draws) => ({ [names.towerHeight]: whole(draws, 9, 24), [names.onDuty]: whole(draws, 1, 2) }),
    rangeMetres: [6_000, 12_000],
  },
  waterSource: {
    count: 4,
    site: { terrain: 'valley', away: [600, 4_500] },
    attributes: (draws) => ({ [names.waterType]: draws.pick(choices.waterTypes), [names.volume]: tens(draws, 50, 3_000) }),
  },
  DangerSource: {
    count: 2,
    site: { terrain: 'level', away: [500, 3_000] },
    attributes: (draws) => ({ [names.dangerType]: draws.pick(choices.dangerTypes) }),
  },
  HelicopterPoint: {
    count: 1,
    site: { terrain: 'level', away: [500, 3_500] },
    attributes: (draws) => ({ [names.aircraft]: whole(draws, 1, 3), [names.field]: draws.pick(choices.fields) }),
  },
  uav: {
    count: 1,
    site: { terrain: 'level', away: [200, 1_500] },
    attributes: (draws) => ({ [names.endurance]: whole(draws, 30, 55), [names.reach]: whole(draws, 8, 15) }),
    rangeMetres: [8_000, 15_000],
  },
  cemetery: {
    count: 2,
    site: { terrain: 'slope', away: [600, 2_800] },
    attributes: (draws) => ({ [names.graves]: tens(draws, 30, 400) }),
  },
  inspectionPost: {
    count: 2,
    site: { terrain: 'valley', away: [2_500, 6_500] },
    attributes: (draws) => ({ [names.onDuty]: whole(draws, 1, 4), [names.hours]: draws.pick(choices.hours) }),
  },
};
