// Plain point-in-polygon for the generator (even-odd rule over all rings), and a point well inside.

/** @param {{ coordinates: number[][][][] }} geometry MultiPolygon @param {number[]} point [lng, lat] */
export const contains = (geometry, [lng, lat]) => crossings(geometry, lat).filter((x) => x > lng).length % 2 === 1;

/** The middle of the longest inner section of the parallel through the middle of the largest polygon. */
export function pointInside({ coordinates }) {
  const [largest] = coordinates.toSorted((a, b) => ringArea(b[0]) - ringArea(a[0]));
  const lats = largest[0].map(([, y]) => y);
  const lat = (Math.min(...lats) + Math.max(...lats)) / 2 + 1e-7;
  const xs = crossings({ coordinates: [largest] }, lat).sort((a, b) => a - b);
  let best = [0, 0];
  for (let at = 0; at + 1 < xs.length; at += 2) if (xs[at + 1] - xs[at] > best[1] - best[0]) best = [xs[at], xs[at + 1]];
  return [(best[0] + best[1]) / 2, lat];
}

function crossings({ coordinates }, lat) {
  const xs = [];
  for (const ring of coordinates.flat())
    for (let i = 1; i < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]];
      if (y1 > lat !== y2 > lat) xs.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1));
    }
  return xs;
}

const ringArea = (ring) =>
  Math.abs(ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0));
