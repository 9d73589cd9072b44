import { createSurface, demoRelief, distanceMetres, type Surface } from '@lookout/geo';
import { describe, expect, test } from 'vitest';
import { demoGround } from '../testing/demo-ground.ts';
import { byMotorbike, joined, onFoot, positionOn, routeOver } from './route.ts';

const relief = demoGround;
const level: Surface = { ...relief, heightAt: () => 1_000 };
const wenchuan = { lng: 103.59, lat: 31.477 };
const mianchi = { lng: 103.505, lat: 31.36 };

describe('pace', () => {
  test('4 km/h on foot and 40 km/h by motorbike on level ground, slower on steeper slopes', () => {
    expect(onFoot(0) * 3.6).toBeCloseTo(4, 6);
    expect(byMotorbike(0) * 3.6).toBeCloseTo(40, 6);
    for (const pace of [onFoot, byMotorbike]) {
      const uphill = [0, 0.1, 0.3, 0.5, 0.7].map(pace);
      expect(uphill).toEqual([...uphill].sort((a, b) => b - a));
    }
  });
});

describe('a route over the terrain', () => {
  test('On level ground a route is nearly straight and takes the time of the pace', () => {
    const to = { lng: 103.69, lat: 31.477 };
    const { metres, seconds, points } = routeOver(level, wenchuan, to, onFoot);
    expect(metres).toBeLessThan(distanceMetres(wenchuan, to) * 1.09);
    expect((metres / seconds) * 3.6).toBeCloseTo(4, 6);
    expect([points[0], points.at(-1)]).toEqual([
      { ...wenchuan, seconds: 0 },
      { ...to, seconds },
    ]);
  });

  test('A route goes around a mountain on the straight line', () => {
    const middle = { lng: 103.64, lat: 31.477 };
    const mountain: Surface = { ...relief, heightAt: (lng, lat) => Math.max(0, 1_200 - distanceMetres(middle, { lng, lat }) * 0.8) };
    const { points } = routeOver(mountain, wenchuan, { lng: 103.69, lat: 31.477 }, onFoot);
    const highest = Math.max(...points.map(({ lng, lat }) => mountain.heightAt(lng, lat) ?? 0));
    expect(highest).toBeLessThan(600);
  });

  test('Between two towns of a valley a route stays in the valley, never far above the higher town', () => {
    const { points } = routeOver(relief, wenchuan, mianchi, byMotorbike);
    const heights = points.map(({ lng, lat }) => relief.heightAt(lng, lat) ?? 0);
    expect(Math.max(...heights)).toBeLessThan(Math.max(heights[0] ?? 0, heights.at(-1) ?? 0) + 500);
  });

  test('the same ends give the same route', () => {
    expect(routeOver(relief, wenchuan, mianchi, onFoot)).toEqual(routeOver(createSurface(demoRelief()), wenchuan, mianchi, onFoot));
  });

  test('equal ends give a route of length 0', () => {
    expect(routeOver(relief, wenchuan, wenchuan, onFoot)).toEqual({ points: [{ ...wenchuan, seconds: 0 }], seconds: 0, metres: 0 });
  });

  test('a long route is planned within seconds of CPU time', () => {
    const before = process.cpuUsage();
    const { metres } = routeOver(relief, wenchuan, { lng: 102.962, lat: 33.576 }, byMotorbike);
    expect(metres).toBeGreaterThan(230_000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});

test('a position on a route is at its ends before and after, and never jumps', () => {
  const route = routeOver(relief, wenchuan, mianchi, byMotorbike);
  expect(positionOn(route, -5)).toEqual(wenchuan);
  expect(positionOn(route, route.seconds + 5)).toEqual(mianchi);
  let before = positionOn(route, 0);
  for (let seconds = 15; seconds < route.seconds + 15; seconds += 15) {
    const here = positionOn(route, seconds);
    expect(distanceMetres(before, here)).toBeLessThan((15 * 40) / 3.6 + 1);
    before = here;
  }
});

test('joined routes continue where the last one ended', () => {
  const out = routeOver(relief, wenchuan, mianchi, onFoot);
  const back = routeOver(relief, mianchi, wenchuan, onFoot);
  const loop = joined([out, back]);
  expect(loop.seconds).toBeCloseTo(out.seconds + back.seconds, 6);
  expect(positionOn(loop, out.seconds)).toEqual(mianchi);
  expect(loop.points.map(({ seconds }) => seconds)).toEqual([...loop.points.map(({ seconds }) => seconds)].sort((a, b) => a - b));
});
