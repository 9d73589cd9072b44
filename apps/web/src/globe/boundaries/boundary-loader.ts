// Loads the boundaries that a view needs: the far outlines at once, and, when the camera is near, the detail of what is in view, one
// prefecture or county at a time (specification §9: villages below 33,000 m, counties to 160,000 m, cities above).
import { type GridLevel, type GridNo, levelOf, parseAreaNo } from '@lookout/domain';
import { type AreaGeometry, boundsOf } from '@lookout/geo';
import type { BoundaryFeatures, BoundaryLevel, SeenView } from '@lookout/map';
import { type AreaRow, featuresInParts } from '../areas.ts';

type Box = SeenView['box'];

interface KnownArea {
  readonly gridNo: GridNo;
  readonly box: Box;
  /** The area's own outline is loaded in full detail. */
  readonly isDetailed: boolean;
}

/** What a view shows. */
export interface BoundaryView {
  /** null: no boundaries at this height. */
  readonly finest: BoundaryLevel | null;
  /** Near enough for the outlines to be drawn in full detail. */
  readonly isDetailed: boolean;
  readonly box: Box;
}

/** A call for boundaries: of a grid itself, or of its children one level below. */
export interface Wanted {
  readonly gridNo: GridNo;
  readonly level: 'self' | 'children';
}

/** For each level, the finest view levels at which its children are drawn. Provinces and prefectures are loaded from the start. */
const CHILDREN_DRAWN_AT: Partial<Record<GridLevel, readonly BoundaryLevel[]>> = {
  prefecture: ['county', 'village'],
  county: ['village'],
  town: ['village'],
};

/** The boundaries that a view needs, of the known areas and of their children, nearest to the centre of the view first. */
export function boundariesWanted(known: Iterable<KnownArea>, { finest, isDetailed, box }: BoundaryView): Wanted[] {
  if (finest === null) return [];
  const [x, y] = middleOf(box);
  return [...known]
    .filter((area) => overlaps(area.box, box))
    .map((area) => ({ area, away: Math.hypot(middleOf(area.box)[0] - x, middleOf(area.box)[1] - y) }))
    .toSorted((a, b) => a.away - b.away)
    .flatMap(({ area: { gridNo, isDetailed: isThere } }): Wanted[] => [
      ...(isDetailed && !isThere ? [{ gridNo, level: 'self' as const }] : []),
      ...(CHILDREN_DRAWN_AT[levelOf(gridNo)]?.includes(finest) ? [{ gridNo, level: 'children' as const }] : []),
    ]);
}

const middleOf = ({ west, south, east, north }: Box): readonly [number, number] => [(west + east) / 2, (south + north) / 2];

const overlaps = (a: Box, b: Box): boolean => a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;

interface LoaderOptions {
  readonly load: (wanted: Wanted) => Promise<readonly AreaRow[]>;
  /** Draws the areas. */
  readonly add: (areas: BoundaryFeatures) => void;
  /** Lets the page handle user input between two parts of a long list. */
  readonly pause: () => Promise<void>;
  /** `true` when boundaries in view could not be loaded, `false` when all are loaded. */
  readonly onFailed: (isFailed: boolean) => void;
}

export interface BoundaryLoader {
  /** Adds rows that were loaded without a view: the far outlines. */
  readonly begin: (rows: readonly AreaRow[], detail: 'far' | 'full') => Promise<void>;
  readonly see: (view: BoundaryView) => void;
  /** Retries the failed calls. */
  readonly retry: () => void;
  /** Replies still in flight are discarded. */
  readonly stop: () => void;
}

const CALLS_AT_ONCE = 4;

export function createBoundaryLoader({ load, add, pause, onFailed }: LoaderOptions): BoundaryLoader {
  const known = new Map<GridNo, KnownArea>();
  const requested = new Set<string>();
  const failed = new Set<string>();
  let inFlight = 0;
  let view: BoundaryView | null = null;
  let isStopped = false;

  const keyOf = ({ gridNo, level }: Wanted) => `${gridNo} ${level}`;

  async function take(rows: readonly AreaRow[], isDetailed: boolean): Promise<void> {
    for await (const areas of featuresInParts(rows, pause)) {
      if (isStopped) return;
      for (const feature of areas.features) {
        const gridNo = parseAreaNo(feature.properties?.gridNo);
        const geometry = feature.geometry as AreaGeometry | null;
        if (gridNo !== null && geometry !== null) known.set(gridNo, { gridNo, box: boundsOf(geometry), isDetailed });
      }
      add(areas);
    }
    next();
  }

  function next(): void {
    if (view === null || isStopped) return;
    for (const wanted of boundariesWanted(known.values(), view)) {
      if (inFlight >= CALLS_AT_ONCE) return;
      if (!requested.has(keyOf(wanted))) void ask(wanted);
    }
  }

  async function ask(wanted: Wanted): Promise<void> {
    const key = keyOf(wanted);
    requested.add(key);
    inFlight++;
    // The map works without these lines; the layer tree shows the failure and offers a retry.
    const rows = await load(wanted).catch(() => null);
    inFlight--;
    if (isStopped) return;
    if (rows === null) {
      failed.add(key);
      onFailed(true);
      return next();
    }
    await take(rows, true);
  }

  return {
    begin: (rows, detail) => take(rows, detail === 'full'),
    see: (seen) => {
      view = seen;
      next();
    },
    retry: () => {
      for (const key of failed) requested.delete(key);
      failed.clear();
      onFailed(false);
      next();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
