import { HOUR_MS } from '@lookout/domain';
import { createSurface, demoRelief, distanceMetres } from '@lookout/geo';
import { expect, test } from 'vitest';
import { STEEPEST_WALK } from '../ground/route.ts';
import { countiesOf, liesIn } from '../places.ts';
import { demoGround } from '../testing/demo-ground.ts';
import { createPatrol, roster } from './patrol.ts';

const surface = demoGround;
const START = Date.parse('2026-11-21T09:00:00+08:00');
const [first, , , , , , , , , , , , , second] = roster;
if (!first || !second) throw new Error('no rangers');
const patrols = [first, second].map((post) => ({ post, patrol: createPatrol(1, post, surface) }));

test('There are twenty rangers in the counties of Aba, the last with the bound phone', () => {
  expect(roster.map(({ userName }) => userName)).toEqual(Array.from({ length: 20 }, (_, n) => `ranger${String(n + 1).padStart(2, '0')}`));
  expect(roster.filter(({ deviceId }) => deviceId).map(({ userName, deviceId }) => [userName, deviceId])).toEqual([
    ['ranger20', 'demo-device-20'],
  ]);
  const counties = countiesOf('aba');
  expect(roster.every(({ home }, n) => liesIn(counties[n % counties.length] as (typeof counties)[number], home))).toBe(true);
});

test.each(patrols)('$post.userName walks a loop of some kilometres on walkable slopes, at less than 4.8 km/h', ({ patrol }) => {
  const { points, metres, seconds } = patrol.route;
  expect(metres).toBeGreaterThan(3_000);
  expect((metres / seconds) * 3.6).toBeLessThan(4.8);
  const slopes = points.slice(1).map((point, n) => {
    const before = points[n] ?? point;
    const rise = (surface.heightAt(point.lng, point.lat) ?? 0) - (surface.heightAt(before.lng, before.lat) ?? 0);
    return Math.abs(rise) / distanceMetres(before, point);
  });
  expect(Math.max(...slopes)).toBeLessThanOrEqual(STEEPEST_WALK * 1.01);
  expect(points.at(-1)).toMatchObject({ lng: points[0].lng, lat: points[0].lat });
});

test.each(patrols)('the position of $post.userName is a function of the time, and never jumps', ({ post, patrol }) => {
  const again = createPatrol(1, post, createSurface(demoRelief()));
  const other = createPatrol(2, post, surface);
  let before = patrol.positionAt(START);
  let moved = 0;
  for (let ms = START; ms < START + 6 * HOUR_MS; ms += 15_000) {
    const here = patrol.positionAt(ms);
    expect(here).toEqual(again.positionAt(ms));
    const metres = distanceMetres(before, here);
    // Tobler's function gives at most 4.8 km/h, on the best downhill slope.
    expect(metres).toBeLessThan((15 * 4.8) / 3.6 + 0.5);
    moved += metres;
    before = here;
  }
  expect(moved).toBeGreaterThan(4_000);
  expect(other.positionAt(START)).not.toEqual(patrol.positionAt(START));
});
