import { CAPABILITIES, type Capability, type GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { acknowledgedBy, anAlarm, CLOSED, HANDLED, judgedBy, pushedFrom } from '../../../testing/builders.ts';
import { type Alarm, INCIDENT_KEEPER_NAME } from '../../alarm.ts';
import { shownActions } from './shown-actions.ts';

const wenchuan = {
  accountId: 'me',
  gridNo: '513221' as GridNo,
  rights: new Set<Capability>(['watch-alarms', 'act-on-alarms', 'dispatch']),
};
const row = (alarm: Alarm) => shownActions(alarm, wenchuan, false).row;
const menu = (alarm: Alarm) => shownActions(alarm, wenchuan, false).menu;

describe('offered actions', () => {
  it.each(['satellite', 'camera', 'report'] as const)('are acknowledge, judge, dispatch and push for a new alarm of %s', (kind) => {
    expect(row(anAlarm(kind))).toEqual(['acknowledge', 'judge', 'dispatch', 'push']);
  });

  it('include moving only for camera alarms and reports', () => {
    expect([menu(anAlarm('camera')), menu(anAlarm('report')), menu(anAlarm('satellite'))]).toEqual([['move'], ['move'], []]);
  });

  // Proves §4.6b
  it('are only the push for a smoke alarm on the map, and none once it is pushed', () => {
    expect([row(anAlarm('smoke')), menu(anAlarm('smoke'))]).toEqual([['push-smoke'], []]);
    const administrator = { ...wenchuan, rights: new Set(CAPABILITIES) };
    expect(shownActions(anAlarm('smoke'), administrator, false)).toEqual({ row: ['push-smoke'], menu: [] });
    expect(shownActions(anAlarm('smoke'), administrator, false, 'table').menu).toEqual(['handle', 'delete']);
    expect(row(anAlarm('smoke', { response: pushedFrom('513221', HANDLED) }))).toEqual([]);
  });

  it('include completing a danger check, also after a dispatch, but not judging it', () => {
    const { facts } = anAlarm('danger');
    const renovated = anAlarm('danger', { response: HANDLED, facts: { ...facts, checkStatus: 'renovated' } });
    expect(row(anAlarm('danger'))).toEqual(['acknowledge', 'dispatch', 'renovate']);
    expect(row(anAlarm('danger', { response: HANDLED }))).toContain('renovate');
    expect(row(renovated)).not.toContain('renovate');
  });

  // Proves §4.1b
  it('include 火情 only while unjudged, then 更正, and 关闭 for a fire in progress', () => {
    const real = anAlarm('satellite', { response: judgedBy('real') });
    expect([row(real), menu(real)]).toEqual([['acknowledge', 'dispatch', 'push', 'close'], ['correct']]);
    const none = anAlarm('satellite', { response: judgedBy('false') });
    expect([row(none), menu(none)]).toEqual([['push'], ['correct']]);
  });

  it('are only reopening for a closed fire, and deletion for an administrator', () => {
    const closed = anAlarm('camera', { response: CLOSED });
    expect(shownActions(closed, wenchuan, false)).toEqual({ row: ['rekindle'], menu: [] });
    expect(shownActions(closed, { ...wenchuan, rights: new Set(CAPABILITIES) }, false)).toEqual({ row: ['rekindle'], menu: ['delete'] });
  });

  it('include 火情, not 更正, for a verdict that was taken over from the fire', () => {
    const inherited = anAlarm('satellite', { response: judgedBy('real', INCIDENT_KEEPER_NAME) });
    expect([row(inherited)[1], menu(inherited)]).toEqual(['judge', []]);
  });

  it('do not include acknowledging for the officer who has acknowledged; a colleague may take over', () => {
    expect(row(anAlarm('report', { response: acknowledgedBy('me') }))[0]).toBe('judge');
    expect(row(anAlarm('report', { response: acknowledgedBy('other') }))[0]).toBe('take-over');
  });

  it('include withdrawing a push, passing it on only between county and nation, and no push for the nation', () => {
    const pushed = anAlarm('satellite', { response: pushedFrom('513221') });
    expect([row(pushed).includes('push'), menu(pushed)]).toEqual([false, ['withdraw-push']]);
    const at = (gridNo: string) => shownActions(pushed, { ...wenchuan, gridNo: gridNo as GridNo }, false).menu;
    expect([at('513200'), at('510000'), at('100000')]).toEqual([
      ['pass-on', 'withdraw-push'],
      ['pass-on', 'withdraw-push'],
      ['withdraw-push'],
    ]);
    expect(shownActions(anAlarm('satellite'), { ...wenchuan, gridNo: '100000' as GridNo }, false).row).not.toContain('push');
  });
});

describe('actions not offered', () => {
  it('are those for which the officer has no right', () => {
    const viewer = { ...wenchuan, rights: new Set<Capability>(['watch-alarms']) };
    expect(shownActions(anAlarm('camera'), viewer, false)).toEqual({ row: [], menu: [] });
    const dispatcher = { ...wenchuan, rights: new Set<Capability>(['watch-alarms', 'dispatch']) };
    expect(shownActions(anAlarm('camera'), dispatcher, false).row).toEqual(['dispatch']);
  });

  it('are all fire actions when the alarm is opened from a task', () => {
    expect(shownActions(anAlarm('camera'), { ...wenchuan, rights: new Set(CAPABILITIES) }, true)).toEqual({ row: [], menu: [] });
  });
});
