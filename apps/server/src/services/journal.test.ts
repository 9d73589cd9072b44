import type { DomainEvent, GridNo, LoggedEvent } from '@lookout/domain';
import { type LogEntry, Unreadable } from '@lookout/store';
import { expect, it } from 'vitest';
import { actOf } from '../acting/act.ts';
import { createJournal, createLogReader } from './journal.ts';

const AT = new Date('2026-11-21T08:00:00Z');
const sosRaised = (seq: number): LoggedEvent =>
  ({
    ...{
      id: `e${seq}`,
      seq,
      kind: 'sos.raised',
      objectId: `sos-${seq}`,
      gridNo: '513221',
      leftGridNo: null,
      happenedAt: AT,
      recordedAt: AT,
    },
    ...{ actor: { kind: 'system', name: 'test' }, requestId: null, payload: { sos: sosOf(seq) } },
  }) as unknown as DomainEvent & { readonly seq: number };
const sosOf = (seq: number) => ({
  ...{
    id: `sos-${seq}`,
    userId: 'u',
    fullName: '杨护林',
    phone: null,
    gridNo: '513221',
    place: null,
    address: null,
    raisedAt: AT,
    receivedAt: AT,
  },
  ...{ taken: null, cancelled: null, closed: null, revision: 1 },
});

function readerOf(entries: readonly LogEntry[], states: readonly unknown[]) {
  const faults: object[] = [];
  const events = { readRange: async () => entries, statesAfter: async () => states };
  const reader = createLogReader({ events } as never, () => null, { error: (fields) => faults.push(fields) });
  return { reader, faults };
}

it('An unreadable event is logged and withheld from the desks, under all its numbers; the events around it are published', async () => {
  const entries = [
    { event: sosRaised(1), numbers: 1 },
    { event: sosRaised(3), numbers: 2 },
    { event: sosRaised(4), numbers: 1 },
    { event: sosRaised(5), numbers: 1 },
  ];
  const cause = new Error('a fault of ours');
  const { reader, faults } = readerOf(entries, [sosOf(1), new Unreadable(cause), { ...sosOf(4), raisedAt: 'no time' }, sosOf(5)]);
  const messages = await reader.readAfter(0, 10);
  expect(messages.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
    '1 fireAlarm',
    '2 internal',
    '3 internal',
    '4 internal',
    '5 fireAlarm',
  ]);
  expect(faults).toMatchObject([
    { err: cause, seq: 3, kind: 'sos.raised', objectId: 'sos-3' },
    { err: expect.any(TypeError), seq: 4 },
  ]);
});

it('Messages are published after the commit, and none for a change that could not be committed', async () => {
  const steps: string[] = [];
  const tx = { events: { append: async () => [1] }, audit: { append: async () => undefined } };
  let isBroken = false;
  const transaction = async <T>(work: (own: unknown) => Promise<T>): Promise<T> => {
    const done = await work(tx);
    if (isBroken) throw new Error('the connection is gone');
    steps.push('committed');
    return done;
  };
  const journal = createJournal({
    store: { transaction } as never,
    nameOf: () => null,
    publish: (messages) => void steps.push(...messages.map(({ seq }) => `published ${seq}`)),
  });
  const act = actOf({ kind: 'system', name: 'test' }, { name: 'sos', scope: '513221' as GridNo, now: AT });
  const raise = () =>
    journal.transact(act, async () => ({ value: 'raised', happened: [{ event: sosRaised(1), after: sosOf(1) as never }] }));
  expect(await raise()).toBe('raised');
  expect(steps).toEqual(['committed', 'published 1']);

  isBroken = true;
  await expect(raise()).rejects.toThrow('the connection is gone');
  expect(steps).toEqual(['committed', 'published 1']);
});
