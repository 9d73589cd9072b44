// All resources of the demo, county by county. The same whatever the seed of the fires: a server that has them once has nothing to change.
import { RESOURCE_KINDS, type ResourceKind } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { type County, counties } from '../counties.ts';
import { type Draws, drawsOf } from '../draws.ts';
import { scatteredNear, siteNear } from '../ground/siting.ts';
import type { Settlement, StageId } from '../places.ts';
import { resourceWords } from '../words.ts';
import { kindPlans } from './kinds.ts';

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
    name: resourceWords.name(near.name, resourceWords.kinds[kind], n + 1),
    position: { lng, lat, z: Math.round(heightMetres) },
    isOnline: draws.chance(OFFLINE_CHANCE) ? 0 : 1,
    districtName: county.name,
    streetName: near.name,
    ...leader(draws),
    description: resourceWords.description,
    ...(plan.rangeMetres && { monitorRange: Math.round(draws.between(...plan.rangeMetres) / 500) * 500 }),
    attributes: plan.attributes(draws),
  };
}

/** A person who cannot be rung up: no number in China begins with 000. */
export const leader = (draws: Draws): { leaderName: string; leaderPhone: string } => ({
  leaderName: resourceWords.leader(draws.pick(resourceWords.surnames)),
  leaderPhone: `000-0000-${String(Math.floor(draws.uniform() * 10_000)).padStart(4, '0')}`,
});
