import type { Named } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { at, WENCHUAN } from '../../testing/builders.ts';
import type { ReplayTrack } from '../attendance.ts';
import { boxOf, gapFrom, gapsOf, spanOf } from './replay-store.ts';

const position = { lng: 103, lat: 31 };
const track = (userId: string, over: Partial<ReplayTrack> = {}): Named<ReplayTrack> => ({
  ...WENCHUAN,
  userId,
  fullName: userId,
  seconds: [],
  longitudes: [],
  latitudes: [],
  activity: [],
  positions: 0,
  leftOut: 0,
  movingSeconds: 0,
  distanceMetres: 0,
  seenSquareKilometres: 0,
  gaps: [],
  ...over,
});
const gap = (begin: string, end: string) => ({
  begin: at(`2026-11-21 ${begin}`),
  end: at(`2026-11-21 ${end}`),
  from: position,
  to: position,
});
const BEGIN = at('2026-11-21 00:00:00').getTime();

describe('the replayed tracks', () => {
  it('run from the first to the last position of all rangers', () => {
    expect(spanOf([track('甲', { seconds: [100, 200] }), track('乙'), track('丙', { seconds: [150, 900] })])).toEqual({
      from: 100,
      to: 900,
    });
    expect(spanOf([track('甲')])).toEqual({ from: 0, to: 86_400 });
    expect(boxOf([track('甲')])).toBeNull();
    expect(boxOf([track('甲', { longitudes: [103, 104], latitudes: [31, 30] })])).toEqual({ west: 103, south: 30, east: 104, north: 31 });
  });

  it('are stepped through from gap to gap of all rangers, in order of time', () => {
    const gaps = gapsOf(
      [
        track('甲', { gaps: [gap('08:00:00', '08:30:00'), gap('10:00:00', '10:20:00')] }),
        track('乙', { gaps: [gap('09:00:00', '09:15:00')] }),
      ],
      BEGIN,
    );
    expect(gaps.map(({ fullName, from }) => [fullName, from / 3_600])).toEqual([
      ['甲', 8],
      ['乙', 9],
      ['甲', 10],
    ]);
    const hour = (n: number) => n * 3_600;
    expect(gapFrom(gaps, hour(7), 'next')?.from).toBe(hour(8));
    expect(gapFrom(gaps, hour(8) - 30, 'next')?.from).toBe(hour(9));
    expect(gapFrom(gaps, hour(9) - 30, 'previous')?.from).toBe(hour(8));
    expect([gapFrom(gaps, hour(11), 'next'), gapFrom(gaps, hour(7), 'previous')]).toEqual([null, null]);
  });
});
