import { describe, expect, it } from 'vitest';
import { withMoments } from './events.ts';

const throughJson = (value: unknown): unknown => withMoments(JSON.parse(JSON.stringify(value)));
const AT = new Date('2026-11-21T08:00:00.123Z');
const ISO = AT.toISOString();

describe('times in a payload', () => {
  it('are restored at any depth, also in lists and far from the present', () => {
    const payload = {
      at: AT,
      task: { startsAt: AT, members: [{ stateAt: AT }, { stateAt: new Date(0) }] },
      steps: [[{ at: new Date(-1) }]],
      old: { observedAt: new Date('1969-07-20T20:17:40.123Z'), endedAt: new Date('9999-12-31T23:59:59.999Z'), beganAt: new Date(-1e14) },
    };
    expect(throughJson(payload)).toEqual(payload);
  });

  it('a field without the name of a time stays a text, however much it looks like a time', () => {
    const payload = { note: ISO, from: ISO, chat: ISO, flat: ISO, format: ISO, At: { text: ISO }, atAll: ISO, texts: [ISO], '': ISO };
    expect(throughJson(payload)).toEqual(payload);
  });

  it('a field with the name of a time whose value is not one stays unchanged', () => {
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

  it('a payload that is not an object is left unchanged', () => {
    for (const payload of [null, 0, '', ISO, true, []]) expect(throughJson(payload)).toEqual(payload);
  });
});
