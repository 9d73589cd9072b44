import type { GridNo } from '@lookout/domain';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gazetteer } from './gazetteer.ts';

let server: TestServer;
let gazetteer: Gazetteer;
beforeAll(async () => {
  server = await sharedTestServer();
  gazetteer = server.app.deps.gazetteer();
});
afterAll(() => server.stop());

const located = (lng: number, lat: number, sender: GridNo | null = null) => {
  const found = gazetteer.locate({ lng, lat }, sender);
  return found.ok ? [found.value.gridNo, found.value.gridBasis, found.value.formattedAddress] : [found.error];
};

describe('the grid of a position', () => {
  it('is the county drawn in the seed, wherever one is drawn', () => {
    expect(located(103.59, 31.48)).toEqual(['513221', 'boundary', expect.stringMatching(/^四川省阿坝藏族羌族自治州汶川县，汶川县城/)]);
    expect(located(104.066, 30.572).slice(0, 2)).toEqual(['510107', 'boundary']);
  });

  it('is described from the centre of the county if no seat is on record', () => {
    expect(located(114.47, 38.04)).toEqual(['130104', 'boundary', expect.stringMatching(/^河北省石家庄市桥西区，桥西区中心/)]);
  });

  it('is the county of the nearest seat, as 示意, where a county founded since has no boundary of its own', () => {
    expect(located(120.3, 30.42).slice(0, 2)).toEqual(['330113', 'nearest-seat']);
    expect(located(119.9, 30.35).slice(0, 2)).toEqual(['330110', 'nearest-seat']);
    expect(located(120.3, 30.42, '330113' as GridNo).slice(0, 2)).toEqual(['330113', 'sender']);
    expect(located(113.94, 22.75).slice(0, 2)).toEqual(['440311', 'nearest-seat']);
  });

  it('is the prefecture or the province where no county is drawn', () => {
    expect(located(113.752, 23.02).slice(0, 2)).toEqual(['441900', 'boundary']);
    expect(located(95.36, 37.85).slice(0, 2)).toEqual(['632800', 'boundary']);
    expect(located(121.565, 25.033).slice(0, 2)).toEqual(['710000', 'boundary']);
    expect(located(125.754, 39.02)).toEqual(['outside-china']);
  });

  it('needs in memory only those outlines of prefectures that the counties do not cover', () => {
    expect([...gazetteer.shared.prefectures.nos].sort()).toEqual([
      '441900',
      '442000',
      '460300',
      '460400',
      '632800',
      '710000',
      '810000',
      '820000',
    ]);
  });
});
