import { destination } from '@lookout/geo';
import { expect, it } from 'vitest';
import { routeDrawings } from './route.ts';

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

it('a route without stages is not drawn', () => {
  expect(routeDrawings({ stages: [], text: '' })).toEqual([]);
});
