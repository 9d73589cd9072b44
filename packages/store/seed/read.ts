// Reads the files of the seed (see README.md beside it): grid tree, towns, boundaries with centres, county seats.
// Called once, when an empty database is filled; nothing here stays in memory afterwards.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type GridLevel, type GridNo, levelOf, parentOf } from '@lookout/domain';
import { coarser, geometriesOf, type MultiPolygon, type Topology } from './topology.ts';

export interface GridSeed {
  readonly no: GridNo;
  readonly name: string;
  readonly level: GridLevel;
  /** null for the nation only. */
  readonly parentNo: GridNo | null;
}

export interface BoundarySeed {
  readonly no: GridNo;
  readonly level: Exclude<GridLevel, 'nation' | 'town'>;
  /** WGS 84 degrees, always inside `geometry`: the label point of the source, else a point well inside. */
  readonly centre: { readonly lng: number; readonly lat: number };
  /** WGS 84 degrees [lng, lat], 5 decimals; rings closed, outer ring first. */
  readonly geometry: MultiPolygon;
  /** The same from far out, within FAR_TOLERANCE_DEGREES; borders meet exactly here too. */
  readonly farGeometry: MultiPolygon;
  /** Counties founded since the boundary was drawn (about 2017), out of its land. */
  readonly alsoHolds: readonly GridNo[];
  /** A prefecture that is exactly the union of its counties, a province that is that of its prefectures. */
  readonly isUnion: boolean;
}

/** About 1.1 km, the grid that far outlines are drawn on (packages/geo far-outline.ts). */
export const FAR_TOLERANCE_DEGREES = 0.01;

/** A county seat, from common knowledge: to be shown as 示意 wherever a county is concluded from it. */
export interface SeatSeed {
  readonly no: GridNo;
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  readonly approximate: true;
}

/** Nation, provinces, prefectures and counties, ordered by number: a parent comes before its children. */
export const readGrids = (): GridSeed[] => readRows('grids.json').map(toGrid);

/** Towns (9 digits), ordered by number; where a prefecture has no counties its towns hang on the prefecture. */
export const readTowns = (): GridSeed[] => readRows('towns.json.gz').map(toGrid);

/**
 * Boundaries of all provinces and prefectures, and of the counties that the source draws. One gapless coverage: a province is exactly the union
 * of its prefectures, a prefecture of its counties where these are drawn.
 */
export function readBoundaries(): BoundarySeed[] {
  const topology = readJson('boundaries.topo.json.gz') as Topology<{
    no: GridNo;
    lng: number;
    lat: number;
    alsoHolds?: GridNo[];
    isUnion?: true;
  }>;
  const far = geometriesOf(coarser(topology, FAR_TOLERANCE_DEGREES));
  return geometriesOf(topology).map(({ properties: { no, lng, lat, alsoHolds = [], isUnion = false }, geometry }, index) => ({
    no,
    level: boundaryLevel(no),
    centre: { lng, lat },
    geometry,
    farGeometry: far[index]?.geometry ?? geometry,
    alsoHolds,
    isUnion,
  }));
}

/**
 * The areas an alarm's prefecture is looked up in: every prefecture, and the provinces that have none (Taiwan, Hong Kong, Macau).
 * The province is read off the number found, so that province and prefecture cannot disagree and no gap lies between them.
 */
export function prefectureAreas(boundaries: readonly BoundarySeed[]): BoundarySeed[] {
  const divided = new Set(boundaries.filter((area) => area.level === 'prefecture').map((area) => parentOf(area.no)));
  return boundaries.filter((area) => area.level === 'prefecture' || (area.level === 'province' && !divided.has(area.no)));
}

/** County seats of the demo prefectures, ordered by number. */
export const readSeats = (): SeatSeed[] => (readJson('seats.json') as { seats: SeatSeed[] }).seats;

/** What only the map needs of names; see README.md for the sources. Never in the database. */
export interface MapNamesSeed {
  /** Names of provinces, prefectures and counties in Latin letters, without their kind. */
  readonly latin: readonly (readonly [no: GridNo, latin: string])[];
  /** Where a province's name stands, WGS 84 degrees. */
  readonly provinces: readonly (readonly [no: GridNo, lng: number, lat: number])[];
  /** Towns whose position is known; `isSeat`: the first by number of its county, which its seat nearly always is. */
  readonly towns: readonly (readonly [no: GridNo, name: string, latin: string, lng: number, lat: number, isSeat: boolean])[];
}

export const readMapNames = (): MapNamesSeed => readJson('map-names.json.gz') as MapNamesSeed;

/** The rivers of the map, gzipped JSON as it is sent: `{ lines: [level, [lng, lat, …]], names: [name, latin, lng, lat] }`. */
export const readRivers = (): Buffer => readFileSync(new URL('rivers.json.gz', import.meta.url));

const toGrid = ([no, name]: readonly [GridNo, string]): GridSeed => ({ no, name, level: levelOf(no), parentNo: parentOf(no) });

const readRows = (name: string) => (readJson(name) as { grids: [GridNo, string][] }).grids;

function readJson(name: string): unknown {
  const bytes = readFileSync(new URL(name, import.meta.url));
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

function boundaryLevel(no: GridNo): BoundarySeed['level'] {
  const level = levelOf(no);
  if (level === 'nation' || level === 'town') throw new Error(`the seed has no boundary for a ${level}: ${no}`);
  return level;
}
