// The log is authoritative: whatever several officers do, folding the log gives the stored state for every kind of object. Folding it up to
// a sequence number gives what a live client showed then.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatTime, type GridNames } from '@lookout/contract';
import {
  covers,
  type DomainEvent,
  type EventOf,
  type GridNo,
  type LoggedEvent,
  NATION,
  type ObjectKind,
  objectKindOf,
  randomsOf,
  withGridName,
} from '@lookout/domain';
import type { Alarm } from '@lookout/features/alarm/alarm.ts';
import { writeAlarm } from '@lookout/features/alarm/alarm.wire.ts';
import { contract } from '@lookout/features/contract.ts';
import { fold } from '@lookout/features/events.ts';
import type { LiveMessage } from '@lookout/features/live-messages.ts';
import { EVENT_TOPICS, topicOf } from '@lookout/features/live-topics.ts';
import type { Plot } from '@lookout/features/plot/plot.ts';
import type { TaskFile } from '@lookout/features/task/task.ts';
import { writeTask } from '@lookout/features/task/task.wire.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AlarmWorld, LIXIAN, openAlarmWorld, WENCHUAN } from '../testing/alarm-world.ts';
import { mqttProbe, type Reply } from '../testing/index.ts';
import { lengthOf, seed } from './battery.ts';

const COMMANDS = lengthOf('commands');
/** The number of officers who act simultaneously. */
const AT_ONCE = 3;

const OFFICERS = ['guojia', 'sichuan', 'aba', 'wenchuan', 'lixian'] as const;
type Who = (typeof OFFICERS)[number];
const DESKS = { guojia: NATION, aba: '513200' as GridNo, wenchuan: '513221' as GridNo } as const;
const KINDS = ['satellite', 'monitor', 'report', 'smoke', 'danger'] as const;
let world: AlarmWorld;
let log: LoggedEvent[];
/** The heads of the log between the rounds of commands. */
const moments: number[] = [];
const received: Record<keyof typeof DESKS, LiveMessage[]> = { guojia: [], aba: [], wenchuan: [] };
const answers = new Map<string, number>();

beforeAll(
  async () => {
    process.stderr.write(`event-log.integration.test.ts: RELIABILITY_SEED=${seed}\n`);
    world = await openAlarmWorld();
    const probes = await Promise.all(Object.entries(DESKS).map(([user, gridNo]) => listen(user as keyof typeof DESKS, gridNo)));
    await act(randomsOf(seed));
    log = (await world.server.store.events.readRange(0, 1_000_000)).map(({ event }) => event);
    // Messages arrive in order: a client that has received the last alarm has received everything before it.
    const last = await world.raise('report');
    await vi.waitFor(() => {
      for (const messages of Object.values(received)) expect(messages.some(({ data }) => 'id' in data && data.id === last)).toBe(true);
    }, 20_000);
    for (const probe of probes) probe.end();
  },
  60_000 + COMMANDS * 200,
);
afterAll(() => world?.stop());

describe('folding the log', () => {
  const foldedUpTo = <O extends ObjectKind>(kind: O, seq: number) => {
    const events = log.filter((event) => event.seq <= seq && objectKindOf(event.kind) === kind);
    return [...Map.groupBy(events, ({ objectId }) => objectId)].map(([id, own]) => ({
      id,
      state: fold<O>(own as unknown as EventOf<O>[]),
    }));
  };
  const compareStored = async <O extends ObjectKind>(kind: O, read: (id: string) => Promise<unknown>) => {
    const folded = foldedUpTo(kind, Number.MAX_SAFE_INTEGER);
    expect(folded.length).toBeGreaterThan(0);
    for (const { id, state } of folded) expect({ id, state }).toEqual({ id, state: await read(id) });
  };

  it('gives the stored rows of alarms', () => compareStored('alarm', (id) => world.server.store.alarms.find(NATION, id)));

  it('gives the stored rows of tasks, with members and steps', () =>
    compareStored('task', async (id) => {
      const { tasks } = world.server.store;
      const steps = await tasks.steps(id);
      const recorded = log.flatMap((event) =>
        event.kind === 'task.dispatched' ? event.payload.steps : event.kind === 'task.advanced' ? [event.payload.step] : [],
      );
      const order = new Map(recorded.map((step, index) => [step.id, index]));
      const task = await tasks.find(NATION, id);
      return task && { task, steps: steps.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)) };
    }));

  it('gives the stored rows of applications to burn', () =>
    compareStored('burning', async (id) =>
      (await world.server.store.burnings.list(NATION, {}, { limit: 1_000_000 })).list.find((one) => one.id === id),
    ));

  it('gives the stored rows of shifts', () =>
    compareStored('shift', async (id) =>
      (await world.server.store.shifts.page(NATION, {}, { offset: 0, limit: 100_000 })).list.find((one) => one.id === id),
    ));

  it('gives the stored rows of plots', () =>
    compareStored(
      'plot',
      async (id) => (await world.server.store.plots.list(NATION, {}, { limit: 1_000_000 })).list.find((one) => one.id === id) ?? null,
    ));

  it('gives the stored rows of monitoring points', () =>
    compareStored('monitoring-point', (id) => world.server.store.monitoringPoints.find(NATION, id)));

  it('gives the stored rows of cameras', () => compareStored('camera', (id) => world.server.store.cameras.find(NATION, id)));

  it.each(Object.entries(DESKS))('up to any sequence number gives what the desk of %s (%s) showed then', async (user, gridNo) => {
    const messages = received[user as keyof typeof DESKS];
    const nameOf = (no: GridNo) => world.server.app.deps.gazetteer().grids.nameOf(no);
    const inGrid = <S extends { readonly gridNo: GridNo }>(states: readonly (S | null)[]) =>
      states.filter((state): state is S => state !== null && covers(gridNo, state.gridNo));
    for (const moment of moments) {
      // Yields to the event loop: the full form takes half a minute here, and server and client, both in this process, must notice
      // meanwhile that their connections are idle.
      await nextTurn();
      const shown = shownAt(messages, moment);
      const alarms = inGrid<Alarm>(foldedUpTo('alarm', moment).map(({ state }) => state));
      expect(shown.alarms).toEqual(byId(alarms.map((alarm) => writeAlarm(alarm, nameOf))));
      const tasks = inGrid(foldedUpTo('task', moment).map(({ state }) => (state as TaskFile | null)?.task ?? null));
      expect(shown.tasks).toEqual(byId(tasks.map((task) => writeTask(task, nameOf))));
      const plots = inGrid<Plot>(foldedUpTo('plot', moment).map(({ state }) => state));
      expect(shown.plots).toEqual(byId(plots.map((plot) => sentPlot(plot, nameOf))));
    }
  });

  it.each(Object.entries(DESKS))('a late reader gets exactly the messages that the desk of %s received live', async (user) => {
    const token = world.tokens[user as keyof typeof DESKS];
    const late: LiveMessage[] = [];
    for (let since = 0, more = true; more; ) {
      // This limit also makes pages end within the messages of one event.
      const { body } = await world.server.call('GET', `${contract.duty.events.path}?since=${since}&limit=7`, { token });
      late.push(...body.data.events.map(({ payload }: { payload: LiveMessage }) => payload));
      ({ next: since, more } = body.data);
    }
    expect(late).toEqual(received[user as keyof typeof DESKS]);
  });

  it('covers a history with enough events', () => {
    const kinds = new Set(log.map(({ kind }) => kind));
    const wanted: DomainEvent['kind'][] = [
      'alarm.recorded',
      'alarm.judged',
      'alarm.pushed',
      'alarm.moved',
      'alarm.edited',
      'alarm.dispatched',
    ];
    for (const kind of [...wanted, 'task.advanced', 'plot.revised', 'shift.began', 'burning.applied', 'camera.saved'])
      expect(kinds).toContain(kind);
    // Most commands address existing objects; many are intentionally too late.
    expect(answers.get('200/200')).toBeGreaterThan(COMMANDS / 10);
    expect([...answers.keys()].filter((answer) => answer.startsWith('5'))).toEqual([]);
  });
});

const byId = <T extends { readonly id: string }>(rows: readonly T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

const sentPlot = (plot: Plot, nameOf: GridNames) => ({
  ...withGridName(plot, nameOf),
  createdAt: formatTime(plot.createdAt),
  changedAt: formatTime(plot.changedAt),
});

/** What a desk shows after applying every message up to a sequence number, in order. */
function shownAt(messages: readonly LiveMessage[], moment: number) {
  const alarms: Record<string, unknown> = {};
  const tasks: Record<string, unknown> = {};
  const plots: Record<string, unknown> = {};
  for (const message of messages) {
    if (message.seq === undefined || message.seq > moment) break;
    switch (message.kind) {
      case 'newFire':
        alarms[message.data.id] = message.data;
        break;
      case 'fireAlarm': {
        if ('shift' in message.data || 'planRun' in message.data || 'warning' in message.data) break;
        if ('sos' in message.data || 'rangerMessage' in message.data) break;
        const { change: _change, changedBy: _by, ...alarm } = message.data;
        if ('deleted' in alarm) delete alarms[alarm.id];
        else alarms[alarm.id] = alarm;
        break;
      }
      case 'delegate': {
        const { step: _step, ...task } = message.data;
        tasks[task.id] = task;
        break;
      }
      case 'plotDetail':
        if ('deleted' in message.data) delete plots[message.data.id];
        else plots[message.data.id] = message.data;
        break;
    }
  }
  return { alarms, tasks, plots };
}

async function listen(user: keyof typeof DESKS, gridNo: GridNo) {
  const { accid } = await world.server.login(user);
  const probe = await mqttProbe(world.server.mqttUrl, accid, world.tokens[user]);
  for (const topic of EVENT_TOPICS) expect(await probe.subscribe(topicOf(topic, gridNo))).toBe(true);
  const pump = async (): Promise<void> => {
    for (;;) received[user].push((await probe.next()).message as LiveMessage);
  };
  // The pump ends with the connection.
  pump().catch(() => undefined);
  return probe;
}

/** Sends commands of several officers, some simultaneously, about the objects that exist by then. */
async function act(random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { server } = world;
  const alarms: { readonly id: string; readonly kind: (typeof KINDS)[number] }[] = [];
  const [tasks, plots, burnings, monitoringPoints]: [string[], { id: string; version: number }[], string[], string[]] = [[], [], [], []];
  const ranger = (await server.login('ranger01')).accid;
  const rangerToken = (await server.login('ranger01')).access_token;

  const send = async (token: string, { method, path }: { method: string; path: string }, body?: unknown): Promise<Reply> => {
    const reply = await server.call(method, path, { token, ...(body !== undefined && { body }) });
    const answer = `${reply.status}/${reply.body?.code}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    return reply;
  };
  const call = (who: Who, row: { method: string; path: string }, body?: unknown) => send(world.tokens[who], row, body);
  const doAct = async (who: Who, name: Parameters<AlarmWorld['act']>[1], given: Record<string, unknown>) => {
    const reply = await world.act(who, name, given);
    const answer = `${reply.status}/${reply.body?.code}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    return reply;
  };
  const spot = () => {
    const near = pick([WENCHUAN, LIXIAN]);
    return { lng: near.lng + (random() - 0.5) / 50, lat: near.lat + (random() - 0.5) / 50 };
  };
  const drawing = () => {
    const a = spot();
    return { kind: 'line', name: `线${Math.floor(random() * 100)}`, points: [a, { lng: a.lng + 0.01, lat: a.lat }], colour: 'red' };
  };
  const tower = (cameras: number) => ({
    name: `塔${Math.floor(random() * 100)}`,
    position: { ...WENCHUAN },
    cameras: Array.from({ length: cameras }, (_, n) => ({
      deviceId: `t${monitoringPoints.length}-${Math.floor(random() * 1e9)}`,
      channelNum: n + 1,
      name: `枪机${n}`,
    })),
  });
  const window = () => {
    const from = Date.now() + 3_600_000;
    return { startsAt: new Date(from).toISOString(), endsAt: new Date(from + 3_600_000).toISOString() };
  };
  const { burning, camera: monitoringPoint, plot: plotCalls, shift, sms, task: taskCalls } = contract;

  const commands: readonly ((who: Who) => Promise<unknown>)[] = [
    async () => {
      const kind = pick(KINDS);
      alarms.push({ id: await world.raise(kind, spot()), kind });
    },
    (who) => doAct(who, 'acknowledge', { id: pick(alarms).id, ...(random() < 0.5 && { takeOver: 1 }) }),
    (who) => doAct(who, 'seen', { id: pick(alarms).id }),
    (who) => doAct(who, 'monitorJudge', { fireId: pick(alarms).id, isReal: pick([0, 1]), isTrueNote: pick(['', '浓烟', '炊烟']) }),
    (who) => doAct(who, 'correct', { id: pick(alarms).id, isReal: pick([0, 1]), isTrueNote: pick(['', '复燃']), reason: '现场核实' }),
    (who) => doAct(who, 'handle', { id: pick(alarms).id, ...(random() < 0.5 && { renovated: 1 }), note: '已看' }),
    (who) => doAct(who, 'satelliteHandle', { id: pick(alarms).id, isHandle: pick([0, 1]) }),
    (who) => doAct(who, 'close', { id: pick(alarms).id, outcome: pick(['1', '2', '移交']), note: '清理' }),
    (who) => doAct(who, pick(['satellitePush', 'monitorPush', 'reportPush'] as const), { id: pick(alarms).id, isPut: pick([0, 1, 1]) }),
    (who) => {
      const { lng, lat } = spot();
      return doAct(who, 'monitorMove', { fireId: pick(alarms).id, editLongitude: lng, editLatitude: lat, height: 1_800 });
    },
    (who) =>
      doAct(who, 'satelliteUpdateDto', { id: pick(alarms).id, area: Math.floor(random() * 5), address: pick(['', '双河村', '威州镇']) }),
    (who) => doAct(who, 'monitorUpdate', { id: pick(alarms).id, alarmType: pick(['烟雾', '明火']), isReal: pick([null, 1]) }),
    (who) => doAct(who, 'reportUpdate', { id: pick(alarms).id, comment: pick(['属实', '']), isHandle: pick([null, 0, 1]) }),
    (who) => doAct(who, 'smokePush', { id: pick(alarms).id }),
    (who) =>
      random() < 0.3
        ? doAct(who, pick(['monitorDelete', 'smokeDelete'] as const), { id: pick(alarms).id, reason: '演习' })
        : Promise.resolve(),
    (who) =>
      call(
        who,
        { ...sms.smsSubmit, path: `${sms.smsSubmit.path}?fireId=${pick(alarms).id}` },
        { phones: ['13800000001'], content: '请核实' },
      ),
    async (who) => {
      const reply = await call(who, taskCalls.delegate, {
        taskContent: '前往核查',
        taskStartTime: '2036-11-21 13:00:00',
        taskEndTime: '2036-11-21 17:00:00',
        priority: 2,
        taskMember: ranger,
        position: spot(),
        additional: pick([0, 1]),
        ...(random() < 0.7 && { fireId: pick(alarms).id }),
      });
      if (reply.body.code === 200) tasks.push(reply.body.data.id);
    },
    () =>
      send(rangerToken, taskCalls.taskProgress, {
        taskId: pick(tasks),
        state: pick(['received', 'on-the-way', 'arrived', 'reported', 'done']),
        text: '到了',
      }),
    (who) => (random() < 0.4 ? call(who, taskCalls.taskCancel, { id: pick(tasks), reason: '下雨' }) : Promise.resolve()),
    (who) => call(who, shift.shiftTake, { relieve: pick([false, true]) }),
    (who) => call(who, shift.shiftHandOver, { successor: '乙', note: pick(['', '一切正常']) }),
    async (who) => {
      const reply = await call(who, plotCalls.createPlot, drawing());
      if (reply.body.code === 200) plots.push({ id: reply.body.data.id, version: 1 });
    },
    async (who) => {
      const one = pick(plots);
      const reply = await call(
        who,
        { ...plotCalls.updatePlot, path: plotCalls.updatePlot.path.replace('{id}', one.id) },
        { version: one.version, plot: drawing() },
      );
      if (reply.body.code === 200) one.version = reply.body.data.version;
    },
    (who) =>
      random() < 0.3
        ? call(who, { ...plotCalls.deletePlot, path: plotCalls.deletePlot.path.replace('{id}', pick(plots).id) })
        : Promise.resolve(),
    async (who) => {
      const applied = { applicant: '张三', phone: '13800000000', purpose: 'farm', position: spot(), peopleCount: 2, ...window() };
      const reply = await call(who, burning.createBurning, applied);
      if (reply.body.code === 200) burnings.push(reply.body.data.id);
    },
    (who) => call(who, burning.reviewBurning, { id: pick(burnings), state: pick(['approved', 'refused', 'withdrawn']), note: '已核' }),
    async (who) => {
      const reply = await call(who, monitoringPoint.createMonitoringPoint, tower(2));
      if (reply.body.code === 200) monitoringPoints.push(reply.body.data.id);
    },
    (who) =>
      call(
        who,
        {
          ...monitoringPoint.updateMonitoringPoint,
          path: monitoringPoint.updateMonitoringPoint.path.replace('{id}', pick(monitoringPoints)),
        },
        tower(1),
      ),
    (who) =>
      random() < 0.3
        ? call(who, {
            ...monitoringPoint.deleteMonitoringPoint,
            path: monitoringPoint.deleteMonitoringPoint.path.replace('{id}', pick(monitoringPoints)),
          })
        : Promise.resolve(),
  ];

  // One object of each kind to act on, and one fire from arrival to closing.
  for (const kind of KINDS) alarms.push({ id: await world.raise(kind), kind });
  for (const command of commands.slice(16)) await command('aba');
  const id = await world.raise('monitor');
  const task0 = { taskContent: '扑救', taskStartTime: '2036-11-21 13:00:00', taskEndTime: '2036-11-21 17:00:00', priority: 1 };
  await doAct('wenchuan', 'monitorUpdate', { id, alarmType: '明火' });
  await doAct('wenchuan', 'monitorMove', { fireId: id, editLongitude: WENCHUAN.lng + 0.01, editLatitude: WENCHUAN.lat });
  await doAct('wenchuan', 'monitorJudge', { fireId: id, isReal: 1, trueAlarmType: 7 });
  await doAct('wenchuan', 'monitorPush', { id, isPut: 1 });
  const sent = await call('wenchuan', taskCalls.delegate, { ...task0, taskMember: ranger, fireId: id });
  await send(rangerToken, taskCalls.taskProgress, { taskId: sent.body.data.id, state: 'arrived' });
  await doAct('wenchuan', 'close', { id, outcome: '1' });
  for (let done = 0; done < COMMANDS; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => pick(commands)(pick(OFFICERS))));
    moments.push(await server.store.events.head());
  }
}
