import type { Client } from '@lookout/client';
import { HOUR_MS } from '@lookout/domain';
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import type { RecordsKind } from '@lookout/web/stores/live-records.ts';
import { expect, it, vi } from 'vitest';
import { pastSchemas } from '../../past-schemas.generated.ts';
import { RECORDS } from '../../records.generated.ts';
import { createReplayDesk } from './replay-desk.ts';
import type { ReplayLog } from './replay-log.ts';

const BEGIN = Date.parse('2026-11-27T02:00:00Z');

const QUIET_DAY: ReplayLog = {
  begin: BEGIN,
  end: BEGIN + 24 * HOUR_MS,
  moment: {
    at: new Date(BEGIN),
    seq: 1,
    ...Object.fromEntries(Object.keys(pastSchemas).map((name) => [name, []])),
  } as unknown as ReplayLog['moment'],
  updates: [],
  times: new Float64Array(),
  people: [],
  tracks: new Map(),
};

it('a replay has every kind of record that a live desk has, loaded for its moment', () => {
  const { app } = openDesk();
  const desk = createReplayDesk({ ...app, reader: {} as Client }, QUIET_DAY);
  const states = RECORDS.map((kind) => desk.services.records(kind as RecordsKind<unknown>).state());
  expect(states).toEqual(RECORDS.map(() => 'loaded'));
  desk.close();
});

it('the replay reports the time at intervals while it plays, and exactly when it is paused', () => {
  const { app } = openDesk();
  const desk = createReplayDesk({ ...app, reader: {} as Client }, QUIET_DAY);
  const told = vi.fn(() => desk.moment());
  desk.onMoment(told);
  // The jump to the beginning has just reported the time.
  desk.advance(BEGIN + HOUR_MS);
  expect(told).not.toHaveBeenCalled();
  desk.pause();
  expect(told.mock.results).toEqual([{ type: 'return', value: BEGIN + HOUR_MS }]);
  desk.advance(QUIET_DAY.end);
  expect(told).toHaveLastReturnedWith(QUIET_DAY.end);
  desk.close();
});
