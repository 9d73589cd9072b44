// The danger of a prefecture or county by cells of about a kilometre: the noon weather of each cell's county, adjusted to the cell's
// elevation and slope, drawn as one image. Computed in slices, so that alarms are not delayed; cached by day, terrain and land cover.

import type { Answer } from '@lookout/contract';
import { type CellDay, type CellGround, cellDanger, cellRating, DANGER_CELL_VERSION, type FbpStand } from '@lookout/fire-model';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { mapInSlices } from '@lookout/store';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Contract } from '../../contract.ts';
import { partsToConfirm } from '../danger-rating.ts';
import {
  type CoverAt,
  cellsOf,
  type DangerNeeds,
  type Frame,
  isRated,
  positionOf,
  slopeOf,
  type WantedDay,
  wantedDay,
} from '../service/danger-cells.ts';

type DangerGrid = Answer<Contract['danger']['dangerGrid']>;
type By = DangerGrid['by'];

/** Maximum number of cached images, some tens of kilobytes each. */
const MOST_CACHED = 200;
/** Maximum number of cached covers, some hundred kilobytes each. */
const MOST_CACHED_COVERS = 30;
/** Cache time; boundaries imported in the meantime take effect afterwards. */
const CACHED_MS = 30 * 60_000;

/** Classes 1 to 6; the first five colours are those of the county map. */
const COLOURS = ['#3ecf8e', '#3b82f6', '#facc15', '#fb923c', '#ef4444', '#7f1d1d'] as const;
const CLASSES: Readonly<Record<By, number>> = { rating: 5, index: 5, intensity: 6 };

/** 0: in no class. */
const CLASS_OF: Readonly<Record<By, (day: CellDay, ground: CellGround, stand: FbpStand | null) => number>> = {
  index: (...cell) => cellDanger(...cell).level,
  intensity: (...cell) => cellDanger(...cell).intensityClass ?? 0,
  rating: (day, ground) => cellRating(day, ground)?.level ?? 0,
};

export function gridHandler(room: DangerNeeds): Pick<Handlers<Contract['danger']>, 'dangerGrid'> {
  const cache = new LRUCache<string, Promise<DangerGrid>>({ max: MOST_CACHED, ttl: CACHED_MS });
  const coverOf = cachedCover(room.groundWindows.coverAt);
  return {
    async dangerGrid({ scope }, { query: { gridNo, day, by } }) {
      const wanted = await wantedDay(room, scope, gridNo, day);
      const { weather, rules, forecastAt } = wanted;
      if (by === 'rating' && ![...weather.values()].some(({ today }) => isRated(today))) throw invalid('day', 'danger-grid-no-rating');
      // The cache key includes the number of weather rows and the forecast time, because rows are added during the day and forecasts are
      // renewed.
      const ground = [gridNo, room.elevation().version(), room.landCover.version()].join(' ');
      const key = [ground, wanted.day, by, weather.size, forecastAt?.getTime() ?? 0, by === 'rating' ? rules.version : ''].join(' ');
      const made = cache.get(key) ?? draw(room, wanted, by, coverOf(ground));
      cache.set(key, made);
      // A failure is not cached: the next request tries again.
      made.catch(() => cache.delete(key));
      return made;
    },
  };
}

/**
 * Caches the land cover of a grid, which is the same in all its images. Computing it for a prefecture occupies the terrain thread for a
 * second or two.
 */
function cachedCover(coverAt: CoverAt): (ground: string) => CoverAt {
  const cache = new LRUCache<string, ReturnType<CoverAt>>({ max: MOST_CACHED_COVERS, ttl: CACHED_MS });
  return (ground) => (positions) => {
    // The number of positions changes after a boundary import.
    const key = `${ground} ${positions.length}`;
    const found = cache.get(key) ?? coverAt(positions);
    cache.set(key, found);
    found.catch(() => cache.delete(key));
    return found;
  };
}

async function draw(room: DangerNeeds, wanted: WantedDay, by: By, coverAt: CoverAt): Promise<DangerGrid> {
  const { gridNo, day, weather, forecastAt } = wanted;
  const { frame, conditionsAt } = await cellsOf(room, wanted, coverAt);
  const positions = Array.from({ length: frame.rows * frame.columns }, (_, at) => positionOf(frame, at));
  const [heights, conditions] = [await room.elevation().heightsAt(positions), await conditionsAt(positions)];
  const files = new Set<string>();
  const classOf = CLASS_OF[by];
  const counts = Array<number>(CLASSES[by] + 1).fill(0);
  const classes = await mapInSlices(conditions, (found, at) => {
    if (found === null) return null;
    if (found.cover !== null) files.add(found.cover.file);
    if (found.day === null || !found.hasDanger) return 0;
    const ground = { heightMetres: heights[at] ?? null, ...slopeOf(frame, heights, at) };
    return classOf(found.day, ground, found.stand);
  });
  for (const one of classes) if (one !== null) counts[one] = (counts[one] ?? 0) + 1;
  return {
    gridNo,
    gridName: room.grids().nameOf(gridNo) ?? gridNo,
    day,
    by,
    isModel: true,
    version: DANGER_CELL_VERSION,
    ...(forecastAt && { forecastAt }),
    cellMetres: Math.round(frame.cellMetres),
    columns: frame.columns,
    rows: frame.rows,
    west: frame.west,
    south: frame.north - frame.rows * frame.down,
    east: frame.west + frame.columns * frame.across,
    north: frame.north,
    image: await pictureOf(classes, frame),
    legend: COLOURS.slice(0, CLASSES[by]).map((colour, at) => ({ class: at + 1, colour, cells: counts[at + 1] ?? 0 })),
    cellsWithout: counts[0] ?? 0,
    inputs: {
      weatherGrids: [...weather.keys()],
      weatherSources: [...new Set([...weather.values()].map(({ today }) => today.source))],
      landCover: [...files].toSorted(),
      ground: room.elevation().origin(),
      rating: by === 'rating' ? ratingInputs(wanted) : null,
    },
  };
}

function ratingInputs({ weather, rules }: WantedDay): DangerGrid['inputs']['rating'] {
  const rated = [...weather].filter(([, { today }]) => isRated(today));
  return {
    toConfirm: [...new Set(rated.flatMap(([no]) => partsToConfirm(rules.of(no).rating)))],
    isAtLeast: rated.some(([, { today }]) => today.drySpell?.isAtLeast === true),
  };
}

async function pictureOf(classes: readonly (number | null)[], { columns, rows }: Frame): Promise<string> {
  const pixels = new Uint8Array(columns * rows * 4);
  for (const [at, one] of classes.entries()) {
    const colour = one === null || one === 0 ? undefined : COLOURS[one - 1];
    if (colour !== undefined) pixels.set([...Buffer.from(colour.slice(1), 'hex'), 255], at * 4);
  }
  const png = await sharp(pixels, { raw: { width: columns, height: rows, channels: 4 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
