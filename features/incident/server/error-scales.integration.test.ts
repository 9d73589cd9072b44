import { HOUR_MS } from '@lookout/domain';
import { type AlarmWorld, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { learnErrors } from './error-scales.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SOON = { timeout: 15_000, interval: 50 };
/** Each fire compares two cameras; thirty comparisons are needed. */
const FIRES = 15;

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { FIRE_ASSOCIATION: 'on' }, waits: { incidentsEveryMs: 100 } });
});
afterAll(() => world?.stop());

it('cameras that are further off than they state get less weight, once users have confirmed the fires', async () => {
  const { store } = world.server;
  const log = { warn: vi.fn() };
  const sharedJobs = { alone: (_: string, work: () => Promise<void>) => work, pause: (_: string, everyMs: number) => () => everyMs };
  const learning = learnErrors({ store, sharedJobs, clock: () => new Date(), log } as never);
  await learning.wake();
  expect((await store.errorScales.all()).get('camera')).toBe(1);

  // Both state an error of 100 m, and are 400 m apart.
  const beside = { lng: WENCHUAN.lng + 400 / 95_000, lat: WENCHUAN.lat };
  for (let hour = 1; hour <= FIRES; hour += 1) {
    const alarmDatetime = new Date(Date.now() - hour * HOUR_MS).toISOString();
    const [one, other] = [
      await world.raise('monitor', WENCHUAN, { alarmDatetime }),
      await world.raise('monitor', beside, { alarmDatetime }),
    ];
    await vi.waitFor(async () => {
      const members = await store.incidents.membersOf([one, other]);
      expect(members.map(({ incidentId }) => incidentId)).toEqual([one, one]);
    }, SOON);
    await world.act('wenchuan', 'monitorJudge', { fireId: one, isReal: 1, trueAlarmType: 1 });
  }
  await vi.waitFor(async () => {
    await learning.wake();
    // D² is 8 everywhere, while 95 % of correctly stated errors are below 5.991.
    expect((await store.errorScales.all()).get('camera')).toBeCloseTo(Math.sqrt(8 / 5.991), 1);
  }, SOON);
  await learning.stop();
  expect(log.warn).not.toHaveBeenCalled();
});
