import { expect, it } from 'vitest';
import {
  boxOf,
  cornersOfLine,
  type DrawnArea,
  inPaintingOrder,
  labelPlaces,
  paintArea,
  pixelsOf,
  type SpreadPen,
  shownAt,
} from './areas.ts';
import { probabilityColour, spreadColour } from './colours.ts';

const square = (west: number, south: number, degrees: number): [number, number][] => [
  [west, south],
  [west + degrees, south],
  [west + degrees, south + degrees],
  [west, south + degrees],
  [west, south],
];
const areaOf = (minutes: number, probability: number | null = null, degrees = minutes / 10_000): DrawnArea => ({
  minutes,
  probability,
  coordinates: [[square(103.6, 31.5, degrees)]],
});
/** A wedge from the ignition point to its head. @param east degrees that the head advances per hour, as is `north` */
const headAt = (hours: number, east: number, north: number): DrawnArea => ({
  minutes: hours * 60,
  probability: null,
  coordinates: [
    [
      [
        [103.6, 31.5],
        [103.6001, 31.5001],
        [103.6 + east * hours, 31.5 + north * hours],
        [103.6, 31.5],
      ],
    ],
  ],
});

it('with one member all areas up to the minute are drawn, with an ensemble only the areas of that minute', () => {
  expect(shownAt([areaOf(15), areaOf(60), areaOf(75)], 60)).toEqual([true, true, false]);
  const members = [60, 120].flatMap((minutes) => [areaOf(minutes, 0.1), areaOf(minutes, 0.9)]);
  expect(shownAt(members, 119)).toEqual([true, true, false, false]);
  expect(shownAt(members, 120)).toEqual([false, false, true, true]);
  expect(shownAt(members, 15)).toEqual([false, false, false, false]);
});

it('larger areas are painted below smaller ones', () => {
  expect(inPaintingOrder([areaOf(60), areaOf(15), areaOf(120)]).map(({ minutes }) => minutes)).toEqual([120, 60, 15]);
  expect(inPaintingOrder([areaOf(60, 0.9), areaOf(60, 0.1)]).map(({ probability }) => probability)).toEqual([0.1, 0.9]);
});

it('the picture contains all areas, at 4 m a pixel and never above 2,048 pixels', () => {
  const box = boxOf([areaOf(60, null, 0.01), areaOf(120, null, 0.02)]);
  expect(box).toMatchObject({ west: expect.closeTo(103.5998, 6), north: expect.closeTo(31.5202, 6) });
  // 0.0204° of latitude are 2,271 m.
  expect(box && pixelsOf(box).height).toBe(568);
  expect(pixelsOf({ west: 103, south: 31, east: 104, north: 32 })).toEqual({ width: 1_747, height: 2_048 });
  expect(boxOf([])).toBeNull();
});

it('an area is painted at its position, north up, and its holes stay empty', () => {
  const done: unknown[] = [];
  const pen: SpreadPen = {
    fillStyle: '',
    beginPath: () => undefined,
    closePath: () => done.push('close'),
    moveTo: (x, y) => done.push(['move', x, y]),
    lineTo: (x, y) => done.push([x, y]),
    fill: (rule) => done.push(rule),
  };
  const hole = square(0.25, 0.25, 0.5);
  paintArea(pen, { coordinates: [[square(0, 0, 1), hole]] }, '#fff', { west: 0, south: 0, east: 2, north: 1 }, { width: 200, height: 100 });
  expect(done.slice(0, 6)).toEqual([['move', 0, 100], [100, 100], [100, 0], [0, 0], [0, 100], 'close']);
  expect(done[6]).toEqual(['move', 25, 75]);
  expect(done.at(-1)).toBe('evenodd');
  expect(pen.fillStyle).toBe('#fff');
});

it('a line has no two consecutive equal corners, not even at its end', () => {
  const [a, b, c] = [
    [103.6, 31.5],
    [103.61, 31.5],
    [103.61, 31.51],
  ] as const;
  const line = [a, b, c].map(([lng, lat]) => ({ lng, lat }));
  expect(cornersOfLine([a, b, b, c, a, a, a])).toEqual(line);
  expect(cornersOfLine([a, b, c, [103.6000001, 31.5], a])).toEqual(line);
  expect(cornersOfLine([a, a, a, a])).toHaveLength(1);
});

it('an hour is labelled at its head; a quarter is not, nor is an hour in which the fire did not advance', () => {
  const areas = [areaOf(60, null, 0.001), areaOf(75, null, 0.002), areaOf(120, null, 0.01), areaOf(180, null, 0.01)];
  const places = labelPlaces(areas);
  expect(places.map((place) => place !== null)).toEqual([true, false, true, false]);
  expect(places[2]).toEqual([103.61, 31.51]);
});

it('of overlapping labels the later one is shown, in an ensemble the more probable one of the same hour', () => {
  // The head advances by about 17 m north and 14 m east an hour, less than a label needs, so only the last hour has room for its label.
  const small = [60, 120, 180, 240].map((minutes) => areaOf(minutes, null, minutes / 400_000));
  expect(labelPlaces(small).map((place) => place !== null)).toEqual([false, false, false, true]);
  const large = [60, 120, 180].map((minutes) => areaOf(minutes, null, minutes / 10_000));
  expect(labelPlaces(large).map((place) => place !== null)).toEqual([true, true, true]);
  // A label is wider than high: labels of heads that advance east overlap, labels of heads that advance north do not.
  const headed = (east: number, north: number) => [
    areaOf(15, null, 0.0001),
    ...[1, 2, 3, 4, 5, 6].map((hours) => headAt(hours, east, north)),
  ];
  expect(labelPlaces(headed(0, 0.004)).map((place) => place !== null)).toEqual([false, true, true, true, true, true, true]);
  expect(labelPlaces(headed(0.004, 0)).map((place) => place !== null)).toEqual([false, false, true, false, true, false, true]);
  const members = [60, 120].flatMap((minutes) => [0.9, 0.5, 0.1].map((sure, i) => areaOf(minutes, sure, (minutes + i) / 200_000)));
  expect(labelPlaces(members).map((place) => place !== null)).toEqual([false, false, true, false, false, true]);
});

const lightness = (colour: string) => [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0);

it('colours go from light to dark without reversal, by time and by probability', () => {
  const byTime = Array.from({ length: 25 }, (_, index) => lightness(spreadColour(index * 15, 360)));
  expect(byTime).toEqual(byTime.toSorted((a, b) => b - a));
  expect(new Set(byTime).size).toBe(25);
  expect(spreadColour(9_999, 360)).toBe(spreadColour(360, 360));
  const byProbability = [0.9, 0.5, 0.1].map((probability) => lightness(probabilityColour(probability)));
  expect(byProbability).toEqual(byProbability.toSorted((a, b) => b - a));
  expect(new Set(byProbability).size).toBe(3);
});
