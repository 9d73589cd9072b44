import { expect, it } from 'vitest';
import { z } from 'zod';
import { gridNo, time } from './fields.ts';
import { timePlacesOf } from './time-places.ts';
import { readTimes, writeTimes } from './times.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 2, 0, seconds));
const step = z.object({ at: time, by: z.string() });
const shape = z.object({
  id: z.string(),
  gridNo,
  raisedAt: time,
  closed: step.nullable(),
  steps: z.array(step).optional(),
  byDay: z.record(z.string(), time),
});
const value = {
  id: 'one',
  gridNo: '513221',
  raisedAt: at(1),
  closed: { at: at(2), by: '甲' },
  steps: [
    { at: at(3), by: '乙' },
    { at: at(4), by: '丙' },
  ],
  byDay: { today: at(5) },
};

it('the times of a value are found in its schema: in fields, wrappers, arrays and records', () => {
  expect(timePlacesOf(shape)).toEqual({ raisedAt: true, closed: { at: true }, steps: { '*': { at: true } }, byDay: { '*': true } });
  expect(timePlacesOf(z.array(time))).toEqual({ '*': true });
  expect(timePlacesOf(z.object({ at: z.string() }))).toBeNull();
});

it('the variants of a union are read together, and a field that is a time in only one of them is refused', () => {
  const union = z.union([
    z.object({ sos: step }),
    z.object({ shift: z.object({ tookAt: time.nullable() }) }),
    z.object({ id: z.string() }),
  ]);
  expect(timePlacesOf(union)).toEqual({ sos: { at: true }, shift: { tookAt: true } });
  expect(() => timePlacesOf(z.union([step, z.object({ at: z.string() })]))).toThrow('a time in one variant');
});

it('a schema that contains itself ends', () => {
  const tree = z.object({
    at: time,
    get parts() {
      return z.array(tree);
    },
  });
  expect(timePlacesOf(tree)).toEqual({ at: true });
});

it('writing and reading times are inverse, and what is absent or null stays so', () => {
  const places = timePlacesOf(shape);
  const written = writeTimes(places, value);
  expect(written).toMatchObject({ raisedAt: '2026-11-21 10:00:01', steps: [{ at: '2026-11-21 10:00:03', by: '乙' }, {}] });
  expect(shape.parse(written)).toEqual(value);
  expect(readTimes(places, written)).toEqual(value);
  const { steps: _, ...without } = { ...value, closed: null };
  expect(readTimes(places, writeTimes(places, without))).toEqual(without);
});
