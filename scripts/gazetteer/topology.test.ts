import { expect, test } from 'vitest';
import { geometriesOf, type Topology } from '../../packages/store/seed/topology.ts';

/** Two unit squares side by side that share arc 0 (their common edge, from (1,0) to (1,1)), in tenths of a degree from (100, 30). */
const neighbours: Topology<{ no: string }> = {
  type: 'Topology',
  transform: { scale: [0.1, 0.1], translate: [100, 30] },
  arcs: [
    [
      [1, 0],
      [0, 1],
    ],
    [
      [1, 1],
      [-1, 0],
      [0, -1],
      [1, 0],
    ],
    [
      [1, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ],
  ],
  objects: {
    cells: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', properties: { no: 'west' }, arcs: [[0, 1]] },
        { type: 'MultiPolygon', properties: { no: 'east' }, arcs: [[[2, 0]]] },
        { type: 'Polygon', properties: { no: 'east, the other way round' }, arcs: [[~0, ~2]] },
      ],
    },
  },
};

test('rings are closed, shared points stand once, and a border is the same points on both sides', () => {
  const [west, east, turned] = geometriesOf(neighbours).map(({ geometry }) => geometry.coordinates);
  const [a, b, c, d, e, f] = [
    [100.1, 30],
    [100.1, 30.1],
    [100, 30.1],
    [100, 30],
    [100.2, 30.1],
    [100.2, 30],
  ];
  expect(west).toEqual([[[a, b, c, d, a]]]);
  expect(east).toEqual([[[b, e, f, a, b]]]);
  expect(turned).toEqual([[[b, a, f, e, b]]]);
});

test('an arc that is not there is an error, not a torn border', () => {
  const torn = { ...neighbours, arcs: neighbours.arcs.slice(0, 1) };
  expect(() => geometriesOf(torn)).toThrow('no arc 1');
});
