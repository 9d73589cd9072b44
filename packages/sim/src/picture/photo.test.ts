import { inflateSync } from 'node:zlib';
import { DAY_MS } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { expect, test } from 'vitest';
import { drawsOf } from '../draws.ts';
import { demoGround } from '../testing/demo-ground.ts';
import { createWorld } from '../world.ts';
import { addSmoke, photoOf } from './photo.ts';
import { encodePng } from './png.ts';
import { type Gaze, rowOf, viewOf } from './view.ts';

const relief = demoGround;
const flat: Surface = { ...relief, heightAt: () => 0 };
const eye = { lng: 103.6, lat: 31.5, heightMetres: 30 };
const gaze: Gaze = { eye, azimuthDegrees: 90, tiltDegrees: 0, fieldDegrees: 60, width: 120, height: 80 };

const readPng = (png: Uint8Array) => {
  const file = Buffer.from(png);
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  const header = chunks[0]?.data ?? Buffer.alloc(0);
  return {
    types: chunks.map(({ type }) => type),
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    pixels: inflateSync(chunks[1]?.data ?? ''),
  };
};

test('a PNG has its chunks in order, and its rows are filtered by Up', () => {
  const rgb = Uint8Array.of(10, 20, 30, 40, 50, 60, 5, 250, 30, 41, 50, 60);
  const { types, width, height, pixels } = readPng(encodePng({ width: 2, height: 2, rgb }));
  expect([types, width, height]).toEqual([['IHDR', 'IDAT', 'IEND'], 2, 2]);
  expect([...pixels]).toEqual([2, 10, 20, 30, 40, 50, 60, 2, 251, 230, 0, 1, 0, 0]);
});

test('over level ground the horizon is in the middle: ground below, sky above', () => {
  const view = viewOf(flat, gaze, 1);
  const depthAt = (row: number) => view.depth[row * gaze.width + 60];
  expect(depthAt(30)).toBe(Number.POSITIVE_INFINITY);
  expect(depthAt(50)).toBeLessThan(500);
  expect(depthAt(79)).toBeLessThan(depthAt(50) ?? 0);
});

test("With a field of 90°, a point 45° above the axis is half the picture's width above the middle", () => {
  expect(rowOf({ ...gaze, fieldDegrees: 90 }, 100, 100)).toBeCloseTo(40 - 60, 6);
  expect(rowOf({ ...gaze, tiltDegrees: 45 }, 100, 100)).toBeCloseTo(40, 6);
});

test('Smoke appears at its fire, and is hidden behind a ridge', () => {
  const plume = { foot: { lng: 103.63, lat: 31.5 }, footHeightMetres: 0, heightMetres: 300, driftMetres: 0, glow: 0.3 };
  const changed = (surface: Surface) => {
    const view = viewOf(surface, gaze, 1);
    const before = view.rgb.slice();
    addSmoke(view, gaze, plume, 1, drawsOf(1, 'smoke'));
    const columns = new Set<number>();
    view.rgb.forEach((value, at) => {
      if (value !== before[at]) columns.add(Math.floor(at / 3) % gaze.width);
    });
    return [...columns].sort((a, b) => a - b);
  };
  const seen = changed(flat);
  expect(seen.length).toBeGreaterThan(3);
  expect(Math.abs(((seen[0] ?? 0) + (seen.at(-1) ?? 0)) / 2 - 60)).toBeLessThan(6);
  const ridge: Surface = { ...relief, heightAt: (lng) => (lng > 103.612 && lng < 103.618 ? 900 : 0) };
  expect(changed(ridge)).toEqual([]);
});

test('the photo of a report is of moderate size, the same every time, and marked 演示', () => {
  const start = Date.parse('2026-11-21T08:00:00+08:00');
  const report = createWorld({ seed: 1, surface: relief })
    .arrivals(start, start + DAY_MS)
    .flatMap((one) => (one.kind === 'report' && one.report.withPhoto ? [one.report] : []))[0];
  if (!report) throw new Error('nobody took a photo');
  const shot = { id: report.id, fire: report.fire, atMs: report.reportedAtMs };
  const photo = photoOf(1, shot, relief);
  expect(photoOf(1, shot, relief)).toEqual(photo);
  const { width, height, pixels } = readPng(photo);
  expect([width, height]).toEqual([640, 400]);
  expect(photo.length).toBeLessThan(400_000);
  // Undoes the filter of the first rows and counts the white pixels of the mark.
  const stride = 640 * 3;
  const rows = Array.from({ length: 34 }, () => new Uint8Array(stride));
  rows.forEach((row, y) => {
    for (let x = 0; x < stride; x++) row[x] = (pixels[y * (stride + 1) + 1 + x] ?? 0) + (rows[y - 1]?.[x] ?? 0);
  });
  const white = rows.reduce((sum, row) => sum + row.slice(0, 60 * 3).filter((value) => value === 255).length / 3, 0);
  expect(white).toBeGreaterThan(300);
});
