// Sites the demo's assets by the terrain: towers on summits, water in valleys, houses on level ground, each near its settlement and in its
// county.
import { haversineMetres, type Position } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import type { Draws } from '../draws.ts';
import { type County, liesIn, type Settlement } from '../places.ts';

export interface Site extends Position {
  readonly heightMetres: number;
}

export type Terrain = 'summit' | 'valley' | 'level' | 'slope';

export interface SiteCriteria {
  readonly terrain: Terrain;
  /** Distance from the settlement, metres. */
  readonly away: readonly [least: number, most: number];
}

const METRES_PER_DEGREE = 111_320;
const SAMPLES = 8;
const STEP_METRES = 90;
const MOST_STEPS = 30;
const BEARINGS = [0, 45, 90, 135, 180, 225, 270, 315];

/** Scores a site for each kind of terrain; a higher score is better. */
const scores: Readonly<Record<Terrain, (surface: Surface, site: Site, home: number) => number>> = {
  summit: (_, { heightMetres }, home) => heightMetres - home,
  valley: (_, { heightMetres }, home) => home - heightMetres,
  level: (surface, site, home) => -ruggedness(surface, site) - 0.3 * Math.abs(site.heightMetres - home),
  slope: (surface, site, home) => (site.heightMetres - home > 30 ? 100 : 0) - Math.abs(ruggedness(surface, site) - 25),
};

/**
 * The best of a few places around the settlement. For a summit or a valley, the search then continues up or down from there within the
 * settlement's reach.
 */
export function siteNear(surface: Surface, county: County, near: Settlement, { terrain, away }: SiteCriteria, draws: Draws): Site {
  const [least, most] = away;
  const home = surface.heightAt(near.lng, near.lat) ?? 0;
  const isAllowed = (position: Position): boolean => haversineMetres(near, position) < near.reachMetres && liesIn(county, position);
  const sites = Array.from({ length: SAMPLES }, () =>
    siteAt(surface, moved(near, draws.between(0, 360), Math.min(near.reachMetres * 0.9, draws.between(least, most)))),
  ).filter(isAllowed);
  const score = scores[terrain];
  const best = sites.toSorted((a, b) => score(surface, b, home) - score(surface, a, home))[0] ?? siteAt(surface, near);
  if (terrain === 'summit') return climbed(surface, best, 1, isAllowed);
  return terrain === 'valley' ? climbed(surface, best, -1, isAllowed) : best;
}

/** A random place within the settlement's reach, in its county. Used for thousands of assets in load tests. */
export function scatteredNear(surface: Surface, county: County, near: Settlement, draws: Draws): Site {
  for (let attempt = 0; attempt < SAMPLES; attempt++) {
    // The square root makes the density even over the area.
    const position = moved(near, draws.between(0, 360), near.reachMetres * Math.sqrt(draws.uniform()));
    if (liesIn(county, position)) return siteAt(surface, position);
  }
  return siteAt(surface, near);
}

/** Steps up (1) or down (−1) until no allowed neighbour is higher or lower. */
function climbed(surface: Surface, from: Site, sign: 1 | -1, isAllowed: (position: Position) => boolean): Site {
  let here = from;
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = BEARINGS.map((bearing) => siteAt(surface, moved(here, bearing, STEP_METRES)))
      .filter(isAllowed)
      .toSorted((a, b) => sign * (b.heightMetres - a.heightMetres))[0];
    if (next === undefined || sign * (next.heightMetres - here.heightMetres) <= 0) return here;
    here = next;
  }
  return here;
}

/** The largest height difference within a hundred metres. */
function ruggedness(surface: Surface, { lng, lat, heightMetres }: Site): number {
  return Math.max(
    ...[0, 90, 180, 270].map((bearing) => Math.abs(siteAt(surface, moved({ lng, lat }, bearing, 100)).heightMetres - heightMetres)),
  );
}

/** Computed on a plane: the function is called for thousands of places, and an error of a metre does not matter. */
function moved({ lng, lat }: Position, bearing: number, metres: number): Position {
  const radians = (bearing * Math.PI) / 180;
  const north = (metres * Math.cos(radians)) / METRES_PER_DEGREE;
  return { lng: lng + (metres * Math.sin(radians)) / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)), lat: lat + north };
}

function siteAt(surface: Surface, position: Position): Site {
  const [lng, lat] = [Math.round(position.lng * 1e6) / 1e6, Math.round(position.lat * 1e6) / 1e6];
  return { lng, lat, heightMetres: surface.heightAt(lng, lat) ?? 0 };
}
