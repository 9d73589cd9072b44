// All resources of the demo, county by county. The same whatever the seed of the fires: a server that has them once has nothing to change.
import { RESOURCE_KINDS, type ResourceKind } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { type Draws, drawsOf } from '../draws.ts';
import { type SiteWish, scatteredNear, siteNear } from '../ground/siting.ts';
import { type County, counties, type Settlement, type StageId } from '../places.ts';
import { resourceTexts } from '../texts.ts';

/** One row of contract `putResources`. */
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

/** Not the world's seed: another seed has other fires, not other houses. */
const LAYOUT = 1;
const OFFLINE_CHANCE = 0.05;

/** So many of a kind in a county stand where the relief is right for them; for load there are more than anybody could look at. */
const SITED = 16;

/** Where every kind stands as often as in Aba; elsewhere once a county. */
const furnished: readonly StageId[] = ['aba', 'weihui'];

/**
 * In order, one after another as they are asked for: siting takes its time.
 * @param scale so many times the usual number (some 400; 250 gives 100,000); a larger scale has all those of a smaller one, under the same codes
 */
export function* resourcesOn(surface: Surface, scale = 1): Generator<ResourceBody> {
  for (const county of counties) {
    for (const kind of RESOURCE_KINDS) {
      const count = Math.max(1, Math.round((furnished.includes(county.stage) ? kindPlans[kind].count : 1) * scale));
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
    n < SITED ? siteNear(surface, county, near, plan.wish, draws) : scatteredNear(surface, county, near, draws);
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

/** A person who cannot be rung up: no number in China begins with 000. */
export const leader = (draws: Draws): { leaderName: string; leaderPhone: string } => ({
  leaderName: resourceTexts.leader(draws.pick(resourceTexts.surnames)),
  leaderPhone: `000-0000-${String(Math.floor(draws.uniform() * 10_000)).padStart(4, '0')}`,
});

// What there is of each kind of resource in a county of the demo: how many, where it stands, and what it says of itself.

interface KindPlan {
  /** In a county of Aba or Weihui; elsewhere one of each is enough. */
  readonly count: number;
  readonly wish: SiteWish;
  readonly attributes: (draws: Draws) => Readonly<Record<string, string | number>>;
  readonly rangeMetres?: readonly [least: number, most: number];
}

const { attributes: said, choices } = resourceTexts;
const whole = (draws: Draws, least: number, most: number): number => Math.round(draws.between(least, most));
const tens = (draws: Draws, least: number, most: number): number => Math.round(draws.between(least, most) / 10) * 10;

const kindPlans: Readonly<Record<ResourceKind, KindPlan>> = {
  fireCommand: {
    count: 1,
    wish: { lie: 'level', away: [150, 700] },
    attributes: (draws) => ({ [said.seats]: whole(draws, 4, 12), [said.onDuty]: whole(draws, 2, 6) }),
  },
  checkStation: {
    count: 4,
    wish: { lie: 'valley', away: [1_500, 4_500] },
    attributes: (draws) => ({ [said.onDuty]: whole(draws, 2, 5), [said.hours]: draws.pick(choices.hours) }),
  },
  materialRepository: {
    count: 2,
    wish: { lie: 'level', away: [300, 1_500] },
    attributes: (draws) => ({
      [said.blowers]: whole(draws, 10, 60),
      [said.pumps]: whole(draws, 2, 12),
      [said.swatters]: tens(draws, 50, 300),
      [said.suits]: tens(draws, 30, 200),
      [said.saws]: whole(draws, 4, 20),
    }),
  },
  team: {
    count: 2,
    wish: { lie: 'level', away: [300, 1_800] },
    attributes: (draws) => ({
      [said.people]: whole(draws, 12, 45),
      [said.vehicles]: whole(draws, 1, 5),
      [said.blowers]: whole(draws, 6, 20),
      [said.teamType]: draws.pick(choices.teamTypes),
    }),
  },
  watchTower: {
    count: 3,
    wish: { lie: 'summit', away: [1_500, 5_000] },
    attributes: (draws) => ({ [said.towerHeight]: whole(draws, 9, 24), [said.onDuty]: whole(draws, 1, 2) }),
    rangeMetres: [6_000, 12_000],
  },
  waterSource: {
    count: 4,
    wish: { lie: 'valley', away: [600, 4_500] },
    attributes: (draws) => ({ [said.waterType]: draws.pick(choices.waterTypes), [said.volume]: tens(draws, 50, 3_000) }),
  },
  DangerSource: {
    count: 2,
    wish: { lie: 'level', away: [500, 3_000] },
    attributes: (draws) => ({ [said.dangerType]: draws.pick(choices.dangerTypes) }),
  },
  HelicopterPoint: {
    count: 1,
    wish: { lie: 'level', away: [500, 3_500] },
    attributes: (draws) => ({ [said.aircraft]: whole(draws, 1, 3), [said.field]: draws.pick(choices.fields) }),
  },
  uav: {
    count: 1,
    wish: { lie: 'level', away: [200, 1_500] },
    attributes: (draws) => ({ [said.endurance]: whole(draws, 30, 55), [said.reach]: whole(draws, 8, 15) }),
    rangeMetres: [8_000, 15_000],
  },
  cemetery: {
    count: 2,
    wish: { lie: 'slope', away: [600, 2_800] },
    attributes: (draws) => ({ [said.graves]: tens(draws, 30, 400) }),
  },
  inspectionPost: {
    count: 2,
    wish: { lie: 'valley', away: [2_500, 6_500] },
    attributes: (draws) => ({ [said.onDuty]: whole(draws, 1, 4), [said.hours]: draws.pick(choices.hours) }),
  },
};
