import { expect, it } from 'vitest';
import { readMapAddress } from './address.ts';

const NOW = Date.parse('2026-11-24T08:00:00Z');

it('view=lng,lat,height is a vertical view; the app’s own at= takes precedence', () => {
  expect(readMapAddress('?view=103.5,31.4,20000').view).toEqual({
    lng: 103.5,
    lat: 31.4,
    heightMetres: 20_000,
    headingDegrees: 0,
    pitchDegrees: -90,
    mode: '3d',
  });
  expect(readMapAddress('?view=103.5,31.4,20000&at=104,32,9000,90,-40,2d').view).toMatchObject({ lng: 104, mode: '2d' });
  for (const view of ['', 'a,b,c', '103.5,31.4', '203.5,31.4,1000', '103.5,95,1000', '103.5,31.4,0'])
    expect(readMapAddress(`?view=${view}`).view).toBeNull();
});

it('unknown layers are ignored; if none is named, all permitted layers are shown', () => {
  expect(readMapAddress('').layers).toBeNull();
  expect(readMapAddress('?layers=danger,alarms,rangers').layers).toEqual(['alarms', 'danger']);
  expect(readMapAddress('?layers=').layers).toEqual([]);
});

it('the window of arrival times is a preset, which moves with the clock, or a range', () => {
  expect(readMapAddress('?time=threehour').windowAt(NOW)).toEqual({ from: NOW - 3 * 3_600_000, to: null });
  expect(readMapAddress('?time=all').windowAt(NOW)).toEqual({ from: null, to: null });
  expect(readMapAddress('?from=2026-11-24 08:00:00').windowAt(NOW)).toEqual({ from: NOW - 8 * 3_600_000, to: null });
  expect(readMapAddress('?time=never').windowAt(NOW)).toEqual({ from: null, to: null });
});

it('an invalid grid number is ignored', () => {
  expect(readMapAddress('?grid=513221').gridNo).toBe('513221');
  expect(readMapAddress('?grid=51%25').gridNo).toBeNull();
});
