import { expect, it } from 'vitest';
import { reachDrawings } from './reach.ts';
import { reachColour } from './reach-colours.ts';

const square = (half: number) =>
  [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ].map(([x = 0, y = 0]) => ({ lng: 103.5 + x, lat: 31.4 + y }));
const centre = { lng: 103.5, lat: 31.4 };

it('the farthest area is drawn first, each area in the colour of its time; holes are outlined', () => {
  const drawings = reachDrawings({
    areas: [
      { minutes: 15, polygons: [[square(0.01)]] },
      { minutes: 30, polygons: [[square(0.03), square(0.02)], [square(0.001)]] },
    ],
    centre,
    text: '一队',
  });
  const areas = drawings.filter(({ shape }) => shape === 'area');
  expect(areas.map(({ colour }) => colour)).toEqual([reachColour(1), reachColour(1), reachColour(0)]);
  expect(areas.find(({ holes }) => holes?.length === 1)?.holes).toEqual([square(0.02)]);
  expect(drawings.filter(({ shape }) => shape === 'line').map(({ points }) => points)).toEqual([square(0.02)]);
  expect(drawings.at(-1)).toMatchObject({ shape: 'point', points: [centre], texts: ['一队'] });
});

it('a time in which nothing is reached has no area', () => {
  expect(reachDrawings({ areas: [{ minutes: 15, polygons: [] }], centre, text: '' })).toHaveLength(1);
});
