// How large imported shapes are: hectares of areas, kilometres of lines, on the sphere of equal area (6,371,007 m).
import type { LayerGeometry } from '@lookout/ingest';

const RADIUS_METRES = 6_371_007;
const RADIANS = Math.PI / 180;
type Line = readonly (readonly [number, number])[];

/** null of what is no area. */
export function areaHectares({ type, coordinates }: LayerGeometry): number | null {
  const polygons = type === 'Polygon' ? [coordinates as Line[]] : type === 'MultiPolygon' ? (coordinates as Line[][]) : null;
  if (polygons === null) return null;
  const squareMetres = polygons.reduce(
    (sum, [outer, ...holes]) => sum + ringSquareMetres(outer ?? []) - holes.reduce((hole, ring) => hole + ringSquareMetres(ring), 0),
    0,
  );
  return rounded(squareMetres / 10_000);
}

/** null of what is no line. */
export function lengthKilometres({ type, coordinates }: LayerGeometry): number | null {
  const lines = type === 'LineString' ? [coordinates as Line] : type === 'MultiLineString' ? (coordinates as Line[]) : null;
  return lines && rounded(lines.reduce((sum, line) => sum + lineMetres(line), 0) / 1000);
}

/** Chamberlain & Duquette, "Some algorithms for polygons on a sphere", JPL 07-03 (2007), eq. for edges between meridians. */
function ringSquareMetres(ring: Line): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i += 1) {
    const [lng0, lat0] = ring[i - 1] as readonly [number, number];
    const [lng1, lat1] = ring[i] as readonly [number, number];
    sum += (lng1 - lng0) * RADIANS * (2 + Math.sin(lat0 * RADIANS) + Math.sin(lat1 * RADIANS));
  }
  return Math.abs((sum * RADIUS_METRES ** 2) / 2);
}

function lineMetres(line: Line): number {
  let metres = 0;
  for (let i = 1; i < line.length; i += 1) {
    const [lng0, lat0] = line[i - 1] as readonly [number, number];
    const [lng1, lat1] = line[i] as readonly [number, number];
    const a =
      Math.sin(((lat1 - lat0) * RADIANS) / 2) ** 2 +
      Math.cos(lat0 * RADIANS) * Math.cos(lat1 * RADIANS) * Math.sin(((lng1 - lng0) * RADIANS) / 2) ** 2;
    metres += 2 * RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(a)));
  }
  return metres;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
