// Tests the authority over whole objects for every row that changes what several grids see (`authority: 'whole'`), each with a valid body.
// If a row is declared later without a case below, the file does not compile.

import type { Row } from '@lookout/contract';
import { type Contract, contract } from '@lookout/features/contract.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '../testing/alarm-world.ts';
import { knownHeatBody, mapMaskBody, planBody, taskBody, warningBody } from '../testing/fence-world.ts';

const SOON = { timeout: 15_000, interval: 50 };
const COUNTY = '513221';

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { FIRE_ASSOCIATION: 'on' }, waits: { incidentsEveryMs: 100 } });
});
afterAll(() => world?.stop());

type WholeRow = {
  [F in keyof Contract]: {
    [N in keyof Contract[F]]: Contract[F][N] extends { authority: 'whole' } ? N : never;
  }[keyof Contract[F]];
}[keyof Contract];

/** The call to send. The object is decided by the prefecture: the county below it is refused, `above` is not. */
interface Sent {
  readonly id?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Default: the province. */
  readonly above?: Officer;
}

async function send(user: Officer, row: Row, { id = '', body, query = {} }: Sent) {
  const path = `${row.path.replace('{id}', id)}?${new URLSearchParams(query)}`;
  return world.server.call(row.method, path, { token: world.tokens[user], ...(row.input && { body: body ?? {} }) });
}
/** Sends the call as the prefecture, for an object in the county. */
async function decided(row: Row, sent: Sent, by: Officer = 'aba') {
  const reply = await send(by, row, sent);
  if (reply.body.code !== 200) throw new Error(`${row.path}: ${JSON.stringify(reply.body)}`);
  return reply.body.data;
}
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Each case uses a separate place, 6 km from the next. */
let places = 0;
const newPlace = () => {
  places += 1;
  return { lng: 103.12 + 0.062 * (places % 4), lat: 30.9 + 0.06 * Math.floor(places / 4) };
};
const east = ({ lng, lat }: { lng: number; lat: number }, metres: number) => ({ lng: lng + metres / 95_000, lat });
const { incident, warning, exercise: exerciseCalls, plan, task, knownHeat, situation } = contract;

const alarmsOf = (id: string) =>
  vi.waitFor(async () => {
    const { body } = await world.call('guojia', incident.incident, { id });
    expect(body.data?.incident).toBeTruthy();
    return body.data.incident.alarmIds as string[];
  }, SOON);
const becomeOf = (id: string, count: number) => vi.waitFor(async () => expect(await alarmsOf(id)).toHaveLength(count), SOON);
/** Raises alarms in the county: one for each distance east of a new place. */
const alarms = async (...metres: readonly number[]): Promise<string[]> => {
  const place = newPlace();
  const ids: string[] = [];
  for (const away of metres) ids.push(await world.raise('monitor', east(place, away)));
  return ids;
};
const merged = async () => {
  const ids = await alarms(0, 2_500);
  for (const id of ids) await becomeOf(id, 1);
  const { id } = await decided(incident.mergeIncidents, { body: { ids } });
  await becomeOf(ids[0] as string, 2);
  return { ids, decisionId: id as string };
};

const warned = async () => (await decided(warning.issueWarning, { body: warningBody({ gridNo: COUNTY }) })).id as string;
const drafted = async () => (await decided(plan.createPlan, { body: planBody({ gridNo: COUNTY }) })).id as string;
const exercise = once(
  async () => (await decided(exerciseCalls.exerciseBegin, { body: { gridNo: COUNTY, name: '联合演练' } })).id as string,
);
const approvedPlan = once(async () => {
  const id = await drafted();
  await decided(plan.submitPlan, { body: { id, revision: 1 } });
  await decided(plan.reviewPlan, { body: { id, state: 'approved' } }, 'sichuan');
  return id;
});
const fireInProgress = async () => {
  const fireId = await world.raise('report', newPlace());
  await world.act('aba', 'monitorJudge', { fireId, isReal: 1 });
  return fireId;
};
const planRun = async () => {
  const body = { fireId: await fireInProgress(), id: await approvedPlan(), level: 4, reason: '多点起火' };
  return (await decided(plan.startPlan, { body })).id as string;
};
const heat = async (isConfirmed: boolean) =>
  (await decided(knownHeat.createKnownHeat, { body: { ...knownHeatBody(WENCHUAN), isConfirmed } })).id as string;
const mask = async () => (await decided(knownHeat.createMapMask, { body: mapMaskBody(WENCHUAN) })).id as string;

const CASES: Readonly<Record<WholeRow, () => Promise<Sent>>> = {
  splitIncident: async () => {
    const { ids } = await merged();
    return { body: { id: ids[0], alarmIds: [ids[1]] } };
  },
  mergeIncidents: async () => {
    const ids = await alarms(0, 150);
    await becomeOf(ids[0] as string, 2);
    await decided(incident.splitIncident, { body: { id: ids[0], alarmIds: [ids[1]] } });
    for (const id of ids) await becomeOf(id, 1);
    return { body: { ids } };
  },
  undoIncidentDecision: async () => {
    const { ids, decisionId } = await merged();
    return { body: { id: ids[0], decisionId } };
  },
  changeWarning: async () => {
    const endsAt = new Date(Date.now() + 90_000_000).toISOString();
    return { body: { id: await warned(), revision: 1, level: 'orange', text: '升级', endsAt } };
  },
  liftWarning: async () => ({ body: { id: await warned(), revision: 1, reason: '降雨' } }),
  // Only the exercise's leader may inject.
  exerciseInject: async () => ({
    body: { id: await exercise(), script: [{ kind: 'camera', position: WENCHUAN, minutes: 60 }] },
    above: 'aba',
  }),
  exerciseEnd: async () => ({ body: { id: await exercise() } }),
  exerciseJudge: async () => ({ body: { id: await exercise(), verdict: '到位', version: 2 } }),
  revisePlan: async () => ({ id: await drafted(), body: { revision: 1, content: planBody({ gridNo: COUNTY }).content } }),
  submitPlan: async () => ({ body: { id: await drafted(), revision: 1 } }),
  reviewPlan: async () => {
    const id = await drafted();
    await decided(plan.submitPlan, { body: { id, revision: 1 } });
    return { body: { id, state: 'refused', note: '补充联系人' } };
  },
  discardPlan: async () => ({ id: await drafted() }),
  changeRunLevel: async () => ({ body: { id: await planRun(), from: 4, to: 3, reason: '火势变化' } }),
  endRun: async () => ({ body: { id: await planRun(), reason: '明火已灭' } }),
  taskCancel: async () => {
    const rangers = await world.server.store.accounts.list(COUNTY as never, { right: 'report-as-ranger' }, { limit: 1 });
    const body = taskBody({ ...WENCHUAN, rangerId: rangers.list[0]?.id ?? '' });
    return { body: { id: (await decided(task.delegate, { body })).id, reason: '改派' } };
  },
  updateKnownHeat: async () => ({ id: await heat(true), body: { ...knownHeatBody(WENCHUAN), version: 1 } }),
  reviewKnownHeat: async () => ({ body: { id: await heat(false), state: 'confirmed', name: '砖厂', kind: 'kiln', radiusMetres: 200 } }),
  deleteKnownHeat: async () => ({ id: await heat(true), query: { reason: '已拆除' } }),
  updateMapMask: async () => ({ id: await mask(), body: { ...mapMaskBody(WENCHUAN), version: 1 } }),
  endMapMask: async () => ({ body: { id: await mask() } }),
  withdrawOrder: async () => {
    const body = { fireId: await fireInProgress(), receivers: [{ kind: 'post', name: '扑火队' }], content: '开设隔离带' };
    return { body: { id: (await decided(situation.issueOrder, { body })).id, reason: '风向变化' } };
  },
};

const wholeRows = Object.values(contract).flatMap((calls) =>
  Object.entries<Row>(calls).flatMap(([name, row]) => (row.authority === 'whole' ? [[name as WholeRow, row] as const] : [])),
);

describe('objects decided by the prefecture', () => {
  it('cover every row that is declared to change what several grids see', () => {
    expect(wholeRows.map(([name]) => name).toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  it.each(wholeRows)(
    '%s is refused for the county below, with the name of who decides, and permitted for the level above',
    async (name, row) => {
      const sent = await CASES[name]();
      const refused = await send('wenchuan', row, sent);
      expect(refused).toMatchObject({ status: 403, body: { code: 403, error: { code: 'decided-above' } } });
      expect(refused.body.message).toContain('阿坝');
      const { body } = await send(sent.above ?? 'sichuan', row, sent);
      // The level above succeeds with the same body: it is valid, and the county has changed nothing.
      expect(body, JSON.stringify(body)).toMatchObject({ code: 200 });
    },
  );

  it('neither county may merge a fire that has an alarm of another county, though each sees its own part', async () => {
    const place = newPlace();
    const [own, further, others] = [
      await world.raise('monitor', place),
      await world.raise('monitor', east(place, 2_500)),
      await world.raise('monitor', LIXIAN),
    ];
    for (const id of [own, further, others]) await becomeOf(id, 1);
    await decided(incident.mergeIncidents, { body: { ids: [own, others] } });
    await becomeOf(own, 2);
    const reply = await send('wenchuan', incident.mergeIncidents, { body: { ids: [own, further] } });
    expect(reply).toMatchObject({ status: 403, body: { error: { code: 'beyond-own-grid' } } });
    expect(reply.body.message).toContain('理县');
    expect(await alarmsOf(further)).toHaveLength(1);
  });
});
