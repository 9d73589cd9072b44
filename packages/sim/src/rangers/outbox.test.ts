import { expect, test } from 'vitest';
import type { PositionBody } from '../wire/wire.ts';
import { createOutbox, MOST_A_CALL } from './outbox.ts';

const START = Date.parse('2026-11-21T09:00:00+08:00');
const row = (userId: string, seconds: number): PositionBody => ({
  userId,
  position: { lng: 103.5 + seconds / 1e6, lat: 31.4 },
  actualUploadTime: new Date(START + seconds * 1000).toISOString(),
});
const all = () => true;

test('a phone that was out of signal sends everything in one burst, sorted, and nothing is missing', () => {
  const outbox = createOutbox();
  const arrived: PositionBody[] = [];
  for (let seconds = 0; seconds <= 600; seconds += 15) {
    outbox.add(row('near', seconds));
    outbox.add(row('far', seconds));
    const batch = outbox.ready((userId) => userId === 'near' || seconds < 120 || seconds >= 480);
    arrived.push(...batch);
    outbox.sent(batch);
    if (seconds === 480) expect(batch.filter(({ userId }) => userId === 'far')).toHaveLength(25);
  }
  for (const userId of ['near', 'far']) {
    const times = arrived.filter((one) => one.userId === userId).map(({ actualUploadTime }) => actualUploadTime);
    expect(times).toEqual(Array.from({ length: 41 }, (_, n) => new Date(START + n * 15_000).toISOString()));
  }
  expect(outbox.waiting()).toBe(0);
});

test('what the server did not take stays, also when more was added meanwhile', () => {
  const outbox = createOutbox();
  outbox.add(row('one', 15));
  const batch = outbox.ready(all);
  outbox.add(row('one', 30));
  expect(outbox.ready(all)).toHaveLength(2);
  outbox.sent(batch);
  expect(outbox.ready(all)).toEqual([row('one', 30)]);
});

test('a call is never larger than the server reads: the oldest go first', () => {
  const outbox = createOutbox();
  for (let n = MOST_A_CALL + 10; n > 0; n--) outbox.add(row('one', n));
  const batch = outbox.ready(all);
  expect(batch).toHaveLength(MOST_A_CALL);
  expect(batch[0]).toEqual(row('one', 1));
});
