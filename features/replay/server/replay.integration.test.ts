// The replay of a desk: a moment equals the desk's lists at that time, value for value, whatever happened since; and the log from there on
// leads to the current state.

import { formatTime, type Row, readTimes, timePlacesOf } from '@lookout/contract';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readAlarm } from '../../alarm/alarm.wire.ts';
import { contract } from '../../contract.ts';
import { type DeskMoment, deskMoment } from '../replay.schema.ts';
import { readPositionColumns } from '../replay.wire.ts';

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { FIRE_ASSOCIATION: 'on' }, waits: { incidentsEveryMs: 100 } });
});
afterAll(() => world?.stop());

const call = async (user: Officer, row: Row, given: Record<string, unknown> = {}) => {
  const asQuery = row.input === undefined;
  const query = asQuery ? `?${new URLSearchParams(given as Record<string, string>)}` : '';
  return world.server.call(row.method, row.path + query, { token: world.tokens[user], ...(!asQuery && { body: given }) });
};
const dataOf = async (user: Officer, row: Row, given?: Record<string, unknown>) => {
  const { body } = await call(user, row, given);
  expect(body.code).toBe(200);
  return body.data;
};
const momentAt = async (user: Officer, at: Date): Promise<DeskMoment> =>
  readTimes(timePlacesOf(deskMoment), await dataOf(user, contract.replay.deskMoment, { at: at.toISOString() })) as DeskMoment;

type Lists = Omit<DeskMoment, 'at' | 'seq'>;

/** The lists that a desk loads when duty begins (the records of the web). */
async function listed(user: Officer): Promise<Lists> {
  const drills = { withDrills: '1' };
  const [open, burning] = [await dataOf(user, contract.alarm.latestAlarms, drills), await dataOf(user, contract.alarm.inProgress, drills)];
  const lists = {
    alarms: burning,
    members: await dataOf(user, contract.incident.incidentMembers, drills),
    tasks: await dataOf(user, contract.task.taskOpen, drills),
    plots: await dataOf(user, contract.plot.plotList),
    modes: await dataOf(user, contract.operatingMode.modeList),
    sos: (await dataOf(user, contract.sos.sosPage, { state: 'open', pageSize: 500 })).list,
    safeties: await dataOf(user, contract.safety.safetyList),
    dueReports: (await dataOf(user, contract.reporting.dueReportPage, { state: 'open', pageSize: 500 })).list,
  };
  const read = readTimes(timePlacesOf(deskMoment), lists) as Lists;
  return { ...read, alarms: [...open.map(readAlarm), ...read.alarms] };
}

/** Lists in a fixed order; the fire of each alarm is given separately from the alarms. */
function inOrder({ alarms, members, tasks, plots, modes, sos, safeties, dueReports }: Lists) {
  const by = <T>(list: readonly T[], key: (one: T) => string): T[] => list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return {
    alarms: by(
      alarms.map((alarm) => ({ ...alarm, incidentId: undefined })),
      ({ id }) => id,
    ),
    members: by(members, ({ alarmId }) => alarmId),
    tasks: by(tasks, ({ id }) => id),
    plots: by(plots, ({ id }) => id),
    modes: by(modes, ({ gridNo }) => gridNo),
    sos: by(sos, ({ id }) => id),
    safeties: by(safeties, ({ id }) => id),
    dueReports: by(dueReports, ({ id }) => id),
  };
}

const plot = { kind: 'point', name: '集结点', points: [WENCHUAN] };
const joined = (count: number) =>
  vi.waitFor(async () => expect(await dataOf('guojia', contract.incident.incidentMembers)).toHaveLength(count), {
    timeout: 10_000,
    interval: 50,
  });
/** A time later than every event so far: times are stored to the millisecond. */
const nextMillisecond = async (): Promise<Date> => {
  const now = new Date();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(now.getTime()), { interval: 1 });
  return now;
};

it('a moment equals the lists at that time, for each desk in its grid, whatever happened since', async () => {
  const [first, second, third] = [
    await world.raise('monitor'),
    await world.raise('report', { lng: 103.18, lat: 30.9 }),
    await world.raise('satellite', LIXIAN),
  ];
  await joined(3);
  expect((await world.act('wenchuan', 'acknowledge', { id: first })).body.code).toBe(200);
  expect((await world.act('lixian', 'monitorJudge', { fireId: third, isReal: 1, trueAlarmType: 1 })).body.code).toBe(200);
  const drawn = await dataOf('wenchuan', contract.plot.createPlot, plot);
  const [ranger] = await dataOf('wenchuan', contract.ranger.rangerList);
  const [begins, ends] = [new Date(), new Date(Date.now() + 3_600_000)].map((time) => formatTime(time));
  const task = {
    ...{ taskContent: '前往核查', taskStartTime: begins, taskEndTime: ends, priority: 2, fireId: first },
    ...{ taskMember: ranger.userId, position: WENCHUAN },
  };
  expect((await call('wenchuan', contract.task.delegate, task)).body).toMatchObject({ code: 200 });
  const desks = ['guojia', 'wenchuan', 'lixian', 'weihui'] as const;
  const then = await Promise.all(desks.map(listed));
  const at = await nextMillisecond();

  // Many objects change, including listed ones.
  await world.raise('monitor', { lng: 103.24, lat: 30.96 });
  expect((await world.act('wenchuan', 'monitorJudge', { fireId: second, isReal: 0 })).body.code).toBe(200);
  expect((await world.act('lixian', 'close', { id: third, kind: 'satellite', outcome: 'out' })).body.code).toBe(200);
  const gone = await world.server.call('DELETE', contract.plot.deletePlot.path.replace('{id}', drawn.id), {
    token: world.tokens.wenchuan,
  });
  expect(gone.status).toBe(200);
  await dataOf('wenchuan', contract.operatingMode.modeSet, { gridNo: '513221', mode: 'emergency', reason: '测试', version: 0 });

  for (const [index, desk] of desks.entries()) {
    const moment = await momentAt(desk, at);
    expect(inOrder(moment)).toEqual(inOrder(then[index] as never));
  }
  // Now it equals the current lists; the new alarm is the only open one, and belongs to a fire.
  await joined(1);
  const now = await nextMillisecond();
  for (const desk of desks) expect(inOrder(await momentAt(desk, now))).toEqual(inOrder(await listed(desk)));
  expect((await momentAt('weihui', now)).alarms).toEqual([]);
});

it('the number of a moment is where the log continues: reading from there returns exactly the events since', async () => {
  const known = await world.raise('monitor', { lng: 103.3, lat: 30.9 });
  const at = await nextMillisecond();
  const { seq } = await momentAt('wenchuan', at);
  const later = await world.raise('monitor', { lng: 103.3, lat: 30.96 });
  const { events } = await dataOf('wenchuan', contract.duty.events, { since: seq });
  const arrived = events.flatMap(({ payload }: { payload: { kind: string; data: { id: string } } }) =>
    payload.kind === 'newFire' ? [payload.data.id] : [],
  );
  expect(arrived).toContain(later);
  expect(arrived).not.toContain(known);
  // Before the first event the lists are empty.
  expect(await momentAt('guojia', new Date('2001-01-01T00:00:00Z'))).toMatchObject({ seq: 0, alarms: [], tasks: [] });
});

it('positions are selected by their time of receipt, and have the place of measurement', async () => {
  const [ranger] = await dataOf('guojia', contract.ranger.rangerList);
  const begin = await nextMillisecond();
  const measured = [new Date(begin.getTime() - 3_600_000), new Date(begin.getTime() - 1_800_000)];
  const body = measured.map((at, index) => ({
    userId: ranger.userId,
    position: { lng: 103.4 + index / 100, lat: 31.4 },
    actualUploadTime: at.toISOString(),
  }));
  const { path } = contract.ranger.position;
  const feed = { 'x-feed-key': world.server.feedKey };
  expect((await world.server.call('POST', path, { headers: feed, body })).body.data.accepted).toBe(2);
  const given = (beginTime: Date, endTime: Date) => ({ beginTime: beginTime.toISOString(), endTime: endTime.toISOString() });
  const found = await dataOf('guojia', contract.replay.receivedPositions, given(begin, new Date(Date.now() + 1_000)));
  expect(found).toHaveLength(1);
  const { at, receivedAt, longitudes } = readPositionColumns(found[0]);
  // Of the positions received within a second only the last is returned.
  expect([...at]).toEqual([measured[1]?.getTime()]);
  expect([...longitudes]).toEqual([103.41]);
  expect(Math.min(...receivedAt)).toBeGreaterThanOrEqual(begin.getTime());
  // Not visible to another grid, nor before they were received.
  expect(await dataOf('weihui', contract.replay.receivedPositions, given(begin, new Date(Date.now() + 1_000)))).toEqual([]);
  expect(await dataOf('guojia', contract.replay.receivedPositions, given(measured[0] as Date, begin))).toEqual([]);
  const refused = await call('guojia', contract.replay.receivedPositions, given(begin, new Date(begin.getTime() + 2 * 86_400_000)));
  expect([refused.status, refused.body.data]).toEqual([422, [{ path: 'endTime', message: '一次至多一天' }]]);
});
