import { HOUR_MS } from '@lookout/domain';
import { HAZARD_WARNING_LEVELS, levelReached } from '@lookout/features/hazard/hazard.ts';
import { expect, it } from 'vitest';
import { demoGround } from '../testing/demo-ground.ts';
import { hazardsOn } from './points.ts';
import { READING_EVERY_MS, readingsAt } from './readings.ts';

const hazards = hazardsOn(demoGround);
const thresholds = new Map(hazards.flatMap(({ monitors }) => monitors.map(({ code, value }) => [code, value] as const)));
const NOON = Date.parse('2026-07-01T04:00:00Z');

it('Each county of Aba has a slide, a fall and a debris flow, all labelled as a demo, with unique codes', () => {
  expect(hazards).toHaveLength(39);
  expect(new Set(hazards.map(({ code }) => code)).size).toBe(39);
  for (const { name, description } of hazards) expect(`${name}${description}`).toContain('演示');
});

it('Calm readings reach no threshold; with episodes some point warns within two days, and the same seed gives the same readings', () => {
  const times = Array.from({ length: (48 * HOUR_MS) / READING_EVERY_MS / 3 }, (_, n) => NOON + n * 3 * READING_EVERY_MS);
  const levels = (hasEpisodes: boolean) =>
    new Set(
      readingsAt(1, hazards, times, hasEpisodes).map(({ monitorCode, value }) =>
        levelReached(value, thresholds.get(monitorCode) ?? never()),
      ),
    );
  expect([...levels(false)]).toEqual([null]);
  expect(HAZARD_WARNING_LEVELS.some((level) => levels(true).has(level))).toBe(true);
  expect(readingsAt(1, hazards, times.slice(0, 2), true)).toEqual(readingsAt(1, hazards, times.slice(0, 2), true));
});

const never = (): never => {
  throw new Error('a reading of no monitor');
};
