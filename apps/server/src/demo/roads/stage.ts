// The terrain of the demo's stages and the destinations of its roads: towns, villages on gentle slopes around them, ridges above. The
// layout takes seconds, so it is computed when the relief changes (scripts/demo-roads.ts) and its roads are shipped with the program.
import { readFileSync } from 'node:fs';
import { cellOfPlace, type GroundFrame, placeOfCell, type RoadLine } from '@lookout/fire-model';
import { createSurface, DEMO_TOWNS, type DemoTown, degreesAt, demoRelief, demoRiverDistance, layeredGround } from '@lookout/geo';
import { type Land, layOutRoads, linesOf, type Places, type RoadPiece } from './layout.ts';

const CELL_METRES = 200;
/** The relief's level of detail for the layout: samples 305 m apart. The network's climbs are computed from the full terrain. */
const LEVEL = 10;
/** A cell within this distance of a river's centre line belongs to the river. */
const RIVER_KM = 0.12;
const MARGIN_DEGREES = 0.12;
const HIGHEST_METRES = 6_000;

/** Villages: the gentlest cell of each block of cells around a town. Using the same position in every block would give parallel roads. */
const VILLAGE_METRES = 2_000;
const VILLAGE_BLOCK = 4;
const VILLAGE_SLOPE = 0.25;
/** Ridges: the highest cell of each quadrant around a town. */
const RIDGE_METRES = { least: 2_500, most: 5_500 } as const;

/** The files on which the stored roads depend: the relief, the towns and the layout. Paths are relative to the root. */
export const ROADS_MADE_FROM = [
  'packages/geo/src/elevation',
  'apps/server/src/demo/roads/layout.ts',
  'apps/server/src/demo/roads/stage.ts',
];
export const STORED_ROADS = new URL('./roads.json', import.meta.url);

/**
 * A piece as stored: its first cell, then one digit per step, which numbers the neighbours row by row from the north-west (0) to the
 * south-east (8).
 */
type StoredPiece = readonly [roadClass: RoadPiece['class'], isBridge: 0 | 1, first: number, steps: string];

export interface StoredRoads {
  /** Hash of the source files. */
  readonly madeFrom: string;
  readonly stages: Readonly<Record<string, readonly StoredPiece[]>>;
}

/** Lays out the roads of both full stages, which takes seconds. */
export const layOutDemoRoads = (): StoredRoads['stages'] =>
  Object.fromEntries(Object.entries(DEMO_TOWNS).map(([stage, towns]) => [stage, layOutStage(towns)]));

function layOutStage(towns: readonly DemoTown[]): StoredPiece[] {
  const land = landOf(frameOf(towns));
  return layOutRoads(land, placesOf(land, towns)).map((piece) => stored(piece, land));
}

/** The roads of both full stages, with WGS 84 positions. */
export function demoRoadLines(): RoadLine[] {
  const { stages } = JSON.parse(readFileSync(STORED_ROADS, 'utf8')) as StoredRoads;
  return Object.entries(DEMO_TOWNS).flatMap(([stage, towns]) => {
    const frame = frameOf(towns);
    return linesOf(
      frame,
      (stages[stage] ?? []).map((piece) => restored(piece, frame)),
    );
  });
}

function stored({ class: roadClass, isBridge, cells }: RoadPiece, { columns }: GroundFrame): StoredPiece {
  const steps = cells.slice(1).map((cell, index) => {
    const before = cells[index] as number;
    const down = Math.floor(cell / columns) - Math.floor(before / columns);
    return (down + 1) * 3 + (cell - before - down * columns) + 1;
  });
  return [roadClass, isBridge ? 1 : 0, cells[0] as number, steps.join('')];
}

function restored([roadClass, isBridge, first, steps]: StoredPiece, { columns }: GroundFrame): RoadPiece {
  const cells = [first];
  for (const step of steps) cells.push((cells.at(-1) as number) + (Math.floor(Number(step) / 3) - 1) * columns + (Number(step) % 3) - 1);
  return { class: roadClass, isBridge: isBridge === 1, cells };
}

function frameOf(towns: readonly DemoTown[]): GroundFrame {
  const [lngs, lats] = [towns.map(({ lng }) => lng), towns.map(({ lat }) => lat)];
  const [west, east] = [Math.min(...lngs) - MARGIN_DEGREES, Math.max(...lngs) + MARGIN_DEGREES];
  const [south, north] = [Math.min(...lats) - MARGIN_DEGREES, Math.max(...lats) + MARGIN_DEGREES];
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt((south + north) / 2);
  const [lngDegrees, latDegrees] = [CELL_METRES / eastMetresPerDegree, CELL_METRES / northMetresPerDegree];
  const [columns, rows] = [Math.ceil((east - west) / lngDegrees), Math.ceil((north - south) / latDegrees)];
  return { columns, rows, west, north, lngDegrees, latDegrees };
}

function landOf(frame: GroundFrame): Land {
  const surface = createSurface(layeredGround([], demoRelief(), HIGHEST_METRES).sourceAt(LEVEL));
  const riverKm = demoRiverDistance();
  const count = frame.columns * frame.rows;
  const [heights, rivers] = [new Float32Array(count), new Uint8Array(count)];
  for (let cell = 0; cell < count; cell++) {
    const { lng, lat } = placeOfCell(frame, cell);
    heights[cell] = surface.heightAt(lng, lat) ?? 0;
    rivers[cell] = riverKm(lng, lat) < RIVER_KM ? 1 : 0;
  }
  return { ...frame, heights, rivers };
}

function placesOf(land: Land, towns: readonly DemoTown[]): Places {
  const homes = towns.map((town) => cellOfPlace(land, town));
  return {
    towns: homes,
    villages: [...new Set(homes.flatMap((home) => villagesAround(land, home)))],
    ridges: [...new Set(homes.flatMap((home) => ridgesAround(land, home)))],
  };
}

function villagesAround(land: Land, home: number): number[] {
  const gentlest = new Map<string, { readonly cell: number; readonly slope: number }>();
  for (const { cell, across, down, metres } of cellsAround(land, home, VILLAGE_METRES)) {
    if (metres > VILLAGE_METRES || land.rivers[cell] !== 0) continue;
    const block = `${Math.floor(across / VILLAGE_BLOCK)} ${Math.floor(down / VILLAGE_BLOCK)}`;
    const slope = slopeOf(land, cell);
    if (slope < (gentlest.get(block)?.slope ?? VILLAGE_SLOPE)) gentlest.set(block, { cell, slope });
  }
  return [...gentlest.values()].map(({ cell }) => cell);
}

function ridgesAround(land: Land, home: number): number[] {
  const { heights } = land;
  const highest = new Map<string, number>();
  for (const { cell, across, down, metres } of cellsAround(land, home, RIDGE_METRES.most)) {
    if (metres < RIDGE_METRES.least || metres > RIDGE_METRES.most) continue;
    const quarter = `${across < 0} ${down < 0}`;
    if ((heights[cell] as number) > (heights[highest.get(quarter) ?? home] as number)) highest.set(quarter, cell);
  }
  return [...highest.values()];
}

/** The cells of a square around a cell, row by row, without those at the edge of the land. */
function* cellsAround({ columns, rows }: GroundFrame, home: number, reachMetres: number) {
  const reach = Math.ceil(reachMetres / CELL_METRES);
  const [column, row] = [home % columns, Math.floor(home / columns)];
  for (let down = -reach; down <= reach; down++)
    for (let across = -reach; across <= reach; across++) {
      const [x, y] = [column + across, row + down];
      if (x < 1 || y < 1 || x >= columns - 1 || y >= rows - 1) continue;
      yield { cell: y * columns + x, across, down, metres: Math.hypot(across, down) * CELL_METRES };
    }
}

/** The slope across the neighbours on both sides, as rise over run. */
const slopeOf = ({ heights, columns }: Land, cell: number): number =>
  Math.hypot(
    (heights[cell + 1] as number) - (heights[cell - 1] as number),
    (heights[cell + columns] as number) - (heights[cell - columns] as number),
  ) /
  (2 * CELL_METRES);
