import { expect, test } from 'vitest';
import { answered, CAMERA_FAULTS, clockOf, faultsOf, readCameraFaults, shownTicks } from './faults.ts';

test('Faults are listed by tower, for one or for all; an unknown fault is reported with the list of known ones', () => {
  const faults = readCameraFaults('t01:no-position+still; *:inner-address');
  expect([faultsOf(faults, 't01'), faultsOf(faults, 't02')]).toEqual([['inner-address', 'no-position', 'still'], ['inner-address']]);
  expect(readCameraFaults('')).toEqual({});
  for (const bad of ['t01:nonsense', 'still', 't01:']) expect(() => readCameraFaults(bad)).toThrow(new RegExp(CAMERA_FAULTS[0] ?? ''));
});

test('An answer is changed as its fault prescribes, and nothing else is changed', () => {
  const status = '<tptz:PTZStatus><tt:Position><tt:PanTilt x="1" y="0"/></tt:Position><tt:MoveStatus/></tptz:PTZStatus>';
  expect(answered(status, ['no-position'])).toBe('<tptz:PTZStatus><tt:MoveStatus/></tptz:PTZStatus>');
  expect(answered(status, ['nil-position'])).toMatch(/^<tptz:PTZStatus [^>]*nil="true"\/>$/);
  expect(answered('<tt:Uri>rtsp://127.0.0.1:8554/t01</tt:Uri>', ['inner-address'])).toBe('<tt:Uri>rtsp://192.168.1.64:8554/t01</tt:Uri>');
  expect(answered(status, ['no-encoder', 'still', 'clock-ahead'])).toBe(status);
});

test('A clock is ahead, starts in 1970, or reports local time as UTC; picture times freeze or go back', () => {
  const now = () => 1_000_000_000_000;
  expect(clockOf(now, ['clock-ahead'])() - now()).toBe(7_200_000);
  expect(clockOf(now, ['clock-of-1970'])()).toBe(0);
  expect(clockOf(now, ['local-time'], { said: true })() - clockOf(now, ['local-time'])()).toBe(28_800_000);
  expect([3, 9, 60].map((seconds) => shownTicks(seconds * 90, 90, ['still']) / 90)).toEqual([3, 5, 5]);
  expect([9, 11, 21].map((seconds) => shownTicks(seconds * 90, 90, ['time-back']) / 90)).toEqual([9, 6, 11]);
});
