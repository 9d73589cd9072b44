// The forest of counties that no patrol saw, for how long. Pages ask for the figures, the picture and the rangers' dangerous forest of the same
// counties, so what was computed of a county stays in memory for a while.
import { setTimeout as delay } from 'node:timers/promises';
import { ancestorAt, beginOfDayText, beijingDayText, DAY_MS, type GridNo } from '@lookout/domain';
import { cellDegrees, hectaresByRow, LAND, type PostBox, placeInBox, SEEN_COLUMNS, SEEN_LEVEL, type SeenDay } from '@lookout/geo';
import type { Room } from '@lookout/server/services/open.ts';
import type { WorkerHost } from '@lookout/server/services/worker-host.ts';
import { LRUCache } from 'lru-cache';
import type { GridLand } from '../../coverage/service/coverage.ts';
import { DANGEROUS_WEIGHT, MOST_UNSEEN_DAYS, type PatrolGaps, UNSEEN_DAYS } from '../patrol-quality.ts';
import type { CellBox } from '../patrol-seen.store.ts';
import type { LandGaps, SightQuestion } from './sight-question.ts';

type AskGaps = Pick<WorkerHost<SightQuestion, LandGaps>, 'ask'>;
type Needs = Pick<Room, 'store' | 'coverage' | 'gazetteer'>;

/** A county's land, and when its posts were last seen. */
export interface CountyGaps extends LandGaps {
  readonly land: GridLand;
}

/** What is asked about a county. */
export interface GapsAsked {
  readonly gridNo: GridNo;
  /** The day before whose end it was seen, `YYYY-MM-DD`. */
  readonly asOfDay: string;
  /** Only what this ranger saw; null: anybody. */
  readonly userId: string | null;
}

/** New days of patrols show after this time. */
const CACHED_MS = 60_000;
const MOST_CACHED = 60;
/** A page waits this long for what is computed for the first time; the rest is pending, and ready when it asks again. */
const PATIENCE_MS = 2_000;

/** The least weight of dangerous forest on a land. */
export const leastWeightOn = ({ dangerDay }: Pick<GridLand, 'dangerDay'>): number =>
  dangerDay === null ? Number.MIN_VALUE : DANGEROUS_WEIGHT;

export function createGaps({ store, coverage, gazetteer }: Needs, worker: AskGaps) {
  const cache = new LRUCache<string, Promise<CountyGaps | null>>({ max: MOST_CACHED, ttl: CACHED_MS });

  async function compute({ gridNo, asOfDay, userId }: GapsAsked): Promise<CountyGaps | null> {
    const land = await coverage.landOf(gridNo);
    if (land === null) return null;
    const firstMs = beginOfDayText(asOfDay) - MOST_UNSEEN_DAYS * DAY_MS;
    const numberOf = (day: string): number => Math.round((beginOfDayText(day) - firstMs) / DAY_MS);
    const rows = await store.patrolSeen.cellsIn(cellsOfBox(land.box), beijingDayText(firstMs), asOfDay, userId);
    const days: SeenDay[] = rows.map(({ day, cells }) => ({ day: numberOf(day), cells: new Uint8Array(cells) }));
    const { box, weights, hectares } = land;
    const found = await worker.ask({
      kind: 'gaps',
      box,
      weights,
      hectares,
      leastWeight: leastWeightOn(land),
      days,
      lastDay: MOST_UNSEEN_DAYS,
    });
    return { ...found, land };
  }

  /** @returns null: the boundary of the county is not known */
  function of(asked: GapsAsked): Promise<CountyGaps | null> {
    const key = Object.values(asked).join(' ');
    const found = cache.get(key) ?? compute(asked);
    cache.set(key, found);
    // A failure is not cached: the next request tries again.
    found.catch(() => cache.delete(key));
    return found;
  }

  return {
    of,
    /** The figures of counties as far as they are known in time. */
    async figures(counties: readonly GridNo[], asOfDay: string) {
      const done = new Map<GridNo, CountyGaps | null>();
      const all = Promise.all(
        counties.map(async (gridNo) => {
          done.set(gridNo, await of({ gridNo, asOfDay, userId: null }));
        }),
      );
      await inTime(all);
      return {
        rows: [...done].flatMap(([gridNo, gaps]) => (gaps === null ? [] : [figuresOf(gridNo, gaps)])),
        unknownGrids: [...done].flatMap(([gridNo, gaps]) => (gaps === null ? [gridNo] : [])),
        pendingGrids: counties.length - done.size,
      };
    },
    /**
     * The dangerous forest among cells, hectares; null: the land of one of their counties is not known, or not yet.
     * @param cells of rangers, one list each, ascending
     */
    async dangerousAmong(cells: readonly (readonly number[])[]): Promise<(number | null)[]> {
      const counties = cells.map((own) => countiesOf(own, (place) => gazetteer().gridAt(place, null)));
      const lands = new Map<GridNo, GridLand | null>();
      const wanted = new Set(counties.flatMap((own) => [...own]));
      await inTime(Promise.all([...wanted].map(async (gridNo) => lands.set(gridNo, await coverage.landOf(gridNo)))));
      return cells.map((own, index) => {
        const found = [...(counties[index] ?? [])].map((gridNo) => lands.get(gridNo) ?? null);
        return found.includes(null) ? null : found.reduce((sum, land) => sum + dangerousOn(land as GridLand, own), 0);
      });
    },
  };
}

/** Waits for the work, but no longer than a page does. An error of the work is thrown also when it comes later. */
async function inTime(work: Promise<unknown>): Promise<void> {
  const given = new AbortController();
  // When the work fails after its page was answered, the next request starts it again and shows the error.
  work.catch(() => undefined);
  await Promise.race([work, delay(PATIENCE_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined)]);
  given.abort();
}

/** The cells of `SEEN_LEVEL` around the posts of a box. */
function cellsOfBox({ level, west, north, columns, rows }: PostBox): CellBox {
  const step = 2 ** (SEEN_LEVEL - level);
  const [first, last] = [Math.floor(step / 2), step - Math.floor(step / 2) - 1];
  return {
    west: west * step - first,
    east: (west + columns - 1) * step + last,
    north: north * step - first,
    south: (north + rows - 1) * step + last,
  };
}

function figuresOf(gridNo: GridNo, { land, forestHectares, dangerousHectares, dangerousBySince }: CountyGaps): PatrolGaps {
  let unknownHectares = 0;
  for (const [post, kind] of land.land.entries()) {
    if (kind === LAND.unknown) unknownHectares += land.hectares[Math.floor(post / land.box.columns)] as number;
  }
  return {
    gridNo,
    forestHectares,
    dangerousHectares,
    dangerDay: land.dangerDay,
    unknownHectares,
    unseen: UNSEEN_DAYS.map((days) => ({ days, hectares: dangerousBySince.subarray(days + 1).reduce((sum, one) => sum + one, 0) })),
  };
}

/** Every n-th cell tells the counties of a ranger's cells: 1 km of a row. */
const SAMPLED_EVERY = 16;

function countiesOf(cells: readonly number[], gridAt: (place: { lng: number; lat: number }) => GridNo | null): Set<GridNo> {
  const counties = new Set<GridNo>();
  for (let at = 0; at < cells.length; at += SAMPLED_EVERY) {
    const cell = cells[at] as number;
    const no = gridAt({
      lng: (cell % SEEN_COLUMNS) * cellDegrees(SEEN_LEVEL) - 180,
      lat: 90 - Math.floor(cell / SEEN_COLUMNS) * cellDegrees(SEEN_LEVEL),
    });
    const county = no === null ? null : ancestorAt(no, 'county');
    if (county !== null) counties.add(county);
  }
  return counties;
}

/** Hectares of dangerous forest of a county among cells. */
function dangerousOn(land: GridLand, cells: readonly number[]): number {
  const { box, weights } = land;
  const step = 2 ** (SEEN_LEVEL - box.level);
  const half = Math.floor(step / 2);
  const least = leastWeightOn(land);
  const areas = hectaresByRow({ ...box, level: SEEN_LEVEL, north: box.north * step - half, rows: box.rows * step });
  let hectares = 0;
  for (const cell of cells) {
    const line = Math.floor(cell / SEEN_COLUMNS) + half - box.north * step;
    const column = Math.floor(((cell % SEEN_COLUMNS) + half) / step) - box.west;
    const row = Math.floor(line / step);
    if (column < 0 || column >= box.columns || row < 0 || row >= box.rows) continue;
    if ((weights[row * box.columns + column] as number) >= least) hectares += areas[line] as number;
  }
  return hectares;
}

/** The box of a picture with one pixel for each post, degrees: a post lies in the middle of its pixel. */
export function pictureBoxOf(box: PostBox) {
  const northWest = placeInBox(box, -0.5, -0.5);
  const southEast = placeInBox(box, box.columns - 0.5, box.rows - 0.5);
  return { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat };
}
