import { describe, expect, it } from 'vitest';
import { withMoments } from './events.ts';

const throughJson = (value: unknown): unknown => withMoments(JSON.parse(JSON.stringify(value)));
const AT = new Date('2026-11-21T08:00:00.123Z');
const ISO = AT.toISOString();

describe('moments in a payload', () => {
  it('come back at any depth, also in lists and far from our time', () => {
    const payload = {
      at: AT,
      task: { startsAt: AT, members: [{ stateAt: AT }, { stateAt: new Date(0) }] },
      steps: [[{ at: new Date(-1) }]],
      old: { observedAt: new Date('1969-07-20T20:17:40.123Z'), endedAt: new Date('9999-12-31T23:59:59.999Z'), beganAt: new Date(-1e14) },
    };
    expect(throughJson(payload)).toEqual(payload);
  });

  it('what is not called so stays a text, however much it looks like one', () => {
    const payload = { note: ISO, from: ISO, chat: ISO, flat: ISO, format: ISO, At: { text: ISO }, atAll: ISO, texts: [ISO], '': ISO };
    expect(throughJson(payload)).toEqual(payload);
  });

  it('what is called so and is none stays what it is', () => {
    const payload = {
      at: null,
      startsAt: '明天',
      endsAt: ` ${ISO}`,
      stateAt: '2026-11-21',
      seenAt: 1,
      closedAt: [ISO],
      madeAt: { note: ISO },
    };
    expect(throughJson(payload)).toEqual(payload);
  });

  it('a payload that is no object is left alone', () => {
    for (const payload of [null, 0, '', ISO, true, []]) expect(throughJson(payload)).toEqual(payload);
  });
});
