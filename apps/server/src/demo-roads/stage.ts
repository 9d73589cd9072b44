// The land of the demo's stages and where its roads lead: towns, villages on gentle ground around them, ridges above.
import { cellOfPlace, type GroundFrame, placeOfCell, type RoadLine } from '@lookout/fire-model';
import { createSurface, DEMO_TOWNS, type DemoTown, degreesAt, demoRelief, demoRiverDistance, layeredGround } from '@lookout/geo';
import { type Land, layOutRoads, type Places } from './layout.ts';

const CELL_METRES = 200;
/** Of the relief from which roads are laid out: posts 305 m apart. The net's climbs are those of the ground itself. */
const LEVEL = 10;
/** The cells that the middle of a river runs through. */
const RIVER_KM = 0.12;
const MARGIN_DEGREES = 0.12;
const HIGHEST_METRES = 6_000;

/** Villages: every second cell around a town, where it is gentle. */
const VILLAGE_METRES = 2_000;
const VILLAGE_STEP = 2;
const VILLAGE_SLOPE = 0.25;
/** Ridges: the highest cell of each quarter around a town. */
const RIDGE_METRES = { least: 2_500, most: 5_500 } as const;

/** The roads of both full stages, with WGS 84 positions; some seconds of work. */
export const demoRoadLines = (): RoadLine[] => Object.values(DEMO_TOWNS).flatMap(roadsOfStage);

function roadsOfStage(towns: readonly DemoTown[]): RoadLine[] {
  const frame = frameOf(towns);
  const land = landOf(frame);
  return layOutRoads(land, placesOf(land, towns));
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
  const { columns, rows, heights, rivers } = land;
  const reachCells = Math.ceil(RIDGE_METRES.most / CELL_METRES);
  const villages = new Set<number>();
  const ridges = new Set<number>();
  const townCells = towns.map((town) => cellOfPlace(land, town));
  for (const home of townCells) {
    const [column, row] = [home % columns, Math.floor(home / columns)];
    const highest = new Map<string, number>();
    for (let down = -reachCells; down <= reachCells; down++)
      for (let across = -reachCells; across <= reachCells; across++) {
        const [x, y] = [column + across, row + down];
        if (x < 1 || y < 1 || x >= columns - 1 || y >= rows - 1) continue;
        const cell = y * columns + x;
        const metres = Math.hypot(across, down) * CELL_METRES;
        const isOnLattice = across % VILLAGE_STEP === 0 && down % VILLAGE_STEP === 0;
        if (metres <= VILLAGE_METRES && isOnLattice && rivers[cell] === 0 && slopeOf(land, cell) < VILLAGE_SLOPE) villages.add(cell);
        if (metres < RIDGE_METRES.least || metres > RIDGE_METRES.most) continue;
        const quarter = `${across < 0} ${down < 0}`;
        if ((heights[cell] as number) > (heights[highest.get(quarter) ?? home] as number)) highest.set(quarter, cell);
      }
    for (const cell of highest.values()) ridges.add(cell);
  }
  return { towns: townCells, villages: [...villages], ridges: [...ridges] };
}

/** Rise over run, to both sides. */
const slopeOf = ({ heights, columns }: Land, cell: number): number =>
  Math.hypot(
    (heights[cell + 1] as number) - (heights[cell - 1] as number),
    (heights[cell + columns] as number) - (heights[cell - columns] as number),
  ) /
  (2 * CELL_METRES);
