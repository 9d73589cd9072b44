// An alarm changed by an officer's call or by the product itself is stored, published and refused in the same way.

import { NATION, type System } from '@lookout/domain';
import { actOf } from '@lookout/server/acting/act.ts';
import { Refusal } from '@lookout/server/acting/refusal.ts';
import { type AlarmWorld, openAlarmWorld, type ReceivedMessage } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handle } from '../alarm-actions.ts';
import { type AlarmCommands, createAlarmCommands } from './alarm-commands.ts';

let world: AlarmWorld;
let alarmCommands: AlarmCommands;
beforeAll(async () => {
  world = await openAlarmWorld();
  const { journal, gazetteer } = world.server.app.deps;
  alarmCommands = createAlarmCommands({ journal, nameOf: (no) => gazetteer().grids.nameOf(no) });
});
afterAll(() => world?.stop());

const PRODUCT: System = { kind: 'system', name: 'nightly-tidy' };
const NOTE = '已核实';

const byPerson = (id: string) => world.act('guojia', 'handle', { id, note: NOTE, isRenovated: false });
const byProduct = (id: string) =>
  alarmCommands.perform(actOf(PRODUCT, { name: 'handle-alarm', scope: NATION, now: new Date() }), {
    id,
    decide: (alarm) => handle(alarm, { accountId: PRODUCT.name, gridNo: NATION }, NOTE),
  });

const eventsOf = async (id: string) =>
  (await world.server.store.events.ofAlarm(NATION, id)).filter(({ kind }) => kind !== 'alarm.recorded');
const auditOf = async (id: string) =>
  (await world.server.store.audit.page(NATION, { targetId: id, act: 'handle-alarm' }, { offset: 0, limit: 10 })).list;

it('an action is one event, one line of history, one live message and one audit row', async () => {
  const [person, product] = [await world.raise('monitor'), await world.raise('monitor')];
  const messages = {
    person: await world.receivedDuring('aba', () => byPerson(person)),
    product: await world.receivedDuring('aba', () => byProduct(product)),
  };

  const [eventOfPerson] = await eventsOf(person);
  expect(await eventsOf(product)).toMatchObject([
    { kind: 'alarm.handled', objectId: product, actor: PRODUCT, requestId: null, payload: eventOfPerson?.payload },
  ]);

  const [ofPerson, ofProduct] = [await world.linesOf(person), await world.linesOf(product)];
  expect(ofProduct.map(({ act, detail }) => ({ act, detail }))).toEqual(ofPerson.map(({ act, detail }) => ({ act, detail })));

  expect(messages.product).toHaveLength(1);
  const shown = ({ topic, data }: ReceivedMessage) => ({ topic, isHandle: data.isHandle, change: data.change });
  expect(messages.product.map(shown)).toEqual(messages.person.map(shown));

  const [rowOfPerson] = await auditOf(person);
  const { act, outcome, targetKind, gridNo, detail } = rowOfPerson ?? {};
  expect(rowOfPerson).toMatchObject({ userName: 'guojia', outcome: 'ok' });
  expect(await auditOf(product)).toMatchObject([
    { act, outcome, targetKind, targetId: product, gridNo, detail, userName: 'nightly-tidy', accountId: null, address: null },
  ]);
});

it('an action is refused with the same error when somebody else was first', async () => {
  const id = await world.raise('monitor');
  const stands = await byProduct(id);

  const answered = await byPerson(id);
  expect(answered).toMatchObject({
    status: 409,
    body: { code: 409, message: '该火警已不在待处理中', data: { id }, error: { code: 'already-handled', params: {} } },
  });

  const refusal = await byProduct(id).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: 'already-handled', params: {}, existing: stands });
  expect(await eventsOf(id)).toHaveLength(1);
});

it('an alarm is not found by an action whose scope is another grid', async () => {
  const id = await world.raise('monitor');
  const act = actOf(PRODUCT, { name: 'handle-alarm', scope: '410000' as typeof NATION, now: new Date() });
  await expect(alarmCommands.perform(act, { id, decide: () => expect.fail('not called') })).rejects.toMatchObject({ code: 'not-found' });
});
