import { destination, distanceMetres } from '@lookout/geo';
import { expect, it } from 'vitest';
import { dashesOf, routeDrawings } from './route.ts';

const start = { lng: 103.5, lat: 31.4 };
const corner = destination(start, 90, 1_000);
const end = destination(corner, 0, 500);

it('the driven stage is one line, the walked one starts at its end and is dashed; the text is at the start', () => {
  const drawings = routeDrawings({
    stages: [
      { by: 'road', path: [start, corner] },
      { by: 'foot', path: [corner, end] },
    ],
    text: '一队 25 分钟',
  });
  const [road, ...walk] = drawings.filter(({ shape }) => shape === 'line');
  expect(road?.points).toEqual([start, corner]);
  expect(walk.length).toBeGreaterThan(5);
  expect(walk[0]?.points[0]).toEqual(corner);
  expect(drawings.at(-1)).toMatchObject({ shape: 'point', points: [start], texts: ['一队 25 分钟'] });
});

it('dashes and gaps have their set lengths, and a dash follows a bend', () => {
  const dashes = dashesOf([start, corner, end], 300, 100);
  expect(dashes).toHaveLength(4);
  for (const [index, dash] of dashes.entries()) {
    const metres = dash.reduce((sum, place, at) => sum + (at === 0 ? 0 : distanceMetres(dash[at - 1] as typeof place, place)), 0);
    expect(metres).toBeCloseTo(300, 3);
    // The third dash, from 800 to 1,100 m, goes round the corner.
    expect(dash).toHaveLength(index === 2 ? 3 : 2);
  }
  expect(dashes[2]?.[1]).toEqual(corner);
  expect(distanceMetres(dashes[0]?.[1] as typeof start, dashes[1]?.[0] as typeof start)).toBeCloseTo(100, 3);
});

it('a path of one point or none is drawn without lines', () => {
  expect(dashesOf([], 10, 10)).toEqual([]);
  expect(dashesOf([start], 10, 10)).toEqual([]);
  expect(routeDrawings({ stages: [], text: '' })).toEqual([]);
});
