// TopoJSON → GeoJSON geometries: arcs shared by neighbours are stored once, so that borders meet exactly at every level.
// Format: TopoJSON specification 1.0, quantized arcs (section 2.1.3 "Arcs": delta-encoded, scaled by the transform).

export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: [number, number][][][];
}

interface Shape<P> {
  readonly properties: P;
  readonly type: 'Polygon' | 'MultiPolygon';
  /** Polygon: rings of arc numbers; MultiPolygon: polygons of those. ~n is arc n backwards. */
  readonly arcs: readonly unknown[];
}

export interface Topology<P> {
  readonly type: 'Topology';
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly objects: Readonly<Record<string, { readonly type: 'GeometryCollection'; readonly geometries: readonly Shape<P>[] }>>;
}

/** Every geometry of every object, in the order they stand, in degrees rounded to 5 decimals (about a metre). */
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

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

function joinArcs(ring: readonly number[], arcs: readonly [number, number][][]): [number, number][] {
  const points: [number, number][] = [];
  for (const number of ring) {
    const arc = arcs[number < 0 ? ~number : number];
    if (!arc) throw new Error(`the topology has no arc ${number}`);
    const directed = number < 0 ? arc.toReversed() : arc;
    // An arc begins where the last one ended: the shared point is stored once.
    points.push(...(points.length === 0 ? directed : directed.slice(1)));
  }
  return points;
}
