import { letMonthsLeave } from '@lookout/server/run/log-departure.ts';
import { type AlarmWorld, judgedAs, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { ask } from '@lookout/store/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { HISTORY_ACTS } from '../history-acts.wire.ts';

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.server.stop());

it('the history of an alarm that is over names the archives of its archived events; that of an open alarm is complete', async () => {
  const { server } = world;
  const [over, open] = [await world.raise('report'), await world.raise('report')];
  for (const id of [over, open]) await world.act('wenchuan', 'seen', { id });
  expect((await world.act('wenchuan', 'monitorJudge', { fireId: over, isReal: 0, isTrueNote: '炊烟' })).body.code).toBe(200);
  const historyOf = async (id: string) =>
    (await world.read('wenchuan', 'history', { id })).body.data as {
      act: (typeof HISTORY_ACTS)[number];
      detail: Record<string, unknown>;
    }[];
  const before = { over: await historyOf(over), open: await historyOf(open) };
  expect(before.over.map(({ act }) => act)).toEqual(['arrived', 'seen', 'judged']);

  await ask(server.databaseUrl, `insert into log_retention values ('event', 3)`);
  await ask(server.databaseUrl, `update log_part set began_at = now() - interval '2 months'`);
  await server.store.logParts.cut();
  await ask(server.databaseUrl, `update log_part set began_at = now() - interval '9 months'`);
  const { store, dataDir } = server;
  const signing = () => ({ hash: 'SHA-256' as const, key: server.app.deps.signer() });
  expect(await letMonthsLeave({ store, dataDir, files: server.app.deps.files, signing, log: pino({ level: 'silent' }) })).toBeGreaterThan(
    0,
  );

  expect(await historyOf(open)).toEqual(before.open);
  const [arrived, judged, ...others] = await historyOf(over);
  expect([arrived?.act, judged, others]).toEqual(['arrived', before.over[2], []]);
  const archived = arrived?.detail.archived as { before: string; files: string[] };
  expect(archived.files.at(-1)).toMatch(/^log-archives\/event-\d+-\d+\.ndjson\.gz$/);
  expect(new Date(archived.before).getTime()).toBeLessThan(Date.now());
  // A desk with an older state must reload.
  const late = await server.call('GET', `${contract.duty.events.path}?since=0`, { token: world.tokens.wenchuan });
  expect([late.status, late.body.error.code]).toEqual([410, 'log-begins-later']);
  // A later event appears in the history, which still names the archived part.
  await world.act('wenchuan', 'correct', { id: over, ...judgedAs('real', '复燃'), reason: '现场核实' });
  const after = await historyOf(over);
  expect(after.map(({ act }) => act)).toEqual(['arrived', 'judged', 'corrected']);
  expect(after[0]).toEqual(arrived);
});
