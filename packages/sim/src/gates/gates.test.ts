import { DAY_MS, HOUR_MS } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { expect, test } from 'vitest';
import { resourcesOn } from '../resources/layout.ts';
import { demoGround } from '../testing/demo-ground.ts';
import type { Answer } from '../wire/sender.ts';
import { gateMonitorsParcel, passingParcel, WATCHED_POSTS } from './parcels.ts';
import { createPassings } from './passings.ts';
import { gatePicture } from './picture.ts';

const NOW = Date.parse('2026-11-21T15:00:00+08:00');
const passings = createPassings(1);
const day = passings.arrivals(NOW, NOW + DAY_MS);

test('People and vehicles pass in each hour of the day, none at night; the result does not depend on how a period is split', () => {
  expect(day.length).toBeGreaterThan(40);
  expect(day.length).toBeLessThan(200);
  const halves = [...passings.arrivals(NOW, NOW + DAY_MS / 2), ...passings.arrivals(NOW + DAY_MS / 2, NOW + DAY_MS)];
  expect(halves).toEqual(day);
  expect(passings.arrivals(NOW + 9 * HOUR_MS, NOW + 12 * HOUR_MS)).toEqual([]);
  expect(createPassings(2).arrivals(NOW, NOW + DAY_MS)).not.toEqual(day);
  expect(passings.recent(NOW)).toEqual(passings.arrivals(NOW - 12 * HOUR_MS, NOW).slice(-8));
});

test('Vehicles and people pass existing posts; vehicles have an invented plate, people none', () => {
  const posts = new Set([...resourcesOn(demoGround)].map(({ resourceCode }) => resourceCode));
  for (const { post, category, plate } of day) {
    expect(posts).toContain(post);
    if (category === 'vehicle') expect(plate).toMatch(/^演U[ADF]\d{4}$/);
    else expect(plate).toBeNull();
  }
  for (const post of WATCHED_POSTS) expect(posts).toContain(post);
  expect(new Set(day.map(({ category }) => category)).size).toBe(2);
});

test('a picture is small, the same for the same passing, and different for another', () => {
  const [one, other] = day;
  if (!one || !other) throw new Error('nobody passed');
  expect(gatePicture(1, one)).toEqual(gatePicture(1, one));
  expect(gatePicture(1, one)).not.toEqual(gatePicture(1, other));
  expect(gatePicture(1, one).length).toBeLessThan(20_000);
});

test('The picture is uploaded once; the record, with a body that the interface accepts, is resent until it is accepted', async () => {
  const [passing] = day;
  if (!passing) throw new Error('nobody passed');
  const sent: unknown[] = [];
  let uploads = 0;
  const parcel = passingParcel(
    passing,
    {
      async picture() {
        uploads += 1;
        return { kind: 'delivered', data: '5a000000-0000-4000-8000-000000000001' };
      },
      async gateImage(body) {
        sent.push(contract.post.createGateImage.input.parse(body));
        return sent.length === 1 ? { kind: 'later', why: 'HTTP 503' } : { kind: 'delivered', data: { id: 'x' } };
      },
    },
    1,
    { wallOf: (ms) => ms },
  );
  expect([(await parcel.send()).kind, (await parcel.send()).kind, uploads]).toEqual(['later', 'delivered', 1]);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[0]).toMatchObject({ resourceCode: passing.post, captureTime: new Date(passing.atMs) });
});

test('A monitoring point is created once for each watched post', async () => {
  const made: string[] = [];
  const [one = '', ...others] = WATCHED_POSTS;
  const post = {
    name: '哨卡',
    position: { lng: 103, lat: 31, z: 1000 },
    districtName: null,
    streetName: null,
    leaderName: null,
    leaderPhone: null,
  };
  const parcel = gateMonitorsParcel({
    async call(row, body) {
      if (row.path === contract.resource.inspectionPost.path) {
        return { kind: 'delivered', data: [...WATCHED_POSTS, 'other'].map((resourceCode) => ({ ...post, resourceCode })) } as Answer<never>;
      }
      if (row.path === contract.camera.monitorList.path)
        return { kind: 'delivered', data: [{ resourceCode: `${one}-GATE` }] } as Answer<never>;
      made.push(contract.camera.createMonitoringPoint.input.parse(body).resourceCode ?? '');
      return { kind: 'delivered', data: { id: 'x' } } as Answer<never>;
    },
  });
  expect((await parcel.send()).kind).toBe('delivered');
  expect(made).toEqual(others.map((code) => `${code}-GATE`));
});
