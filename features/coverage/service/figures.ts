// Figures of coverage, county by county, and of larger grids as sums of their counties.
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { type GridNo, levelOf } from '@lookout/domain';
import { addTallies, ellipseAt, type LandTally, type MastView, type SeeingMast } from '@lookout/geo';
import { LRUCache } from 'lru-cache';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import { type CoverageFigures, type GridCoverage, TARGET_METRES } from '../coverage.ts';
import type { CountedMast } from '../masts.ts';
import type { Background } from './background.ts';
import type { AskCoverage } from './coverage-question.ts';
import type { Lands } from './lands.ts';
import type { MastWatch } from './mast-watch.ts';
import type { Views } from './views.ts';

interface FiguresDeps {
  readonly masts: MastWatch;
  readonly views: Views;
  readonly lands: Lands;
  readonly background: Background;
  readonly ask: AskCoverage;
  readonly grids: () => GridCatalogue;
}

interface CountyTally extends LandTally {
  readonly mastIds: readonly string[];
  readonly dangerDay: string | null;
}

/** 400,000 ha have 200,000 posts of the finest level. */
const MOST_POSTS = 1_500_000;
/** Where no mast looks, all forest is blind, and posts 1.2 km apart count it well enough. */
const MOST_POSTS_UNSEEN = 20_000;
/** A few kilobytes each. */
const MOST_TALLIES = 6_000;
/** A page shows counties as soon as some are computed. */
const FIRST_REPLY_MS = 1_500;

/** Of the server's thread, between alarms. */
const SLICE_MS = 8;

/** What masts see, with the masts whose view is known. */
export async function seeingMasts(views: Views, masts: readonly CountedMast[]): Promise<(SeeingMast & { readonly id: string })[]> {
  const found: { readonly mast: CountedMast; readonly view: MastView | null }[] = await Promise.all(
    masts.map(async (mast) => ({ mast, view: await views.of(mast) })),
  );
  return found.flatMap(({ mast: { id, position }, view }) => (view === null ? [] : [{ id, position, view }]));
}

export function createFigures({ masts, views, lands, background, ask, grids }: FiguresDeps) {
  const tallies = new LRUCache<string, CountyTally>({ max: MOST_TALLIES });

  /** What the tally of a county depends on; null: its boundary is not known. */
  const basisOf = async (gridNo: GridNo, visibilityMetres: number | null) => {
    const bounds = await lands.boundsOf(gridNo);
    if (bounds === null) return null;
    const reaching = masts.reaching(bounds);
    const level = lands.levelFor(bounds, reaching.length > 0 ? MOST_POSTS : MOST_POSTS_UNSEEN);
    const seen = reaching.map((mast) => `${mast.id} ${views.keyOf(mast)}`);
    return { reaching, level, key: JSON.stringify([await lands.keyOf(gridNo), bounds, level, visibilityMetres, seen]) };
  };

  /** @returns null: the boundary of the county is not known */
  const tally = async (gridNo: GridNo, visibilityMetres: number | null): Promise<CountyTally | null> => {
    const basis = await basisOf(gridNo, visibilityMetres);
    if (basis === null) return null;
    const known = tallies.get(basis.key);
    if (known !== undefined) return known;
    const land = await lands.ofGrid(gridNo, basis.level);
    if (land === null) return null;
    const seeing = await seeingMasts(views, basis.reaching);
    const { seeing: indexes, ...sums } = await ask({
      kind: 'tally',
      land,
      masts: seeing.map(({ position, view }) => ({ position, view })),
      visibilityMetres,
    });
    const made = {
      ...sums,
      seeing: indexes,
      mastIds: indexes.flatMap((index) => seeing[index]?.id ?? []),
      dangerDay: land.dangerDay,
    };
    tallies.set(basis.key, made);
    return made;
  };

  /** undefined: it is not computed yet. Never computes. */
  const knownTally = async (gridNo: GridNo, visibilityMetres: number | null): Promise<CountyTally | null | undefined> => {
    if (lands.knownBounds(gridNo) === undefined) return undefined;
    const basis = await basisOf(gridNo, visibilityMetres);
    return basis === null ? null : tallies.get(basis.key);
  };

  /**
   * Adds the tallies of counties that are computed; the others are put on the list of works. The nation has thousands, so alarms are let through
   * between them.
   */
  const addKnown = async (found: Map<GridNo, CountyTally | null>, counties: readonly GridNo[], visibilityMetres: number | null) => {
    let began = performance.now();
    for (const county of counties) {
      if (found.has(county)) continue;
      const known = await knownTally(county, visibilityMetres);
      if (known === undefined) background.want(`county ${county} ${visibilityMetres}`, () => tally(county, visibilityMetres));
      else found.set(county, known);
      if (performance.now() - began < SLICE_MS) continue;
      await setImmediate();
      began = performance.now();
    }
  };

  return {
    /** Figures of a grid and of those below it. Those of a county are complete. */
    async of(gridNo: GridNo, visibilityMetres: number | null): Promise<CoverageFigures> {
      const rows = [gridNo, ...belowOf(grids(), gridNo)];
      const counties = countiesOf(grids(), gridNo);
      if (counties.length === 1) await tally(counties[0] as GridNo, visibilityMetres);
      const until = performance.now() + FIRST_REPLY_MS;
      const found = new Map<GridNo, CountyTally | null>();
      await addKnown(found, counties, visibilityMetres);
      while (found.size < counties.length && performance.now() < until) {
        await Promise.race([background.next(), delay(until - performance.now(), undefined, { ref: false })]);
        await addKnown(found, counties, visibilityMetres);
      }
      return {
        rows: rows.flatMap(
          (no) =>
            rowOf(
              no,
              countiesOf(grids(), no).flatMap((county) => found.get(county) ?? []),
            ) ?? [],
        ),
        pendingCounties: counties.length - found.size,
        visibilityMetres,
      };
    },
  };
}

/** The grids below, as far as counties. */
const belowOf = (grids: GridCatalogue, gridNo: GridNo): GridNo[] =>
  levelOf(gridNo) === 'county' ? [] : grids.childrenOf(gridNo).map(({ no }) => no);

/** The counties of a grid; a prefecture without counties stands for itself. */
function countiesOf(grids: GridCatalogue, gridNo: GridNo): GridNo[] {
  const below = belowOf(grids, gridNo);
  return below.length === 0 ? [gridNo] : below.flatMap((no) => countiesOf(grids, no));
}

/** null: nothing of the grid is computed, or its boundary is not known. */
function rowOf(gridNo: GridNo, tallies: readonly CountyTally[]): GridCoverage | null {
  if (tallies.length === 0) return null;
  const sum = addTallies(tallies, TARGET_METRES.length);
  const [medianMetres, worstTenthMetres] = [ellipseAt(sum.ellipses, 0.5), ellipseAt(sum.ellipses, 0.9)];
  const days = tallies.flatMap(({ dangerDay }) => dangerDay ?? []);
  return {
    gridNo,
    masts: new Set(tallies.flatMap(({ mastIds }) => mastIds)).size,
    landHectares: sum.landHectares,
    forestHectares: sum.forestHectares,
    unknownHectares: sum.unknownHectares,
    dangerDay: days.toSorted().at(-1) ?? null,
    byHeight: seenForestOf(sum),
    ellipse: medianMetres === null || worstTenthMetres === null ? null : { medianMetres, worstTenthMetres },
  };
}

/** The forest of a tally by what is seen of it, for each of `TARGET_METRES`. */
export const seenForestOf = ({ forestHectares, forestWeight, targets }: LandTally): GridCoverage['byHeight'] =>
  TARGET_METRES.map((targetMetres, at) => {
    const { seenHectares = 0, locatedHectares = 0, blindWeight = 0 } = targets[at] ?? {};
    return {
      targetMetres,
      seenHectares,
      locatedHectares,
      blindHectares: Math.max(0, forestHectares - seenHectares),
      blindWeightedShare: forestWeight > 0 ? Math.min(1, blindWeight / forestWeight) : null,
    };
  });
