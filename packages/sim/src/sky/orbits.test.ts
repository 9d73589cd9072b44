import { DAY_MS } from '@lookout/domain';
import { expect, test } from 'vitest';
import { fleet, pixelSize, products } from '../satellites/fleet.ts';
import { passesOver } from './orbits.ts';
import { solarHour, sunElevationDegrees } from './sun.ts';

const WENCHUAN = { lng: 103.59, lat: 31.477 };
const START = Date.parse('2026-06-01T00:00:00Z');
const DAYS = 16;

const passes = (code: string) => {
  const satellite = fleet.find((one) => one.code === code);
  if (!satellite) throw new Error(`no satellite ${code}`);
  return passesOver(satellite.orbit, WENCHUAN, START, START + DAYS * DAY_MS);
};
const hours = (code: string) => passes(code).map((pass) => solarHour(WENCHUAN.lng, pass.atMs));
const within = (low: number, high: number) => (hour: number) => hour >= low && hour <= high;

test.each([
  ['N', within(11.4, 15.4), within(-0.6, 3.4)],
  ['N20', within(11.4, 15.4), within(-0.6, 3.4)],
  ['Aqua', within(12, 15), within(0, 3)],
  ['Terra', within(9, 12), within(21, 24)],
] as const)('%s passes at its local times, by day and by night', (code, byDay, byNight) => {
  const all = hours(code).map((hour) => (code !== 'Terra' && hour > 23.4 ? hour - 24 : hour));
  expect(all.filter((hour) => !byDay(hour) && !byNight(hour))).toEqual([]);
  expect(all.filter(byDay).length).toBeGreaterThanOrEqual(DAYS * 0.75);
  expect(all.filter(byNight).length).toBeGreaterThanOrEqual(DAYS * 0.75);
});

test('the wide swath of VIIRS has passes every day', () => {
  for (const code of ['N', 'N20']) {
    const days = new Set(passes(code).map((pass) => Math.floor((pass.atMs - START) / DAY_MS)));
    expect(days.size).toBe(DAYS);
  }
});

test('no pass is further off the track than half its swath, and distances vary', () => {
  const off = passes('N').map((pass) => pass.offTrackKilometres);
  expect(Math.max(...off)).toBeLessThanOrEqual(1530);
  expect(Math.min(...off)).toBeLessThan(300);
  expect(Math.max(...off)).toBeGreaterThan(1200);
});

test('passes do not depend on how a period is split', () => {
  const orbit = fleet[0]?.orbit;
  if (!orbit) throw new Error('no fleet');
  const pieces = Array.from({ length: DAYS * 4 }, (_, n) =>
    passesOver(orbit, WENCHUAN, START + (n * DAY_MS) / 4, START + ((n + 1) * DAY_MS) / 4),
  );
  expect(pieces.flat()).toEqual(passes('N'));
});

test('pixels have the published size at nadir and at the edge of the swath', () => {
  const size = (code: string, product: 'viirs' | 'modis', km: number) => {
    const orbit = fleet.find((one) => one.code === code)?.orbit;
    if (!orbit) throw new Error(`no satellite ${code}`);
    const { scan, track } = pixelSize(products[product].optics, orbit, km);
    return [Math.round(scan * 100) / 100, Math.round(track * 100) / 100];
  };
  expect(size('N', 'viirs', 0)).toEqual([0.39, 0.37]);
  expect(size('Terra', 'modis', 0)).toEqual([1, 1]);
  const [viirsScan = 0, viirsTrack = 0] = size('N', 'viirs', 1530);
  expect(viirsScan).toBeGreaterThan(0.7);
  expect(viirsScan).toBeLessThan(0.9);
  expect(viirsTrack).toBeGreaterThan(0.7);
  expect(viirsTrack).toBeLessThan(0.9);
  // MODIS pixels in FIRMS files are at most 4.8 × 2.0 km.
  const [modisScan = 0, modisTrack = 0] = size('Terra', 'modis', 1165);
  expect(modisScan).toBeGreaterThan(4.4);
  expect(modisScan).toBeLessThan(5);
  expect(modisTrack).toBeCloseTo(2, 1);
});

test('the sun has its summer elevation at local noon, and is below the horizon at midnight', () => {
  const noon = Date.parse('2026-06-21T05:05:00Z');
  expect(sunElevationDegrees(WENCHUAN, noon)).toBeCloseTo(90 - WENCHUAN.lat + 23.44, 0);
  expect(sunElevationDegrees(WENCHUAN, noon + DAY_MS / 2)).toBeLessThan(-30);
});
