import { errorMessage } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { judgeRow, type PositionJudge } from './judge-row.ts';

const RANGER = '0b6f7d4e-53c1-4b43-9f53-0d0e1d7c2a10';
const OTHER = '1b6f7d4e-53c1-4b43-9f53-0d0e1d7c2a10';
const NOW = new Date('2026-11-21T05:30:00Z');
const row = (overrides: object = {}) => ({
  ...{ userId: RANGER, position: { lng: 103.5, lat: 31.4 }, actualUploadTime: '2026-11-21 13:29:45' },
  ...overrides,
});
const judge = { isKnown: (id: string) => id === RANGER || id === OTHER, onlyFor: null, now: NOW };
const fault = (path: string, reason: unknown) => ({ ok: false, error: { path, reason } });
/** The fault as the sender reads it. */
const judged = (one: unknown, by: PositionJudge) => {
  const outcome = judgeRow(one, by);
  return outcome.ok ? outcome : { ok: false, error: { path: outcome.error.path, reason: errorMessage(outcome.error, 'zh') } };
};

describe('a row of a position batch', () => {
  it('is a position of a known ranger, whatever the case of his id and the form of the time', () => {
    const read = { ok: true, value: { userId: RANGER, position: { lng: 103.5, lat: 31.4 }, at: new Date('2026-11-21T05:29:45Z') } };
    expect(judgeRow(row(), judge)).toEqual(read);
    expect(judgeRow(row({ userId: RANGER.toUpperCase(), actualUploadTime: '2026-11-21T05:29:45.000Z' }), judge)).toEqual(read);
    expect(judgeRow(row({ position: { lng: '103.5', lat: '31.4' } }), judge)).toEqual(read);
  });

  it.each([
    [null, '', expect.any(String)],
    [row({ userId: 'ranger01' }), 'userId', '护林员编号格式不正确'],
    [row({ userId: '9b6f7d4e-53c1-4b43-9f53-0d0e1d7c2a10' }), 'userId', '没有这个护林员'],
    [row({ position: { lng: 181, lat: 0 } }), 'position.lng', '经度应在-180到180之间'],
    [row({ position: { lng: 103 } }), 'position.lat', '请输入纬度'],
    [row({ position: null }), 'position', expect.any(String)],
    [row({ actualUploadTime: '2026-02-31 00:00:00' }), 'actualUploadTime', expect.stringContaining('时间应为')],
    [row({ actualUploadTime: '2026-11-21T05:40:01Z' }), 'actualUploadTime', '时间在未来'],
  ])('%o is refused, naming the field', (bad, path, reason) => {
    expect(judged(bad, judge)).toEqual(fault(path, reason));
  });

  it('that is read without the schema is read as the schema reads it', () => {
    const odd = [undefined, null, '', '12', 0, -0, 90.5, -180, 180.000_1, Number.NaN, Number.POSITIVE_INFINITY, {}, [], true];
    const times = ['2026-11-21 13:29:45', '2026-11-21T05:29:45Z', '2026-02-31 00:00:00', '', 7, null, new Date(NOW)];
    const rows = [
      ...odd.flatMap((lng) => odd.map((lat) => row({ position: { lng, lat, more: 1 }, more: 2 }))),
      ...odd.map((position) => row({ position })),
      ...times.map((actualUploadTime) => row({ actualUploadTime })),
    ];
    for (const one of rows) {
      // In capitals the id is not known as it stands: that row goes through the schema.
      const bySchema = judgeRow({ ...one, userId: RANGER.toUpperCase() }, judge);
      expect(judgeRow(one, judge)).toEqual(bySchema);
    }
  });

  it('may be ten minutes ahead, as phones are', () => {
    expect(judgeRow(row({ actualUploadTime: '2026-11-21T05:40:00Z' }), judge).ok).toBe(true);
  });

  it('from a ranger is about himself', () => {
    expect(judgeRow(row(), { ...judge, onlyFor: RANGER }).ok).toBe(true);
    expect(judged(row({ userId: OTHER }), { ...judge, onlyFor: RANGER })).toEqual(fault('userId', '只能上传自己的位置'));
  });
});
