// Random places with the county in which the source draws them, before any cleaning or simplification: the seed is tested against them.
import { gcj02ToWgs84 } from '../../packages/geo/src/coordinates/datum.ts';
import { contains } from './inside.mjs';

/** Gives some 2,000 places in all prefectures together. */
const PLACES_A_PREFECTURE = 6;
/** Nearer to a border, cleaning and simplification may legitimately give another county. */
const BORDER_METRES = 300;
/** A prefecture of small islands has no place that far from its shore. */
const MOST_TRIES = 20_000;
const METRES_PER_DEGREE = 111_195;

/**
 * @param {import('./county-maps.mjs').DrawnCounty[]} counties in GCJ-02
 * @returns {[number, number, string][]} lng, lat in WGS 84 with 5 decimals, number in the tree
 */
export function drawnPlaces(counties) {
  const random = mulberry32(20_261_122);
  const drawn = counties.map((county) => ({ ...county, box: boxOf(county.polygons) }));
  const prefectures = Map.groupBy(drawn, ({ no }) => no.slice(0, 4));
  return [...prefectures.values()].flatMap((own) => {
    const places = [];
    for (let tries = 0; places.length < PLACES_A_PREFECTURE && tries < MOST_TRIES; tries++) {
      const { no, polygons, box } = own[Math.floor(random() * own.length)];
      const place = [box.west + random() * (box.east - box.west), box.south + random() * (box.north - box.south)];
      if (!contains({ coordinates: polygons }, place)) continue;
      const near = drawn.filter((other) => isNear(other.box, place));
      if (near.some((other) => other.no !== no && contains({ coordinates: other.polygons }, place))) continue;
      if (near.some((other) => borderMetres(other.polygons, place) < BORDER_METRES)) continue;
      places.push([...gcj02ToWgs84(place).map((degrees) => Math.round(degrees * 1e5) / 1e5), no]);
    }
    return places;
  });
}

function boxOf(polygons) {
  const points = polygons.flat(2);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of points) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { west, south, east, north };
}

/** Whether the point is in the box or within some 500 m of it. */
const isNear = ({ west, south, east, north }, [lng, lat]) =>
  lng > west - 0.01 && lng < east + 0.01 && lat > south - 0.005 && lat < north + 0.005;

/** Distance to the nearest border, metres; plane geometry, accurate to 1 % over so short a distance. */
function borderMetres(polygons, [lng, lat]) {
  const [east, north] = [METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180), METRES_PER_DEGREE];
  let nearest = Infinity;
  for (const ring of polygons.flat()) {
    let [ax, ay] = [(ring[0][0] - lng) * east, (ring[0][1] - lat) * north];
    for (const [x, y] of ring) {
      const [bx, by] = [(x - lng) * east, (y - lat) * north];
      const [dx, dy] = [bx - ax, by - ay];
      const along = dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
      nearest = Math.min(nearest, Math.hypot(ax + along * dx, ay + along * dy));
      [ax, ay] = [bx, by];
    }
  }
  return nearest;
}

/** The same places every time (T. Ettinger's mulberry32). */
function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
