// The land of grids and of boxes on posts, with the weights of its forest.
import { ancestorAt, type GridNo, NATION } from '@lookout/domain';
import {
  coarseCount,
  distanceMetres,
  type GroundBox,
  hectaresByRow,
  LAND,
  type Land,
  type PostBox,
  placeInBox,
  postBoxOf,
  weightsOnPosts,
} from '@lookout/geo';
import type { Deps } from '@lookout/server/services/deps.ts';
import { LRUCache } from 'lru-cache';
import type { ForestDanger, ForestPlace } from '../../danger/service/forest-weights.ts';
import type { Elevation } from '../../terrain/service/elevation.ts';
import type { GroundPosts, GroundWindows } from '../../terrain/service/ground-window.ts';
import type { LandCoverLookup } from '../../terrain/service/land-cover.ts';
import type { AskCoverage } from './coverage-question.ts';
import { VIEW_LEVEL } from './views.ts';

/** The land of a grid or of an area, and what its weights and elevations are based on. */
export interface GridLand extends Land {
  /** The box of the boundary, degrees. */
  readonly area: GroundBox;
  /** The day whose danger weights the forest; null: no weather is stored, and all forest weighs 1. */
  readonly dangerDay: string | null;
  readonly ground: GroundPosts['elevation']['origin'];
}

export interface Lands {
  /** @returns null: the boundary of the grid is not known */
  ofGrid(gridNo: GridNo, level: number): Promise<GridLand | null>;
  /** Not stored. */
  ofArea(area: GroundBox, level: number): Promise<GridLand>;
  /** The box of a grid's boundary, degrees; null: not known. */
  boundsOf(gridNo: GridNo): Promise<GroundBox | null>;
  /** The same without reading it; undefined: it was not read yet. */
  knownBounds(gridNo: GridNo): GroundBox | null | undefined;
  /** Changes with the land of a grid and its weights. */
  keyOf(gridNo: GridNo): Promise<string>;
  /** The finest level at which an area has few enough posts. */
  levelFor(area: GroundBox, mostPosts: number): number;
}

interface LandsDeps extends Pick<Deps, 'store' | 'gazetteer'> {
  readonly elevation: Elevation;
  readonly landCover: LandCoverLookup;
  readonly groundWindows: GroundWindows;
  readonly danger: ForestDanger;
  readonly ask: AskCoverage;
}

/** Land has 9 bytes a post. */
const BYTES_A_POST = 9;
const MOST_BYTES = 128 * 1024 * 1024;
/** The danger is computed on posts of this level, 1.2 km apart. */
const DANGER_LEVEL = 8;
const LEAST_LEVEL = 6;

export function createLands({ store, gazetteer, elevation, landCover, groundWindows, danger, ask }: LandsDeps): Lands {
  const cache = new LRUCache<string, { readonly land: Promise<GridLand | null>; readonly bytes: number }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  /** Boxes of boundaries, of one version of the gazetteer. */
  let bounds = { of: gazetteer(), boxes: new Map<GridNo, GroundBox | null>() };
  const boxes = (): Map<GridNo, GroundBox | null> => {
    if (bounds.of !== gazetteer()) bounds = { of: gazetteer(), boxes: new Map() };
    return bounds.boxes;
  };
  const boundaryOf = async (gridNo: GridNo) => {
    const known = boxes();
    const [area] = await store.areas.of(NATION, [gridNo]);
    known.set(gridNo, area ? boundsOfRings(area.boundary.coordinates) : null);
    return area?.boundary.coordinates ?? null;
  };
  const boundsOf = async (gridNo: GridNo): Promise<GroundBox | null> => {
    if (!boxes().has(gridNo)) await boundaryOf(gridNo);
    return boxes().get(gridNo) ?? null;
  };
  const landOn = async (area: GroundBox, box: PostBox, polygons: Awaited<ReturnType<typeof boundaryOf>>): Promise<GridLand> => {
    const posts = await groundWindows.posts(box, true);
    const kinds = posts.table.map(({ cover, isWater }) =>
      cover === 'forest' ? LAND.forest : cover === null && !isWater ? LAND.unknown : LAND.open,
    );
    const { heights } = posts;
    const land = await ask({ kind: 'land', box, heights, classes: posts.classes ?? new Uint8Array(0), kinds, polygons });
    const { weights, day } = await weightsOf(danger, box, heights, land);
    return { area, box, heights, land, weights, hectares: hectaresByRow(box), dangerDay: day, ground: posts.elevation.origin };
  };
  const ground = (): string => `${elevation.version()} ${landCover.version()}`;
  const keyOf = async (gridNo: GridNo): Promise<string> =>
    [gridNo, ground(), await danger.versionOf(ancestorAt(gridNo, 'prefecture') ?? gridNo)].join(' ');

  return {
    boundsOf,
    keyOf,
    levelFor,
    knownBounds: (gridNo) => boxes().get(gridNo),
    ofArea: (area, level) => landOn(area, postBoxOf(area, level), null),
    async ofGrid(gridNo, level) {
      const area = await boundsOf(gridNo);
      if (area === null) return null;
      const key = `${await keyOf(gridNo)} ${level} ${JSON.stringify(area)}`;
      const known = cache.get(key);
      if (known !== undefined) return known.land;
      const box = postBoxOf(area, level);
      const land = boundaryOf(gridNo).then((polygons) => polygons && landOn(area, box, polygons));
      cache.set(key, { land, bytes: BYTES_A_POST * box.columns * box.rows });
      land.catch(() => cache.delete(key));
      return land;
    },
  };
}

function levelFor(area: GroundBox, mostPosts: number): number {
  for (let level = VIEW_LEVEL; level > LEAST_LEVEL; level--) {
    const { columns, rows } = postBoxOf(area, level);
    if (columns * rows <= mostPosts) return level;
  }
  return LEAST_LEVEL;
}

function boundsOfRings(polygons: readonly (readonly (readonly (readonly number[])[])[])[]): GroundBox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lng = 0, lat = 0] of polygons.flat(2)) {
    [west, east] = [Math.min(west, lng), Math.max(east, lng)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return { west, south, east, north };
}

/** The weights of all forest, from those of cells of about a kilometre. Where no weather is known it has the mean of the others. */
async function weightsOf(danger: ForestDanger, box: PostBox, heights: Float32Array, land: Uint8Array) {
  const step = 2 ** Math.max(0, box.level - DANGER_LEVEL);
  const { needed, places } = cellsOfForest(box, heights, land, step);
  const { day, weights } = await danger.weightsAt(places);
  const known = weights.filter((weight) => !Number.isNaN(weight));
  const mean = known.length === 0 ? 1 : known.reduce((sum, weight) => sum + weight, 0) / known.length;
  const coarse = new Float32Array(needed.length);
  let next = 0;
  for (const [cell, isNeeded] of needed.entries()) {
    if (isNeeded === 0) continue;
    const weight = weights[next++] as number;
    coarse[cell] = Number.isNaN(weight) ? mean : weight;
  }
  return { day, weights: weightsOnPosts(box, land, coarse, step) };
}

/** Every `step`-th post to which a post of forest belongs, with its slope over its neighbours. */
function cellsOfForest(box: PostBox, heights: Float32Array, land: Uint8Array, step: number) {
  const { columns, rows } = box;
  const [across, down] = [coarseCount(columns, step), coarseCount(rows, step)];
  const needed = new Uint8Array(across * down);
  for (let row = 0, post = 0; row < rows; row++) {
    const first = Math.min(down - 1, Math.round(row / step)) * across;
    for (let column = 0; column < columns; column++, post++) {
      if (land[post] === LAND.forest) needed[first + Math.min(across - 1, Math.round(column / step))] = 1;
    }
  }
  const places: ForestPlace[] = [];
  for (const [cell, isNeeded] of needed.entries()) {
    if (isNeeded === 1) places.push(forestPlace(box, heights, (cell % across) * step, Math.floor(cell / across) * step, step));
  }
  return { needed, places };
}

function forestPlace(box: PostBox, heights: Float32Array, column: number, row: number, step: number): ForestPlace {
  const { columns, rows } = box;
  const [west, east] = [Math.max(0, column - step), Math.min(columns - 1, column + step)];
  const [north, south] = [Math.max(0, row - step), Math.min(rows - 1, row + step)];
  const heightOf = (x: number, y: number): number => heights[y * columns + x] as number;
  const position = placeInBox(box, column, row);
  const toEast = gradient(heightOf(west, row), heightOf(east, row), distanceMetres(placeInBox(box, west, row), placeInBox(box, east, row)));
  const toNorth = gradient(
    heightOf(column, south),
    heightOf(column, north),
    distanceMetres(placeInBox(box, column, south), placeInBox(box, column, north)),
  );
  const height = heightOf(column, row);
  const degrees = 180 / Math.PI;
  return {
    position,
    heightMetres: Number.isNaN(height) ? null : height,
    slopeDegrees: Math.atan(Math.hypot(toEast, toNorth)) * degrees,
    // The aspect points downhill.
    aspectDegrees: (Math.atan2(-toEast, -toNorth) * degrees + 360) % 360,
  };
}

/** 0 where an elevation is not known. */
function gradient(from: number, to: number, metres: number): number {
  const rise = to - from;
  return metres === 0 || Number.isNaN(rise) ? 0 : rise / metres;
}
