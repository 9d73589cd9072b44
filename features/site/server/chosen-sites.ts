// The choice of sites in a grid: which candidates there are, what each adds, and how far it is from a road.
import type { RoadNet } from '@lookout/fire-model';
import {
  areaAround,
  chooseGridSites,
  type GridPlace,
  heightBetween,
  heightGridOf,
  LAND,
  type Land,
  type LngLat,
  type MastView,
  nearestOnShape,
  type PostBox,
  placeInBox,
  placeOnPosts,
  ridgePlaces,
  SEEN_AT_METRES,
  seenPosts,
  UNKNOWN_VIEW,
} from '@lookout/geo';
import { roadsInBox } from '../../travel/service/roads.ts';
import { type CandidatePlace, type ChosenSite, MOST_PLACES, type SiteQuestion, USUAL_SPACING_METRES } from '../site.ts';
import type { SiteAnswer, SiteJob } from './site-job.ts';

/** A candidate on the posts of the ground. */
interface Candidate extends CandidatePlace {
  readonly at: GridPlace;
}

/** @param onStep is called before each viewshed with the share of the work that is done, 0–1 */
export function chosenSites(job: SiteJob, onStep: (share: number) => void): SiteAnswer {
  const { question, land, ground, views } = job;
  const grid = heightGridOf(ground.box, ground.heights);
  const forest = forestOf(land, ground.box, seenByMasts(land.box, views, question));
  if (ground.heights.every(Number.isNaN)) return { result: null, failure: 'no-elevation' };
  const { candidates, outside, withoutElevation } = candidatesOf(job, grid);
  if (candidates.length === 0) return { result: null, failure: withoutElevation > 0 ? 'no-elevation' : 'no-candidates' };
  const { mastMetres, rangeMetres, targetMetres, count } = question;
  const sites = chooseGridSites({
    grid,
    weights: forest.unseenWeights,
    candidates: candidates.map(({ at }) => at),
    ...{ mastMetres, rangeMetres, targetMetres, count, towers: [], onStep },
  });
  if (sites.length === 0) return { result: null, failure: 'nothing-to-see' };
  const { unseenHectares } = forest;
  const chosen = sites.map(({ candidate, addedWeight }): ChosenSite => {
    const { name, position, at } = candidates[candidate] as Candidate;
    let addedHectares = 0;
    for (const post of seenPosts(grid, { ...at, mastMetres, rangeMetres }, targetMetres)) {
      addedHectares += unseenHectares[post] as number;
      unseenHectares[post] = 0;
    }
    const groundMetres = Math.round(heightBetween(grid, at.column, at.row));
    return { name, position, groundMetres, addedHectares, addedWeight, roadMetres: metresToRoad(job.roads, position) };
  });
  const { unseenHectares: _, unseenWeights: __, ...totals } = forest;
  const masts = views.filter((view) => isSeeing(view, land.box, question)).length;
  const counts = { candidates: candidates.length, outside, withoutElevation };
  return { result: { ...counts, masts, ...totals, dangerDay: land.dangerDay, chosen }, failure: null };
}

type View = Pick<MastView, 'box' | 'seen'>;
type Target = Pick<SiteQuestion, 'targetMetres'>;

/** Calls with the post of the land, and the byte of the view there. */
function eachInView(box: PostBox, { box: own, seen }: View, call: (post: number, byte: number) => void): void {
  const step = 2 ** (own.level - box.level);
  const first = (from: number, origin: number): number => Math.max(0, Math.ceil(from / step) - origin);
  const end = (from: number, posts: number, origin: number, most: number): number =>
    Math.min(most, Math.floor((from + posts - 1) / step) - origin + 1);
  const [left, right] = [first(own.west, box.west), end(own.west, own.columns, box.west, box.columns)];
  for (let row = first(own.north, box.north); row < end(own.north, own.rows, box.north, box.rows); row++) {
    const line = ((box.north + row) * step - own.north) * own.columns - own.west;
    for (let column = left; column < right; column++) call(row * box.columns + column, seen[line + (box.west + column) * step] as number);
  }
}

/** A view's byte shows a target of this height, and every higher one. */
const isSeen = (byte: number, { targetMetres }: Target): boolean => byte !== UNKNOWN_VIEW && byte > SEEN_AT_METRES.indexOf(targetMetres);

function seenByMasts(box: PostBox, views: readonly View[], target: Target): Uint8Array {
  const seen = new Uint8Array(box.columns * box.rows);
  for (const view of views)
    eachInView(box, view, (post, byte) => {
      if (isSeen(byte, target)) seen[post] = 1;
    });
  return seen;
}

function isSeeing(view: View, box: PostBox, target: Target): boolean {
  let isAny = false;
  eachInView(box, view, (_, byte) => {
    isAny ||= isSeen(byte, target);
  });
  return isAny;
}

/** The forest that no mast sees, on the posts of the ground: those of the land carry it, the finer ones between them carry nothing. */
function forestOf({ box, weights, hectares }: Land, fine: PostBox, seen: Uint8Array) {
  const step = 2 ** (fine.level - box.level);
  const unseenWeights = new Float32Array(fine.columns * fine.rows);
  const unseenHectares = new Float32Array(fine.columns * fine.rows);
  const totals = { forestHectares: 0, forestWeight: 0, seenHectares: 0, seenWeight: 0 };
  for (let post = 0; post < weights.length; post++) {
    const [column, row] = [post % box.columns, Math.floor(post / box.columns)];
    const byHectare = weights[post] as number;
    if (!(byHectare > 0)) continue;
    const area = hectares[row] as number;
    totals.forestHectares += area;
    totals.forestWeight += area * byHectare;
    if (seen[post] === 1) {
      totals.seenHectares += area;
      totals.seenWeight += area * byHectare;
      continue;
    }
    const at = row * step * fine.columns + column * step;
    unseenHectares[at] = area;
    unseenWeights[at] = area * byHectare;
  }
  return { unseenWeights, unseenHectares, ...totals };
}

function candidatesOf({ question, places, land, ground }: SiteJob, grid: ReturnType<typeof heightGridOf>) {
  const isInside = insideTest(land, ground.box);
  if (question.source === 'ridges') {
    const { columns } = ground.box;
    const ridges = ridgePlaces(grid, {
      spacingMetres: question.spacingMetres ?? USUAL_SPACING_METRES,
      most: MOST_PLACES,
      isAllowed: (post) => isInside({ column: post % columns, row: Math.floor(post / columns) }),
    });
    const candidates = ridges.map((at, n): Candidate => ({ name: `R${n + 1}`, position: placeInBox(ground.box, at.column, at.row), at }));
    return { candidates, outside: 0, withoutElevation: 0 };
  }
  const placed = places.map((place): Candidate => ({ ...place, at: placeOnPosts(ground.box, place.position) }));
  const inside = placed.filter(({ at }) => isInside(at));
  const candidates = inside.filter(({ at }) => !Number.isNaN(heightBetween(grid, at.column, at.row)));
  return { candidates, outside: placed.length - inside.length, withoutElevation: inside.length - candidates.length };
}

/** Whether a place on the ground lies in the grid: the nearest post of the land decides. */
function insideTest({ box, land }: Land, fine: PostBox): (at: GridPlace) => boolean {
  const step = 2 ** (fine.level - box.level);
  return ({ column, row }) => {
    const [x, y] = [Math.round(column / step), Math.round(row / step)];
    return x >= 0 && y >= 0 && x < box.columns && y < box.rows && land[y * box.columns + x] !== LAND.outside;
  };
}

/** Few places are farther from a road: the nearest roads are looked for first. */
const ROAD_SEARCH_METRES = [2_000, 10_000, 50_000] as const;

/** To the nearest road, in a straight line, metres; null: there is none within 50 km. */
export function metresToRoad(net: RoadNet | null, position: LngLat): number | null {
  if (net === null) return null;
  for (const within of ROAD_SEARCH_METRES) {
    const metres = roadsInBox(net, areaAround(position, within)).map(({ points }) => {
      const line = { type: 'LineString', coordinates: points.map(({ lng, lat }) => [lng, lat]) };
      return nearestOnShape(line, position)?.metres ?? Number.POSITIVE_INFINITY;
    });
    const nearest = metres.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    if (nearest <= within) return Math.round(nearest);
  }
  return null;
}
