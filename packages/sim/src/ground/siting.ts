// Where a thing of the demo stands, by the relief: towers on summits, water in the valley, houses where it is level. Near its settlement, in its county.
import { haversineMetres, type Position } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import type { Draws } from '../draws.ts';
import { type County, liesIn, type Settlement } from '../places.ts';

export interface Site extends Position {
  readonly heightMetres: number;
}

export type Lie = 'summit' | 'valley' | 'level' | 'slope';

export interface SiteWish {
  readonly lie: Lie;
  /** From the settlement, metres. */
  readonly away: readonly [least: number, most: number];
}

const METRES_PER_DEGREE = 111_320;
const LOOKS = 8;
const STEP_METRES = 90;
const MOST_STEPS = 30;
const EIGHT = [0, 45, 90, 135, 180, 225, 270, 315];

/** Higher is better. */
const merits: Readonly<Record<Lie, (surface: Surface, site: Site, home: number) => number>> = {
  summit: (_, { heightMetres }, home) => heightMetres - home,
  valley: (_, { heightMetres }, home) => home - heightMetres,
  level: (surface, site, home) => -ruggedness(surface, site) - 0.3 * Math.abs(site.heightMetres - home),
  slope: (surface, site, home) => (site.heightMetres - home > 30 ? 100 : 0) - Math.abs(ruggedness(surface, site) - 25),
};

/** The best of a few places around the settlement; a tower goes up and water down from there as far as the settlement's reach. */
export function siteNear(surface: Surface, county: County, near: Settlement, { lie, away }: SiteWish, draws: Draws): Site {
  const [least, most] = away;
  const home = surface.heightAt(near.lng, near.lat) ?? 0;
  const isOurs = (position: Position): boolean => haversineMetres(near, position) < near.reachMetres && liesIn(county, position);
  const sites = Array.from({ length: LOOKS }, () =>
    siteAt(surface, moved(near, draws.between(0, 360), Math.min(near.reachMetres * 0.9, draws.between(least, most)))),
  ).filter(isOurs);
  const merit = merits[lie];
  const best = sites.toSorted((a, b) => merit(surface, b, home) - merit(surface, a, home))[0] ?? siteAt(surface, near);
  if (lie === 'summit') return climbed(surface, best, 1, isOurs);
  return lie === 'valley' ? climbed(surface, best, -1, isOurs) : best;
}

/** Anywhere within the settlement's reach, in its county: for thousands, of which none is looked at by itself. */
export function scatteredNear(surface: Surface, county: County, near: Settlement, draws: Draws): Site {
  for (let look = 0; look < LOOKS; look++) {
    // The root spreads them evenly over the area.
    const position = moved(near, draws.between(0, 360), near.reachMetres * Math.sqrt(draws.uniform()));
    if (liesIn(county, position)) return siteAt(surface, position);
  }
  return siteAt(surface, near);
}

/** Step by step up (1) or down (−1) until there is no higher or lower place around, or the county ends. */
function climbed(surface: Surface, from: Site, sign: 1 | -1, isOurs: (position: Position) => boolean): Site {
  let here = from;
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = EIGHT.map((bearing) => siteAt(surface, moved(here, bearing, STEP_METRES)))
      .filter(isOurs)
      .toSorted((a, b) => sign * (b.heightMetres - a.heightMetres))[0];
    if (next === undefined || sign * (next.heightMetres - here.heightMetres) <= 0) return here;
    here = next;
  }
  return here;
}

/** How much the ground rises and falls within a hundred metres. */
function ruggedness(surface: Surface, { lng, lat, heightMetres }: Site): number {
  return Math.max(
    ...[0, 90, 180, 270].map((bearing) => Math.abs(siteAt(surface, moved({ lng, lat }, bearing, 100)).heightMetres - heightMetres)),
  );
}

/** On a plane: thousands of places are looked at, and a metre beside is no matter. */
function moved({ lng, lat }: Position, bearing: number, metres: number): Position {
  const radians = (bearing * Math.PI) / 180;
  const north = (metres * Math.cos(radians)) / METRES_PER_DEGREE;
  return { lng: lng + (metres * Math.sin(radians)) / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)), lat: lat + north };
}

function siteAt(surface: Surface, position: Position): Site {
  const [lng, lat] = [Math.round(position.lng * 1e6) / 1e6, Math.round(position.lat * 1e6) / 1e6];
  return { lng, lat, heightMetres: surface.heightAt(lng, lat) ?? 0 };
}
