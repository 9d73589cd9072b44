import { describe, expect, it } from 'vitest';
import {
  AUTO_FOCUS_CODE,
  actOfCommand,
  DIRECTION_CODES,
  directionOfCode,
  type GbPtzOrder,
  gbPtzCommand,
  LENS_CODES,
  lensActOfCode,
  PTZ_COMMANDS,
  PTZ_DIRECTIONS,
  PTZ_STEP_MESSAGE,
} from './ptz.ts';

describe('the numbers of specification §9', () => {
  // Proves §9.3a
  it('directions are 1–8: up, down, left, right, up-left, down-left, up-right, down-right; 101 is none of them', () => {
    expect(PTZ_DIRECTIONS.map((direction) => DIRECTION_CODES[direction])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(directionOfCode)).toEqual(PTZ_DIRECTIONS);
    expect([0, 9, AUTO_FOCUS_CODE, 1.5, Number.NaN].map(directionOfCode)).toEqual([null, null, null, null, null]);
    expect(AUTO_FOCUS_CODE).toBe(101);
  });

  // Proves §9.3b
  it('zoom operations are 1–6', () => {
    expect(Object.values(LENS_CODES)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([0, 7].map(lensActOfCode)).toEqual([null, null]);
  });

  // Proves §9.3c
  it('commands are 2–5, 11–16, 21–29, each with one meaning', () => {
    expect(Object.values(PTZ_COMMANDS).sort((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25, 26, 27, 28, 29,
    ]);
    expect([2, 3, 4, 5].map(actOfCommand)).toEqual(['light', 'wiper', 'fan', 'heater']);
    expect([11, 12, 13, 14, 15, 16].map(actOfCommand)).toEqual(Object.keys(LENS_CODES));
    expect([21, 22, 23, 24].map(actOfCommand)).toEqual(['up', 'down', 'left', 'right']);
    expect([25, 26, 27, 28].map(actOfCommand)).toEqual(['up-left', 'up-right', 'down-left', 'down-right']);
    expect([29, 1, 30].map(actOfCommand)).toEqual(['auto-pan', null, null]);
  });

  it('the step has its error message', () => {
    expect(PTZ_STEP_MESSAGE).toBe('焦距步长只能是1到8之间的整数');
  });
});

describe('PTZCmd of GB/T 28181 (published values)', () => {
  /** Speed 0x1F of 255. */
  const speedPercent = (0x1f / 255) * 100;
  it.each<[string, GbPtzOrder]>([
    ['A50F01011F0000D5', { kind: 'move', direction: 'right', speedPercent }],
    ['A50F01021F0000D6', { kind: 'move', direction: 'left', speedPercent }],
    ['A50F0104001F00D8', { kind: 'move', direction: 'down', speedPercent }],
    ['A50F0108001F00DC', { kind: 'move', direction: 'up', speedPercent }],
    ['A50F0110000010D5', { kind: 'zoom', act: 'zoom-in', speedPercent: 100 / 15 }],
    ['A50F0120000010E5', { kind: 'zoom', act: 'zoom-out', speedPercent: 100 / 15 }],
    ['A50F0100000000B5', { kind: 'stop' }],
    ['A50F018100010037', { kind: 'set-preset', preset: 1 }],
    ['A50F018200010038', { kind: 'go-to-preset', preset: 1 }],
    ['A50F018300010039', { kind: 'remove-preset', preset: 1 }],
  ])('%s', (bytes, order) => {
    expect(gbPtzCommand(order)).toBe(bytes);
  });

  it('diagonals carry both bits and both speeds; the checksum wraps around', () => {
    expect(gbPtzCommand({ kind: 'move', direction: 'up-left', speedPercent: 100 })).toBe('A50F010AFFFF00BD');
    expect(gbPtzCommand({ kind: 'move', direction: 'down-right', speedPercent: 100 })).toBe('A50F0105FFFF00B8');
  });

  it('the slowest speed still moves', () => {
    expect(gbPtzCommand({ kind: 'zoom', act: 'zoom-in', speedPercent: 1 })).toBe('A50F0110000010D5');
    expect(gbPtzCommand({ kind: 'move', direction: 'right', speedPercent: 0 })).toBe('A50F0101010000B7');
  });

  it('a speed or a preset that does not fit its byte is an error of the caller', () => {
    expect(() => gbPtzCommand({ kind: 'move', direction: 'up', speedPercent: 101 })).toThrow(RangeError);
    expect(() => gbPtzCommand({ kind: 'zoom', act: 'zoom-in', speedPercent: Number.NaN })).toThrow(RangeError);
    for (const preset of [0, 256, 1.5]) expect(() => gbPtzCommand({ kind: 'go-to-preset', preset })).toThrow(RangeError);
  });
});
