import { HOUR_MS, haversineMetres } from '@lookout/domain';
import { BURNING_CALMS_METRES } from '@lookout/features/burning/burning.ts';
import { contract } from '@lookout/features/contract.ts';
import { describe, expect, test } from 'vitest';
import { createOutbreaks, hourOf } from '../fires/outbreaks.ts';
import { counties, liesIn } from '../places.ts';
import { demoGround } from '../testing/demo-ground.ts';
import type { Answer } from '../wire/sender.ts';
import { createWorld, firesReportedBy } from '../world.ts';
import { applicationsAt } from './applications.ts';
import { burningsParcel } from './parcel.ts';

const surface = demoGround;
const NOW = Date.parse('2026-11-21T09:00:00+08:00');
const countyOf = { wenchuan: '513221', lixian: '513222', weihui: '410781' } as const;

describe('applications', () => {
  const applications = applicationsAt(1, surface, NOW);
  test('each county officer has a few, in the officer’s county, and their windows are not over', () => {
    for (const [userName, gridNo] of Object.entries(countyOf)) {
      const own = applications.filter((one) => one.userName === userName);
      expect(own.length).toBeGreaterThanOrEqual(3);
      const county = counties.find((one) => one.gridNo === gridNo);
      expect(own.every(({ position }) => county && liesIn(county, position))).toBe(true);
      expect(new Set(own.map(({ review }) => review))).toEqual(new Set(['approved', 'refused', null]));
    }
    expect(applications.every(({ startsAtMs, endsAtMs }) => endsAtMs > NOW && startsAtMs < endsAtMs)).toBe(true);
  });
  test('a farm fire has an approved application that covers its position and time', () => {
    const farms = applications.filter(({ purpose }) => purpose === 'farm');
    expect(farms.length).toBeGreaterThan(0);
    const outbreaks = createOutbreaks({ seed: 1, surface, scale: 1 });
    for (const { position, startsAtMs, endsAtMs, review } of farms) {
      const fire = Array.from({ length: 40 }, (_, n) => hourOf(NOW) - 6 + n)
        .flatMap((hour) => outbreaks.inHour(hour))
        .find((one) => one.kind === 'farm' && haversineMetres(one.position, position) < BURNING_CALMS_METRES);
      expect(fire).toBeDefined();
      expect([startsAtMs < (fire?.startsAtMs ?? 0), endsAtMs > (fire?.endsAtMs ?? 0), review]).toEqual([true, true, 'approved']);
    }
  });
  test('A farm fire that was reported has exactly one application, entered by the prefecture', () => {
    const world = createWorld({ seed: 1, surface });
    const farms = new Set(
      Array.from({ length: 90 }, (_, n) => hourOf(NOW) - 89 + n).flatMap((hour) =>
        createOutbreaks({ seed: 1, surface, scale: 1 })
          .inHour(hour)
          .filter(({ kind, stage }) => kind === 'farm' && stage === 'aba')
          .map(({ id }) => id),
      ),
    );
    const reportedAt = (ms: number) =>
      world
        .recent(ms)
        .flatMap(firesReportedBy)
        .filter((id) => farms.has(id));
    const at = Array.from({ length: 48 }, (_, n) => NOW - n * HOUR_MS).find((ms) => reportedAt(ms).length > 0);
    if (at === undefined) throw new Error('no farm fire was reported in two days');
    const all = applicationsAt(1, surface, at, [...reportedAt(at), ...reportedAt(at), 'unknown']);
    for (const id of reportedAt(at)) expect(all.filter((one) => one.id === `burning-${id}`)).toHaveLength(1);
  });
  test('the applications are the same all day', () => {
    const ids = (ms: number) =>
      applicationsAt(1, surface, ms)
        .filter(({ purpose }) => purpose !== 'farm')
        .map(({ id }) => id);
    expect(ids(NOW + HOUR_MS)).toEqual(ids(NOW));
  });
});

test('Applications are entered and decided once, with bodies that the interface accepts; those decided in the meantime are not changed', async () => {
  const calls: { path: string; body: unknown; key: string | undefined }[] = [];
  const parcel = burningsParcel({
    applications: () => applicationsAt(1, surface, NOW),
    clock: { wallOf: (ms) => ms },
    world: '1-1',
    sessionOf: (userName) => ({
      async call(row, body, key) {
        calls.push({ path: row.path, body, key });
        row.input?.parse(body);
        if (row.path === contract.burning.createBurning.path) return { kind: 'delivered', data: { id: idOf(key ?? '') } } as Answer<never>;
        const list = userName === 'lixian' ? [] : [...new Set(calls.flatMap((one) => one.key ?? []))].map((one) => ({ id: idOf(one) }));
        return { kind: 'delivered', data: list } as Answer<never>;
      },
    }),
  });
  expect((await parcel.send()).kind).toBe('delivered');
  const made = calls.filter(({ path }) => path === contract.burning.createBurning.path);
  expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
  const reviewed = calls.filter(({ path }) => path === contract.burning.reviewBurning.path).map(({ body }) => (body as { id: string }).id);
  const wanted = applicationsAt(1, surface, NOW).filter(({ review, userName }) => review !== null && userName !== 'lixian');
  expect(reviewed).toEqual(wanted.map(({ id }) => idOf(`demo-1-1-${id}`)));
});

test('A refused application is reported, and the others are still entered and decided', async () => {
  const applications = applicationsAt(1, surface, NOW);
  const outside = applications[0];
  const why = '位置不在您的网格范围内';
  const reviewed: string[] = [];
  const made: { id: string }[] = [];
  const parcel = burningsParcel({
    applications: () => applications,
    clock: { wallOf: (ms) => ms },
    world: '1-1',
    sessionOf: () => ({
      async call(row, body, key) {
        const request: unknown = body;
        if (row.path === contract.burning.reviewBurning.path) reviewed.push((request as { id: string }).id);
        if (row.path !== contract.burning.createBurning.path) return { kind: 'delivered', data: made } as Answer<never>;
        if (key === `demo-1-1-${outside?.id}`) return { kind: 'refused', why };
        const id = idOf(key ?? '');
        made.push({ id });
        return { kind: 'delivered', data: { id } } as Answer<never>;
      },
    }),
  });
  expect(await parcel.send()).toEqual({ kind: 'refused', why });
  expect(made).toHaveLength(applications.length - 1);
  const wanted = applications.filter((one) => one.review !== null && one !== outside);
  expect(reviewed).toEqual(wanted.map(({ id }) => idOf(`demo-1-1-${id}`)));
});

/** An id made from an idempotency key. */
const idOf = (key: string): string => {
  const hex = Buffer.from(key).toString('hex').padEnd(32, '0').slice(-12);
  return `00000000-0000-4000-8000-${hex}`;
};
