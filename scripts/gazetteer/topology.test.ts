import { expect, test } from 'vitest';
import { coarser, geometriesOf, type Topology } from '../../packages/store/seed/topology.ts';

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

test('rings are closed, shared points occur once, and a border has the same points on both sides', () => {
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

test('a missing arc is an error, not a torn border', () => {
  const torn = { ...neighbours, arcs: neighbours.arcs.slice(0, 1) };
  expect(() => geometriesOf(torn)).toThrow('no arc 1');
});

test('a coarser topology keeps the points that the tolerance requires, the ends of every arc, and shared borders', () => {
  // The common edge bulges by a hundredth of a degree in its middle, and by a fifth of one further up.
  const bulging: typeof neighbours = {
    ...neighbours,
    transform: { scale: [0.01, 0.01], translate: [100, 0] },
    arcs: [
      [
        [100, 0],
        [1, 30],
        [-1, 30],
        [20, 20],
        [-20, 20],
      ],
      [
        [100, 100],
        [-100, 0],
        [0, -100],
        [100, 0],
      ],
      [
        [100, 100],
        [100, 0],
        [0, -100],
        [-100, 0],
      ],
    ],
  };
  const [west, east] = geometriesOf(coarser(bulging, 0.05)).map(({ geometry }) => geometry.coordinates[0]?.[0] ?? []);
  const border = [
    [101, 0],
    [101, 0.6],
    [101.2, 0.8],
    [101, 1],
  ];
  expect(west?.slice(0, 4)).toEqual(border);
  expect(east?.slice(-4)).toEqual(border);
  expect(geometriesOf(coarser(bulging, 0))[0]).toEqual(geometriesOf(bulging)[0]);
});
