import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GridNo } from '@lookout/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BurnRuns, createBurnRuns } from './runs.ts';

let folder: string;
let runs: BurnRuns;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-burn-'));
  runs = createBurnRuns(folder, { error: () => undefined }, 1);
});
afterEach(async () => {
  await runs.stop();
  await rm(folder, { recursive: true, force: true });
});

const about = { fire: { lng: 103, lat: 31 }, radiusMetres: 1_000, bandOffset: 0 };
const of = (accountId: string, gridNo: string) => ({ ...about, accountId, gridNo: gridNo as GridNo });

it('one grid cannot take both places, and when both are taken the next run is refused as busy', async () => {
  const sent = Promise.withResolvers<void>();
  const receive = async () => {
    await sent.promise;
    throw new Error('gone');
  };
  const begun = [runs.begin({ ...of('a', '513221'), receive })];
  await expect(runs.begin({ ...of('b', '513221'), receive })).rejects.toMatchObject({ code: 'burn-mapping-busy', params: { of: 'grid' } });
  begun.push(runs.begin({ ...of('c', '513222'), receive }));
  await expect(runs.begin({ ...of('d', '513223'), receive })).rejects.toMatchObject({ code: 'burn-mapping-busy', params: { of: 'all' } });
  sent.resolve();
  expect(await Promise.allSettled(begun)).toMatchObject([{ reason: { message: 'gone' } }, { reason: { message: 'gone' } }]);
});

it('a computation that takes too long is ended and frees its place', async () => {
  const receive = async () => [];
  await expect(runs.begin({ ...of('a', '513221'), receive })).rejects.toMatchObject({ code: 'work-takes-too-long' });
  await expect(runs.begin({ ...of('b', '513221'), receive })).rejects.toMatchObject({ code: 'work-takes-too-long' });
});
