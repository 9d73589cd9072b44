import type { GridNo } from '@lookout/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumberedMessage } from './log-message.ts';
import { bench } from './relay.harness.ts';

const upTo = (n: number, from = 1): number[] => Array.from({ length: n - from + 1 }, (_, i) => from + i);

describe('the relay', () => {
  it('starts at the head of the log: earlier events are not delivered again', async () => {
    const b = await bench({ before: 7 });
    await b.tick();
    expect(b.delivered).toEqual([]);
    b.relay.wake(b.store.commit());
    expect(b.delivered).toEqual([8]);
  });

  it('delivers events passed to it at once, without reading the database or waiting for a tick', async () => {
    const b = await bench();
    b.relay.wake(b.store.commit(3));
    expect(b.delivered).toEqual([1, 2, 3]);
    expect(b.store.calls.reads).toBe(0);
    expect(b.relay.last()).toBe(3);
  });

  it('an event is published to its county, prefecture, province and the nation, encoded once', async () => {
    const b = await bench();
    b.relay.wake(b.store.commit());
    const [{ topics, payload } = { topics: [], payload: new Uint8Array() }] = b.encoded;
    expect(topics).toEqual(['513221', '513200', '510000', '100000'].map((gridNo) => `lookout/newFire/${gridNo}`));
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual({
      seq: 1,
      at: '2026-11-21T00:00:00.000Z',
      kind: 'newFire',
      gridNo: '513221',
      data: { id: 'alarm-1' },
    });
  });

  it('a gap is read from the log before later events are delivered', async () => {
    const b = await bench();
    b.store.commit(2); // by another server
    b.relay.wake(b.store.commit());
    expect(b.delivered).toEqual([]);
    await b.settle();
    expect(b.delivered).toEqual([1, 2, 3]);
    expect(b.store.calls.reads).toBe(1);
  });

  it('out-of-order and repeated wakes deliver each event once, in order', async () => {
    const b = await bench();
    const events = b.store.commit(4);
    for (const i of [2, 0, 3, 1, 1, 2]) b.relay.wake(events.slice(i, i + 1));
    await b.settle();
    expect(b.delivered).toEqual([1, 2, 3, 4]);
  });

  it('a relay that slept longer than the log’s retention restarts at the head, reports it, and continues', async () => {
    const b = await bench();
    b.relay.wake(b.store.commit(2));
    await b.settle();
    b.store.commit(8);
    b.store.first = 7;
    await b.tick();
    expect([b.delivered, b.anew, b.relay.last()]).toEqual([[1, 2], [10], 10]);
    expect(b.log.noted.filter(({ level }) => level === 'error')).toHaveLength(1);
    b.pass(5);
    await b.tick();
    expect(b.relay.receivedUntil()).toBe(5);
    b.store.commit(2);
    await b.tick();
    expect([b.delivered, b.anew]).toEqual([[1, 2, 11, 12], [10]]);
  });

  it('a relay that cannot read the head when it restarts tries again', async () => {
    const b = await bench();
    b.relay.wake(b.store.commit(1));
    b.store.commit(4);
    b.store.first = 4;
    b.store.isAway = true;
    await b.tick();
    expect(b.anew).toEqual([]);
    b.store.isAway = false;
    await b.tick();
    expect(b.anew).toEqual([5]);
  });

  it('many wakes without events cause at most two reads', async () => {
    const b = await bench();
    b.store.commit(20);
    for (let n = 0; n < 100; n += 1) b.relay.wake();
    await b.settle();
    expect(b.delivered).toEqual(upTo(20));
    expect(b.store.calls.reads).toBeLessThanOrEqual(2);
  });

  it('an event that was not forwarded is found by the head check within a second', async () => {
    const b = await bench();
    b.store.commit(3);
    await b.tick();
    expect(b.delivered).toEqual([1, 2, 3]);
    await b.tick();
    expect(b.store.calls.reads).toBe(1);
  });

  it('a long gap is read page by page', async () => {
    const b = await bench();
    b.store.commit(1_700);
    await b.tick();
    expect(b.delivered).toEqual(upTo(1_700));
    expect(b.store.calls.reads).toBe(4);
  });

  it('a long run of deliveries yields to the event loop', async () => {
    const b = await bench({ millisecondsEach: 1 });
    b.relay.wake(b.store.commit(100));
    expect(b.delivered.length).toBeLessThanOrEqual(6);
    await b.settle();
    expect(b.delivered).toEqual(upTo(100));
    expect(b.breaths()).toBeGreaterThanOrEqual(19);
  });

  it('while the database is down the relay delivers events passed to it, logs one error, and catches up afterwards', async () => {
    const b = await bench();
    b.store.isAway = true;
    for (let n = 0; n < 5; n += 1) await b.tick();
    expect(b.log.noted.filter(({ level }) => level === 'error')).toHaveLength(1);
    const events = b.store.commit(3);
    b.relay.wake(events.slice(0, 1));
    b.relay.wake(events.slice(2));
    await b.settle();
    expect(b.delivered).toEqual([1]);
    b.store.isAway = false;
    await b.tick();
    expect(b.delivered).toEqual([1, 2, 3]);
  });

  it('an event that cannot be delivered is logged and does not block the next', async () => {
    const b = await bench({
      onDeliver: (seq) => {
        if (seq === 2) throw new Error('broken');
      },
    });
    b.relay.wake(b.store.commit(3));
    expect(b.delivered).toEqual([1, 2, 3]);
    expect(b.log.noted).toEqual([{ level: 'error', message: 'an event could not be delivered' }]);
  });

  it('a received event that is not in the log is dropped, and real ones are still delivered', async () => {
    const b = await bench();
    b.listener().onEvents([{ ...(b.store.commit(1)[0] as NumberedMessage), seq: 900, gridNo: '510000' as GridNo }]);
    await b.settle();
    expect(b.delivered).toEqual([1]);
    const reads = b.store.calls.reads;
    b.relay.wake(b.store.commit());
    await b.tick();
    expect(b.delivered).toEqual([1, 2]);
    expect(b.store.calls.reads).toBe(reads);
  });

  it('expected events are not read from the log; a later event that waits for them calls deliverNow', async () => {
    const b = await bench();
    const flood = b.store.commit(3);
    let deliverNowCalls = 0;
    b.relay.expect(1, 3, () => {
      deliverNowCalls += 1;
    });
    await b.tick();
    expect({ reads: b.store.calls.reads, deliverNowCalls }).toEqual({ reads: 0, deliverNowCalls: 0 });
    b.relay.wake(b.store.commit());
    await b.settle();
    expect({ delivered: b.delivered, reads: b.store.calls.reads, deliverNowCalls }).toEqual({
      delivered: [],
      reads: 0,
      deliverNowCalls: 1,
    });
    b.relay.wake(flood);
    expect({ delivered: b.delivered, reads: b.store.calls.reads }).toEqual({ delivered: [1, 2, 3, 4], reads: 0 });
  });

  it('deliverNow may deliver the expected events in the same call', async () => {
    const b = await bench();
    const flood = b.store.commit(2);
    b.relay.expect(1, 2, () => b.relay.wake(flood));
    b.relay.wake(b.store.commit());
    await b.settle();
    expect({ delivered: b.delivered, forwarded: b.forwarded, reads: b.store.calls.reads }).toEqual({
      delivered: [1, 2, 3],
      forwarded: [1, 2, 3],
      reads: 0,
    });
  });

  it('a gap before expected events is read from the log', async () => {
    const b = await bench();
    b.store.commit(2); // by another server
    b.store.commit(3);
    b.relay.expect(3, 5, () => undefined);
    await b.tick();
    expect(b.delivered.slice(0, 2)).toEqual([1, 2]);
  });

  it('expected events that are not passed within five seconds are read from the log', async () => {
    const b = await bench();
    b.store.commit(2);
    b.relay.expect(1, 2, () => undefined);
    b.pass(4_900);
    await b.tick();
    expect(b.delivered).toEqual([]);
    b.pass(200);
    await b.tick();
    expect(b.delivered).toEqual([1, 2]);
  });

  it('own events are received at once, even behind a gap or expected events; those not forwarded when they are read', async () => {
    const b = await bench();
    b.store.commit(2); // by another server
    b.relay.wake(b.store.commit());
    expect({ received: b.received, delivered: b.delivered }).toEqual({ received: [3], delivered: [] });
    await b.settle();
    expect({ received: b.received, delivered: b.delivered }).toEqual({ received: [3, 1, 2], delivered: [1, 2, 3] });
    const flood = b.store.commit(2);
    b.relay.expect(4, 5, () => undefined);
    b.relay.wake(b.store.commit());
    await b.settle();
    expect(b.received.slice(3)).toEqual([6]);
    b.relay.wake(flood);
    expect({ received: b.received.slice(3), delivered: b.delivered.slice(3) }).toEqual({ received: [6, 4, 5], delivered: [4, 5, 6] });
  });

  it('receivedUntil is the time of the last head that was reached, even if the log has grown since', async () => {
    const b = await bench();
    b.pass(1_000);
    await b.tick();
    expect(b.relay.receivedUntil()).toBe(1_000);
    b.store.isAway = true;
    b.pass(1_000);
    await b.tick();
    expect(b.relay.receivedUntil()).toBe(1_000);
    b.store.isAway = false;
    const flood = b.store.commit(2);
    b.relay.expect(1, 2, () => undefined);
    for (const _ of [1, 2]) {
      b.pass(1_000);
      await b.tick();
      expect(b.relay.receivedUntil()).toBe(1_000);
    }
    b.relay.wake(flood);
    expect(b.relay.receivedUntil()).toBe(3_000);
  });

  it('after stop nothing more is delivered', async () => {
    const b = await bench();
    await b.relay.stop();
    b.relay.wake(b.store.commit());
    await b.tick();
    expect(b.delivered).toEqual([]);
  });
});

describe('several servers', () => {
  it('only what this server committed is forwarded to the others, in order', async () => {
    const b = await bench();
    const [first, , third] = b.store.commit(3);
    b.relay.wake([third as NumberedMessage]);
    b.listener().onEvents([first as NumberedMessage]);
    await b.settle();
    expect(b.delivered).toEqual([1, 2, 3]);
    expect(b.forwarded).toEqual([3]);
  });

  it('an own event is forwarded even when the head check found it before the wake', async () => {
    const b = await bench();
    const events = b.store.commit();
    await b.tick();
    b.relay.wake(events);
    expect(b.delivered).toEqual([1]);
    expect(b.forwarded).toEqual([1]);
  });

  it('received events without a gap are delivered without reading the database; an echo is ignored', async () => {
    const b = await bench();
    const events = b.store.commit(2);
    b.listener().onEvents(events);
    b.listener().onEvents(events);
    expect(b.delivered).toEqual([1, 2]);
    expect(b.store.calls.reads).toBe(0);
    expect(b.forwarded).toEqual([]);
  });

  it('a message without a number goes to this server’s clients and to the other servers; a received one only to this server’s clients', async () => {
    const b = await bench();
    b.relay.publishDirect(['lookout/teamTrajectory/513221'], 'here');
    b.listener().onDirect(['lookout/teamTrajectory/513222'], Buffer.from('there'));
    expect(b.direct).toEqual([
      'delivered lookout/teamTrajectory/513221 here',
      'sent lookout/teamTrajectory/513221 here',
      'delivered lookout/teamTrajectory/513222 there',
    ]);
  });

  it('forwarded, lost, duplicated or late, every event is delivered once, in order', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('own' as const), count: fc.integer({ min: 1, max: 4 }), late: fc.boolean() }),
      fc.record({ do: fc.constant('expected' as const), count: fc.integer({ min: 1, max: 4 }), late: fc.boolean() }),
      fc.record({ do: fc.constant('other' as const), count: fc.integer({ min: 1, max: 4 }), late: fc.boolean() }),
      fc.record({ do: fc.constant('not-forwarded' as const), count: fc.integer({ min: 1, max: 4 }), late: fc.boolean() }),
      fc.record({ do: fc.constant('tick' as const), count: fc.constant(0), late: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const b = await bench();
        const late: (() => void)[] = [];
        for (const { do: what, count, late: isLate } of steps) {
          if (what === 'tick') {
            for (const run of late.splice(0).reverse()) run();
            if (isLate) await b.tick();
            else void b.tick();
            continue;
          }
          const events = b.store.commit(count);
          if (what === 'not-forwarded') continue;
          const run = (): void => (what === 'other' ? b.listener().onEvents(events) : b.relay.wake(events));
          const [first, last] = [events[0], events.at(-1)] as [NumberedMessage, NumberedMessage];
          if (what === 'expected') b.relay.expect(first.seq, last.seq, isLate ? () => undefined : run);
          if (isLate) late.push(run);
          else run();
        }
        await b.settle();
        await b.tick();
        for (const run of late) run();
        await b.settle();
        // Events that were not forwarded, behind expected ones, are found by the next head check.
        await b.tick();
        const all = b.store.all().map(({ seq }) => seq);
        expect(b.delivered).toEqual(all);
        expect([...new Set(b.received)].sort((one, other) => one - other)).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });
});
