import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashOf } from '../../../../../scripts/lib/stamp.mjs';
import { demoRoadLines, ROADS_MADE_FROM, STORED_ROADS } from './stage.ts';

it('the stored roads of the demo match the relief and the layout code; otherwise run scripts/demo-roads.ts', () => {
  const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
  expect(JSON.parse(readFileSync(STORED_ROADS, 'utf8')).madeFrom).toBe(hashOf(root, ROADS_MADE_FROM));
});

it('the stored roads are in both full stages and have bends, bridges and every class from trunk to fire road', () => {
  const lines = demoRoadLines();
  expect(new Set(lines.map((line) => line.class))).toEqual(
    new Set(['trunk', 'primary', 'secondary', 'tertiary', 'unclassified', 'fire-road']),
  );
  expect(lines.some(({ isBridge }) => isBridge)).toBe(true);
  const inAba = lines.filter(({ points }) => points.every(({ lng }) => lng < 108));
  expect(inAba.length).toBeGreaterThan(0);
  expect(lines.length).toBeGreaterThan(inAba.length);
});
