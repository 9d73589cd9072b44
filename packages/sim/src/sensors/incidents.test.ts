import { HOUR_MS } from '@lookout/domain';
import { createSurface, demoRelief } from '@lookout/geo';
import { expect, test } from 'vitest';
import { EPOCH_MS } from '../clock.ts';
import { hourOf } from '../fires/outbreaks.ts';
import { demoGround } from '../testing/demo-ground.ts';
import { createIncidents } from './incidents.ts';

const surface = demoGround;
const incidents = createIncidents(1, surface, 1);
const FIRST = hourOf(Date.parse('2026-11-21T00:00:00+08:00'));
const hours = Array.from({ length: 240 }, (_, n) => FIRST + n);
const smoke = hours.flatMap(incidents.smokeInHour);
const danger = hours.flatMap(incidents.dangerInHour);

test('There are a few incidents a day, each within its hour and with a unique id', () => {
  expect(smoke.length / 10).toBeGreaterThan(0.8);
  expect(smoke.length / 10).toBeLessThan(4);
  expect(danger.length / 10).toBeGreaterThan(2);
  expect(danger.length / 10).toBeLessThan(7);
  for (const hour of hours) {
    for (const { atMs } of [...incidents.smokeInHour(hour), ...incidents.dangerInHour(hour)]) expect(hourOf(atMs)).toBe(hour);
  }
  const ids = [...smoke, ...danger].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the same device is always at the same place', () => {
  const places = Map.groupBy(smoke, ({ deviceId }) => deviceId);
  expect(places.size).toBeGreaterThan(3);
  for (const same of places.values()) expect(new Set(same.map(({ position }) => `${position.lng} ${position.lat}`)).size).toBe(1);
});

test('dangers are found by day, and every text is labelled 演示', () => {
  for (const { atMs, resourceName, description } of danger) {
    const hour = ((atMs - EPOCH_MS) / HOUR_MS) % 24;
    expect(hour).toBeGreaterThan(7);
    expect(hour).toBeLessThan(21);
    for (const text of [resourceName, description]) expect(text).toContain('演示');
  }
  expect(smoke.every(({ deviceName }) => deviceName.startsWith('演示'))).toBe(true);
});

test('the same seed gives the same incidents; a larger scale gives more', () => {
  const again = createIncidents(1, createSurface(demoRelief()), 1);
  expect(hours.flatMap(again.smokeInHour)).toEqual(smoke);
  const many = createIncidents(1, surface, 10);
  expect(hours.flatMap(many.dangerInHour).length).toBeGreaterThan(danger.length * 6);
});
