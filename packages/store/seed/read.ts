// Reads the seed files (see README.md in this folder): grid tree, towns, boundaries with centres, county seats. Called once, when an empty
// database is filled; nothing is retained in memory afterwards.
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
  /** WGS 84 degrees, always inside `geometry`: the label point of the source, otherwise a point well inside. */
  readonly centre: { readonly lng: number; readonly lat: number };
  /** WGS 84 degrees [lng, lat], 5 decimals; rings closed, outer ring first. */
  readonly geometry: MultiPolygon;
  /** The simplified geometry for far views, within FAR_TOLERANCE_DEGREES; borders meet exactly here too. */
  readonly farGeometry: MultiPolygon;
  /** Counties founded on land of this one since the boundary was drawn (about 2017). */
  readonly alsoHolds: readonly GridNo[];
  /** Whether a prefecture is exactly the union of its counties, or a province that of its prefectures. */
  readonly isUnion: boolean;
}

/** About 1.1 km, the resolution of far outlines (packages/geo far-outline.ts). */
export const FAR_TOLERANCE_DEGREES = 0.01;

/** A county seat, from general knowledge: a county inferred from a seat must be shown as 示意. */
export interface SeatSeed {
  readonly no: GridNo;
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  readonly approximate: true;
}

/** Nation, provinces, prefectures and counties, ordered by number: a parent comes before its children. */
export const readGrids = (): GridSeed[] => readRows('grids.json').map(toGrid);

/** Towns (9 digits), ordered by number; where a prefecture has no counties, its towns belong directly to the prefecture. */
export const readTowns = (): GridSeed[] => readRows('towns.json.gz').map(toGrid);

/**
 * Boundaries of all provinces and prefectures, and of the counties that the source includes. They form one gapless coverage: a province is
 * exactly the union of its prefectures, and a prefecture that of its counties where the source has them.
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
 * The areas used to look up an alarm's prefecture: every prefecture, and the provinces that have none (Taiwan, Hong Kong, Macau). The
 * province is derived from the number found, so that province and prefecture cannot disagree and no gap lies between them.
 */
export function prefectureAreas(boundaries: readonly BoundarySeed[]): BoundarySeed[] {
  const divided = new Set(boundaries.filter((area) => area.level === 'prefecture').map((area) => parentOf(area.no)));
  return boundaries.filter((area) => area.level === 'prefecture' || (area.level === 'province' && !divided.has(area.no)));
}

/** County seats of the demo prefectures, ordered by number. */
export const readSeats = (): SeatSeed[] => (readJson('seats.json') as { seats: SeatSeed[] }).seats;

/** Names that only the map needs; see README.md for the sources. They are never stored in the database. */
export interface MapNamesSeed {
  /** Names of provinces, prefectures and counties in Latin script, without the word for the administrative level. */
  readonly latin: readonly (readonly [no: GridNo, latin: string])[];
  /** Label position of each province, WGS 84 degrees. */
  readonly provinces: readonly (readonly [no: GridNo, lng: number, lat: number])[];
  /** Towns whose position is known; `isSeat`: the first town of its county by number, which is nearly always the county seat. */
  readonly towns: readonly (readonly [no: GridNo, name: string, latin: string, lng: number, lat: number, isSeat: boolean])[];
}

export const readMapNames = (): MapNamesSeed => readJson('map-names.json.gz') as MapNamesSeed;

/** The rivers of the map, as gzipped JSON ready to send: `{ lines: [level, [lng, lat, …]], names: [name, latin, lng, lat] }`. */
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
