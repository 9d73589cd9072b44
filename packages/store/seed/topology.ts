// TopoJSON → GeoJSON geometries: arcs shared by neighbours are stored once, so that borders meet exactly at every level.
// Format: TopoJSON specification 1.0, quantized arcs (section 2.1.3 "Arcs": delta-encoded, scaled by the transform).

export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: [number, number][][][];
}

interface Shape<P> {
  readonly properties: P;
  readonly type: 'Polygon' | 'MultiPolygon';
  /** Polygon: rings of arc numbers; MultiPolygon: an array of such polygons. ~n is arc n backwards. */
  readonly arcs: readonly unknown[];
}

export interface Topology<P> {
  readonly type: 'Topology';
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly objects: Readonly<Record<string, { readonly type: 'GeometryCollection'; readonly geometries: readonly Shape<P>[] }>>;
}

/** Every geometry of every object, in file order, in degrees rounded to 5 decimals (about a metre). */
export function geometriesOf<P>(topology: Topology<P>): { properties: P; geometry: MultiPolygon }[] {
  const arcs = topology.arcs.map((arc) => decodeArc(arc, topology.transform));
  return Object.values(topology.objects).flatMap(({ geometries }) =>
    geometries.map((shape) => {
      const polygons = (shape.type === 'Polygon' ? [shape.arcs] : shape.arcs) as number[][][];
      const coordinates = polygons.map((rings) => rings.map((ring) => joinArcs(ring, arcs)));
      return { properties: shape.properties, geometry: { type: 'MultiPolygon' as const, coordinates } };
    }),
  );
}

function decodeArc(arc: readonly (readonly [number, number])[], { scale, translate }: Topology<unknown>['transform']): [number, number][] {
  let x = 0;
  let y = 0;
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [round(x * scale[0] + translate[0]), round(y * scale[1] + translate[1])];
  });
}

/**
 * The topology with every arc simplified, for far views. Neighbours and levels share their arcs, so that borders still meet exactly. Uses
 * Douglas–Peucker: no removed point of an arc lies further from the simplified arc than the tolerance.
 * @param toleranceDegrees in degrees of latitude; converted to the same distance in degrees of longitude
 */
export function coarser<P>(topology: Topology<P>, toleranceDegrees: number): Topology<P> {
  const { scale, translate } = topology.transform;
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0];
    const steps = arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [x, y];
    });
    const latitude = (steps[0]?.[1] ?? 0) * scale[1] + translate[1];
    const metric = [scale[0] * Math.cos((latitude * Math.PI) / 180), scale[1]] as const;
    return deltasOf(simplified(steps, metric, toleranceDegrees));
  });
  return { ...topology, arcs };
}

type Point = readonly [number, number];

const deltasOf = (points: readonly Point[]): Point[] =>
  points.map(([x, y], index) => {
    const [beforeX, beforeY] = points[index - 1] ?? [0, 0];
    return [x - beforeX, y - beforeY];
  });

/** Keeps both end points, and the points between them that the tolerance requires. */
function simplified(points: readonly Point[], metric: Point, tolerance: number): readonly Point[] {
  const retained = new Set([0, points.length - 1]);
  const spans: [from: number, to: number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [furthest, at] = [tolerance, -1];
    for (let index = from + 1; index < to; index++) {
      const distance = distanceOf(points, index, from, to, metric);
      if (distance > furthest) [furthest, at] = [distance, index];
    }
    if (at < 0) continue;
    retained.add(at);
    spans.push([from, at], [at, to]);
  }
  return points.filter((_, index) => retained.has(index));
}

/** Distance of a point from the straight line between two others, in degrees. */
function distanceOf(points: readonly Point[], index: number, from: number, to: number, [scaleX, scaleY]: Point): number {
  const [startX, startY] = points[from] ?? [0, 0];
  const offset = (one: number): Point => {
    const [x, y] = points[one] ?? [0, 0];
    return [(x - startX) * scaleX, (y - startY) * scaleY];
  };
  const [pointX, pointY] = offset(index);
  const [endX, endY] = offset(to);
  const squared = endX * endX + endY * endY;
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, (pointX * endX + pointY * endY) / squared));
  return Math.hypot(pointX - along * endX, pointY - along * endY);
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

function joinArcs(ring: readonly number[], arcs: readonly [number, number][][]): [number, number][] {
  const points: [number, number][] = [];
  for (const number of ring) {
    const arc = arcs[number < 0 ? ~number : number];
    if (!arc) throw new Error(`the topology has no arc ${number}`);
    const directed = number < 0 ? arc.toReversed() : arc;
    // An arc begins at the last point of the one before: the shared point is stored once.
    points.push(...(points.length === 0 ? directed : directed.slice(1)));
  }
  return points;
}
