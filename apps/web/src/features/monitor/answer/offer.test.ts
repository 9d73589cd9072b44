import type { WireAlarm } from '@lookout/contract';
import { type GridNo, RIGHT_CODES, type RightCode } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { aWireAlarm } from '../../../globe/testing/wire-alarm.ts';
import { offerFor } from './offer.ts';

const wenchuan = { userId: 'me', gridNo: '513221' as GridNo, rights: new Set<RightCode>(['bpMonitor', 'bpAlarm', 'bpRecord']) };
const row = (alarm: WireAlarm) => offerFor(alarm, wenchuan, false).row;
const menu = (alarm: WireAlarm) => offerFor(alarm, wenchuan, false).menu;

describe('what is offered', () => {
  it.each(['satellite', 'monitor', 'report'] as const)('for a new alarm of %s', (kind) => {
    expect(row(aWireAlarm(kind))).toEqual(['acknowledge', 'judge', 'dispatch', 'push']);
  });

  it('a camera alarm may be moved, the others not', () => {
    expect([menu(aWireAlarm('monitor')), menu(aWireAlarm('report'))]).toEqual([['move'], []]);
  });

  it('for a smoke alarm only the push, and nothing once it is pushed', () => {
    expect([row(aWireAlarm('smoke')), menu(aWireAlarm('smoke'))]).toEqual([['push-smoke'], []]);
    expect(row(aWireAlarm('smoke', { isHandle: 1, isPut: 1 }))).toEqual([]);
  });

  it('a danger check is put right, also after somebody was sent; it is not judged', () => {
    expect(row(aWireAlarm('danger'))).toEqual(['acknowledge', 'dispatch', 'handle']);
    expect(row(aWireAlarm('danger', { isHandle: 1 }))).toContain('handle');
    expect(row(aWireAlarm('danger', { isHandle: 1, status: 1 } as Partial<WireAlarm>))).not.toContain('handle');
  });

  it('火情 only as long as nobody has judged; then 更正, and 关闭 for a fire in progress', () => {
    const real = aWireAlarm('satellite', { isReal: 1, isHandle: 1 });
    expect([row(real), menu(real)]).toEqual([['acknowledge', 'dispatch', 'push', 'close'], ['correct']]);
    const none = aWireAlarm('satellite', { isReal: 0, isHandle: 1 });
    expect([row(none), menu(none)]).toEqual([['push'], ['correct']]);
  });

  it('nothing for a closed fire, but an administrator may delete it', () => {
    const closed = aWireAlarm('monitor', { isReal: 1, isHandle: 1, closeTime: '2026-11-21 15:00:00' });
    expect(offerFor(closed, wenchuan, false)).toEqual({ row: [], menu: [] });
    expect(offerFor(closed, { ...wenchuan, rights: new Set(RIGHT_CODES) }, false)).toEqual({ row: [], menu: ['delete'] });
  });

  it('who has it is not asked again; a colleague may take over', () => {
    expect(row(aWireAlarm('report', { acknowledgedById: 'me' }))[0]).toBe('judge');
    expect(row(aWireAlarm('report', { acknowledgedById: 'other' }))[0]).toBe('take-over');
  });

  it('a pushed alarm may be withdrawn; only those between county and nation pass it on; the nation pushes nowhere', () => {
    const pushed = aWireAlarm('satellite', { isPut: 1 });
    expect([row(pushed).includes('push'), menu(pushed)]).toEqual([false, ['withdraw']]);
    const at = (gridNo: string) => offerFor(pushed, { ...wenchuan, gridNo: gridNo as GridNo }, false).menu;
    expect([at('513200'), at('510000'), at('100000')]).toEqual([['push-on', 'withdraw'], ['push-on', 'withdraw'], ['withdraw']]);
    expect(offerFor(aWireAlarm('satellite'), { ...wenchuan, gridNo: '100000' as GridNo }, false).row).not.toContain('push');
  });
});

describe('what is not offered', () => {
  it('without the right', () => {
    const viewer = { ...wenchuan, rights: new Set<RightCode>(['bpMonitor']) };
    expect(offerFor(aWireAlarm('monitor'), viewer, false)).toEqual({ row: [], menu: [] });
    const dispatcher = { ...wenchuan, rights: new Set<RightCode>(['bpMonitor', 'bpRecord']) };
    expect(offerFor(aWireAlarm('monitor'), dispatcher, false).row).toEqual(['dispatch']);
  });

  it('opened from a task: no fire action at all', () => {
    expect(offerFor(aWireAlarm('monitor'), { ...wenchuan, rights: new Set(RIGHT_CODES) }, true)).toEqual({ row: [], menu: [] });
  });
});
