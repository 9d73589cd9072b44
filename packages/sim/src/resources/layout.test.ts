import { resourceRow } from '@lookout/features/resource/resource.calls.ts';
import { RESOURCE_KINDS } from '@lookout/features/resource/resource.ts';
import { createAreaIndex, createSurface, demoRelief, distanceMetres } from '@lookout/geo';
import { describe, expect, test } from 'vitest';
import { prefectureAreas, readBoundaries, readSeats } from '../../../store/seed/read.ts';
import { counties } from '../places.ts';
import { demoGround } from '../testing/demo-ground.ts';
import { resourcesOn } from './layout.ts';

const surface = demoGround;
const all = [...resourcesOn(surface)];
const areas = createAreaIndex(prefectureAreas(readBoundaries()));
const gridOf = ({ resourceCode }: (typeof all)[number]) => resourceCode.split('-')[1] ?? '';

test('There are some three hundred resources in Aba, every kind in every county, and at least a dozen on each other stage', () => {
  const count = (prefix: string) => all.filter((one) => gridOf(one).startsWith(prefix)).length;
  expect(count('5132')).toBeGreaterThanOrEqual(300);
  expect(count('5132')).toBeLessThan(340);
  for (const prefix of ['410781', '23', '5303']) expect(count(prefix)).toBeGreaterThanOrEqual(12);
  for (const { gridNo } of counties)
    expect(new Set(all.filter((one) => gridOf(one) === gridNo).map(({ resourceType }) => resourceType))).toEqual(new Set(RESOURCE_KINDS));
});

test('Each resource is a row that the interface accepts, with a unique code, labelled 演示, and without a real phone number', () => {
  expect(all.flatMap((one) => resourceRow.safeParse(one).error?.issues ?? [])).toEqual([]);
  expect(new Set(all.map(({ resourceCode }) => resourceCode)).size).toBe(all.length);
  for (const { name, leaderName, leaderPhone, description } of all) {
    for (const text of [name, leaderName, description]) expect(text).toContain('演示');
    expect(leaderPhone).toMatch(/^000-0000-\d{4}$/);
  }
  expect(all.some(({ resourceType, attributes }) => resourceType === 'team' && Number(attributes.人数) > 0)).toBe(true);
});

test('Each resource lies in its prefecture, and the nearest seat is that of its county', () => {
  const seats = readSeats();
  const astray = all.filter((one) => {
    const prefecture = areas.at(one.position.lng, one.position.lat) ?? '';
    const nearest = seats
      .filter(({ no }) => no.startsWith(prefecture.slice(0, 4)))
      .toSorted((a, b) => distanceMetres(a, one.position) - distanceMetres(b, one.position))[0];
    return nearest?.no !== gridOf(one);
  });
  expect(astray.map(({ name, position }) => ({ name, position }))).toEqual([]);
});

test('A few resources are offline', () => {
  const share = all.filter(({ isOnline }) => isOnline === 0).length / all.length;
  expect(share).toBeGreaterThan(0.01);
  expect(share).toBeLessThan(0.12);
});

describe('siting by the terrain', () => {
  const around = ({ position: { lng, lat } }: (typeof all)[number]) =>
    [0, 60, 120, 180, 240, 300].map((bearing) => {
      const [east, north] = [Math.sin((bearing * Math.PI) / 180), Math.cos((bearing * Math.PI) / 180)];
      return surface.heightAt(lng + (east * 400) / 95_000, lat + (north * 400) / 111_320) ?? 0;
    });
  const inAba = (kind: string) => all.filter((one) => one.resourceType === kind && gridOf(one).startsWith('5132'));

  test('watch towers are above their surroundings, water is below', () => {
    const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
    const above = inAba('watchTower').map((one) => one.position.z - mean(around(one)));
    const below = inAba('waterSource').map((one) => mean(around(one)) - one.position.z);
    expect(above.filter((metres) => metres > 10).length).toBeGreaterThan(above.length * 0.8);
    expect(below.filter((metres) => metres > 0).length).toBeGreaterThan(below.length * 0.85);
  });

  test("A resource's elevation is that of the terrain", () => {
    for (const { position } of all) expect(Math.abs((surface.heightAt(position.lng, position.lat) ?? 0) - position.z)).toBeLessThan(1);
  });
});

test('Resources are the same on every machine, and a larger scale includes all resources of a smaller one', () => {
  const again = [...resourcesOn(createSurface(demoRelief()))];
  expect(again).toEqual(all);
  const double = new Map([...resourcesOn(surface, 2)].map((one) => [one.resourceCode, one]));
  expect(double.size).toBeGreaterThan(all.length * 1.9);
  expect(all.map((one) => double.get(one.resourceCode))).toEqual(all);
});

test('For load tests a county has the scaled number, spread over the reach of its settlements, with unique codes', () => {
  const county = counties[0] as (typeof counties)[number];
  const many: (typeof all)[number][] = [];
  for (const one of resourcesOn(surface, 60)) {
    if (gridOf(one) !== county.gridNo) break;
    many.push(one);
  }
  expect(many).toHaveLength(all.filter((one) => gridOf(one) === county.gridNo).length * 60);
  expect(new Set(many.map(({ resourceCode }) => resourceCode)).size).toBe(many.length);
  expect(new Set(many.map(({ position: { lng, lat } }) => `${lng},${lat}`)).size).toBeGreaterThan(many.length * 0.95);
  const astray = many.filter(({ position }) => !county.settlements.some((one) => distanceMetres(one, position) <= one.reachMetres * 1.02));
  expect(astray.map(({ resourceCode }) => resourceCode)).toEqual([]);
});
