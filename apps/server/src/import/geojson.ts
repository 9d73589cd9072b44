// Shapes as GeoJSON (RFC 7946) gives them, held to what the area index can answer for.
import { type FileFault, fileFault } from '@lookout/domain';
import type { MultiPolygon } from '@lookout/store';

type Ring = [number, number][];

/** A Polygon or MultiPolygon in WGS 84 degrees, as a MultiPolygon; else why not. */
export function readShape(geometry: unknown): MultiPolygon | FileFault {
  const { type, coordinates } = (typeof geometry === 'object' && geometry !== null ? geometry : {}) as {
    type?: unknown;
    coordinates?: unknown;
  };
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return fileFault('shape-type', { wanted: 'area', found: type === undefined || type === null ? null : String(type) });
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0) return fileFault('shape-empty');
  const read: Ring[][] = [];
  for (const polygon of polygons) {
    if (!Array.isArray(polygon) || polygon.length === 0) return fileFault('polygon-without-ring');
    const rings: Ring[] = [];
    for (const ring of polygon) {
      const outcome = readRing(ring);
      if ('code' in outcome) return outcome;
      rings.push(outcome);
    }
    read.push(rings);
  }
  return { type: 'MultiPolygon', coordinates: read };
}

function readRing(ring: unknown): Ring | FileFault {
  if (!Array.isArray(ring) || ring.length < 4) return fileFault('ring-too-short', { least: 4 });
  const points: Ring = [];
  for (const point of ring) {
    const [lng, lat] = Array.isArray(point) ? point : [];
    if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat))
      return fileFault('point-not-coordinates');
    // Metres of a projected file are far outside degrees: the most common mistake with official data.
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return fileFault('coordinates-not-degrees', { lng, lat });
    points.push([lng, lat]);
  }
  const [first, last] = [points[0], points.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) points.push([first[0], first[1]]);
  return points;
}

/** The centroid of the largest outer ring, by the shoelace formula on degrees: good enough to label and fly to. */
export function centreOf({ coordinates }: MultiPolygon): { lng: number; lat: number } {
  let best = { lng: 0, lat: 0, area: -1 };
  for (const [outer] of coordinates) {
    if (!outer) continue;
    let [area, x, y] = [0, 0, 0];
    for (let i = 1; i < outer.length; i += 1) {
      const [x0, y0] = outer[i - 1] as [number, number];
      const [x1, y1] = outer[i] as [number, number];
      const cross = x0 * y1 - x1 * y0;
      area += cross;
      x += (x0 + x1) * cross;
      y += (y0 + y1) * cross;
    }
    const [lng, lat] = outer[0] as [number, number];
    const centre = area === 0 ? { lng, lat } : { lng: x / (3 * area), lat: y / (3 * area) };
    if (Math.abs(area) > best.area) best = { ...centre, area: Math.abs(area) };
  }
  return { lng: best.lng, lat: best.lat };
}
