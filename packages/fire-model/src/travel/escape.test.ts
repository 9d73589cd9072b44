import { describe, expect, it } from 'vitest';
import { cellsAround } from '../growth/frame.ts';
import { createEscapes, type EscapeGround } from './escape.ts';
import { createWalkGround, placeOfCell } from './walk-ground.ts';

const SIDE = 41;
const CELL = 30;
const { frame } = cellsAround({ lng: 103.5, lat: 31.5 }, 20 * CELL, CELL);
const NEVER = Number.POSITIVE_INFINITY;
const cellOf = (column: number, row: number) => row * SIDE + column;
const placeAt = (column: number, row: number) => placeOfCell(frame, cellOf(column, row));

/** Level open ground; a fire by column and row. */
function groundOf(
  arrival: (column: number, row: number) => number,
  given: Partial<Record<'bare' | 'water', (column: number, row: number) => boolean>> = {},
): EscapeGround {
  const each = <T>(of: (column: number, row: number) => T) =>
    Array.from({ length: SIDE * SIDE }, (_, cell) => of(cell % SIDE, Math.floor(cell / SIDE)));
  const water = Uint8Array.from(each((x, y) => (given.water?.(x, y) ? 1 : 0)));
  return {
    walk: createWalkGround(frame, { heights: new Float32Array(SIDE * SIDE), factors: Float32Array.from(water, (is) => 1 - is) }),
    bare: Uint8Array.from(each((x, y) => (given.bare?.(x, y) ? 1 : 0))),
    water,
    arrivalMinutes: Float32Array.from(each(arrival)),
    separationMetres: 30,
  };
}
/** A front from the west that advances a column in six minutes, as far as column 30; rows 0 to 5 do not burn. */
const front = (column: number, row: number) => (column <= 30 && row > 5 ? column * 6 : NEVER);
/** Walking speed off paths on level ground. */
const METRES_A_SECOND = (6 * Math.exp(-3.5 * 0.05) * 0.6) / 3.6;

describe('a person in front of a fire', () => {
  const [outlook] = createEscapes(groundOf(front), 0).outlooks([placeAt(28, 30)]);
  it('the person has the time until the fire is nearer than the separation, and walks to ground that it does not reach', () => {
    // One cell nearer, because of the separation.
    expect(outlook?.arrivalMinutes).toBe(27 * 6);
    expect(outlook?.escape?.kind).toBe('clear');
    const [end = 0] = [outlook?.escape?.place.lng];
    expect(end).toBeCloseTo(placeAt(32, 30).lng, 6);
    expect(outlook?.escape?.metres).toBeCloseTo(4 * CELL, 0);
    expect(outlook?.escape?.seconds).toBeCloseTo((4 * CELL) / METRES_A_SECOND, 0);
    expect(outlook?.margin).toEqual({ minutes: 27 * 6 - (outlook?.escape?.seconds ?? 0) / 60, class: 'safe' });
    expect(outlook?.escape?.path[0]).toEqual(placeAt(28, 30));
    expect(outlook?.escape?.path.at(-1)).toEqual(outlook?.escape?.place);
  });

  it('the person has less time as the front advances, and none where it has arrived', () => {
    const classes = [0, 120, 150, 160, 175].map((now) => createEscapes(groundOf(front), now).outlooks([placeAt(28, 30)])[0]?.margin.class);
    expect(classes).toEqual(['safe', 'watch', 'alarm', 'too-late', 'no-way-out']);
  });
});

describe('a place', () => {
  it('a place outside the burning area, or outside the ground, is safe', () => {
    const { outlooks } = createEscapes(groundOf(front), 0);
    const [beyond, beside, outside] = outlooks([placeAt(35, 30), placeAt(31, 30), { lng: 100, lat: 30 }]);
    expect(beyond).toMatchObject({ arrivalMinutes: null, escape: null, margin: { minutes: null, class: 'not-threatened' } });
    // The place is nearer to the burning area than the separation.
    expect(beside?.arrivalMinutes).toBe(180);
    expect(outside?.margin.class).toBe('not-threatened');
  });

  it('a place that has burned out is safe again, and the route there is open', () => {
    // A strip that burned two hours ago next to an advancing one, with water on the other side.
    const ground = groundOf((column) => (column < 10 ? 0 : column < 20 ? 300 : NEVER), { water: (column) => column >= 14 });
    const [outlook] = createEscapes(ground, 120).outlooks([placeAt(12, 20)]);
    expect(outlook?.escape?.kind).toBe('burnt');
    expect(outlook?.escape?.place.lng).toBeLessThan(placeAt(9, 20).lng);
    const [inside] = createEscapes(ground, 120).outlooks([placeAt(5, 20)]);
    expect(inside?.margin.class).toBe('not-threatened');
    // While the strip is hot it is not a refuge.
    expect(createEscapes(ground, 20).outlooks([placeAt(12, 20)])[0]?.margin.class).toBe('no-way-out');
  });

  it('a place without fuel is safe only when it is wide enough', () => {
    const wide = (half: number) =>
      groundOf((column, row) => (Math.abs(column - 20) <= half && Math.abs(row - 20) <= half ? NEVER : 200), { bare: () => true });
    expect(createEscapes(wide(3), 0).outlooks([placeAt(14, 20)])[0]?.escape?.kind).toBe('bare');
    expect(createEscapes(wide(0), 0).outlooks([placeAt(14, 20)])[0]?.margin.class).toBe('no-way-out');
  });

  it('a safe place at water is on its bank, never in it', () => {
    const ground = groundOf((column) => (column < 20 ? 200 : NEVER), { water: (column) => column >= 22 });
    const [outlook] = createEscapes(ground, 0).outlooks([placeAt(15, 20)]);
    expect(outlook?.escape?.kind).toBe('water');
    expect(outlook?.escape?.place.lng).toBeCloseTo(placeAt(21, 20).lng, 6);
  });
});

it('a route that the fire closes is not used, even if it is the shortest', () => {
  // The short way out in the east is about to burn, the long one in the north is open.
  const ground = groundOf((column, row) => (column < 5 ? NEVER : row < 8 ? NEVER : column > 24 ? (column < 30 ? 12 : NEVER) : 240));
  const [outlook] = createEscapes(ground, 0).outlooks([placeAt(21, 20)]);
  expect(outlook?.escape?.kind).toBe('clear');
  expect(outlook?.escape?.place.lat).toBeGreaterThan(placeAt(20, 8).lat);
  const shut = groundOf((column) => (column === 20 || column === 22 ? 5 : column === 21 ? 60 : 200));
  expect(createEscapes(shut, 0).outlooks([placeAt(21, 20)])[0]).toMatchObject({ escape: null, margin: { class: 'no-way-out' } });
});

it('the front is reported up to a distance of a kilometre', () => {
  const { outlooks } = createEscapes(groundOf(front), 30);
  const [near, here] = outlooks([placeAt(15, 30), placeAt(3, 30)]);
  expect(near?.frontMetres).toBeCloseTo(10 * CELL, 0);
  expect(here?.frontMetres).toBe(0);
  expect(createEscapes(groundOf(front), -1).outlooks([placeAt(15, 30)])[0]?.frontMetres).toBeNull();
});

it('safe places of every kind are listed, the nearest first, and not too many', () => {
  const ground = groundOf((column) => (column < 30 ? 100 : NEVER), { bare: (column) => column >= 36, water: (_column, row) => row < 3 });
  const { safePlaces } = createEscapes(ground, 0);
  const places = safePlaces(placeAt(28, 20), 600, 100);
  expect(new Set(places.map(({ kind }) => kind))).toEqual(new Set(['clear', 'bare', 'water']));
  expect(places.map(({ metres }) => metres)).toEqual(places.map(({ metres }) => metres).toSorted((a, b) => a - b));
  expect(places[0]?.kind).toBe('clear');
  expect(safePlaces(placeAt(28, 20), 600, 2)).toEqual(places.slice(0, 2));
  expect(safePlaces({ lng: 0, lat: 0 }, 600, 2)).toEqual([]);
});
