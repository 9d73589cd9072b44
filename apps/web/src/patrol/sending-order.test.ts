import { expect, it } from 'vitest';
import { createSendingOrder, type Lane, type Waiting } from './sending-order.ts';

function aLane(sent: string[], entries: Waiting[], answers: () => boolean = () => true): Lane & { readonly add: (entry: Waiting) => void } {
  let waiting = entries;
  return {
    add: (entry) => waiting.push(entry),
    waiting: () => waiting,
    attempt: async ({ key }) => {
      sent.push(key);
      if (!answers()) return false;
      waiting = waiting.filter((one) => one.key !== key);
      return true;
    },
  };
}
const at = (key: string, writtenAt: number): Waiting => ({ key, writtenAt });

it('entries of several queues are sent in the order in which they were entered', async () => {
  const sent: string[] = [];
  const order = createSendingOrder();
  order.join(aLane(sent, [at('report 1', 1), at('report 4', 4)]));
  order.join(aLane(sent, [at('step 5', 5), at('step 2', 2)]));
  order.join(aLane(sent, [at('position 3', 3)]));
  await order.flush();
  expect(sent).toEqual(['report 1', 'step 2', 'position 3', 'report 4', 'step 5']);
});

it('no entry, of whatever queue, overtakes an unanswered one', async () => {
  const sent: string[] = [];
  let line = false;
  const order = createSendingOrder();
  order.join(aLane(sent, [at('report', 1)], () => line));
  order.join(aLane(sent, [at('step', 2)]));
  await order.flush();
  expect(sent).toEqual(['report']);
  line = true;
  await order.flush();
  expect(sent).toEqual(['report', 'report', 'step']);
});

it('an entry added during a run is sent once, however many callers request it', async () => {
  const sent: string[] = [];
  const order = createSendingOrder();
  const lane = aLane(sent, [at('first', 1)]);
  order.join(lane);
  const running = order.flush();
  lane.add(at('second', 2));
  await Promise.all([running, order.deliver('second'), order.flush()]);
  expect(sent).toEqual(['first', 'second']);
});

it('a batch of positions ends before the next entry of another queue', async () => {
  const untils: number[] = [];
  const order = createSendingOrder();
  let positions = [at('p1', 1), at('p3', 3)];
  order.join(aLane([], [at('report', 2)]));
  order.join({
    waiting: () => positions,
    attempt: async (_, until) => {
      untils.push(until);
      positions = positions.filter(({ writtenAt }) => writtenAt >= until);
      return true;
    },
  });
  await order.flush();
  expect([untils, positions]).toEqual([[2, Number.POSITIVE_INFINITY], []]);
});
