import { describe, expect, it } from 'vitest';
import type { AlarmFacts } from './alarm.ts';
import { boxAround, isSamePlace, SAME_PLACE_MS } from './nearness.ts';
import { haversineMetres } from './place-bearing.ts';

const camera = (monitorId: string) => ({ kind: 'camera', monitorId }) as AlarmFacts;
const said = (id: string, facts: AlarmFacts, lng = 103.5, hours = 0) => ({
  id,
  facts,
  position: { lng, lat: 31.5 },
  observedAt: new Date(hours * 3_600_000),
});

describe('the same place', () => {
  it('is within 3 km and 24 h, from another source, both ways', () => {
    const one = said('1', camera('a'));
    const cases: [ReturnType<typeof said>, boolean][] = [
      [said('2', camera('b')), true],
      [said('2', camera('a')), false],
      [said('1', camera('b')), false],
      [said('2', camera('b'), 103.531), true],
      [said('2', camera('b'), 103.532), false],
      [said('2', camera('b'), 103.5, SAME_PLACE_MS / 3_600_000), true],
      [said('2', camera('b'), 103.5, 24.01), false],
    ];
    for (const [other, expected] of cases) {
      expect([isSamePlace(one, other), isSamePlace(other, one)]).toEqual([expected, expected]);
    }
  });

  it.each([0, 31.5, -60, 89.95])('the box at latitude %f holds the whole circle', (lat) => {
    const box = boxAround({ lng: 103.5, lat }, 50_000);
    expect(haversineMetres({ lng: 103.5, lat }, { lng: 103.5, lat: box.south })).toBeGreaterThanOrEqual(50_000);
    if (box.east - 103.5 < 180) expect(haversineMetres({ lng: 103.5, lat }, { lng: box.east, lat })).toBeGreaterThanOrEqual(50_000);
  });
});
