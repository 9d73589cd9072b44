import type { Client } from '@lookout/client';
import { expect, it } from 'vitest';
import { type Alarm, type AlarmKind, UNANSWERED } from '../../alarm.ts';
import { type AlarmRequest, sendAlarmRequest } from './alarm-requests.ts';

/** A test names only the alarm fields that matter to it. */
const anAlarm = (kind: AlarmKind) => ({ id: `${kind}-1`, facts: { kind }, response: UNANSWERED }) as Alarm;

async function called(kind: AlarmKind, request: AlarmRequest) {
  const calls: unknown[] = [];
  const alarm = new Proxy(
    {},
    {
      get: (_, name) => async (argument: { query?: object; body?: object }) => calls.push([name, { ...argument.query, ...argument.body }]),
    },
  );
  await sendAlarmRequest({ alarm } as unknown as Client, anAlarm(kind), request);
  return calls;
}

it('a judgement uses the call of the alarm’s source; a false alarm carries no type, an empty note is sent as none', async () => {
  expect(
    await called('satellite', { kind: 'judge', judgement: { verdict: 'real', realFireType: 'grassland', note: ' 火线约百米 ' } }),
  ).toEqual([['satelliteJudge', { id: 'satellite-1', isReal: 1, isTrueNote: '火线约百米', trueAlarmType: 8 }]]);
  expect(await called('report', { kind: 'judge', judgement: { verdict: 'false', realFireType: 'grassland', note: '  ' } })).toEqual([
    ['monitorJudge', { fireId: 'report-1', isReal: 0, isTrueNote: null, trueAlarmType: null }],
  ]);
});

it('a push uses the call of the alarm’s source, and only the camera call has isPutOutNote', async () => {
  expect([
    ...(await called('satellite', { kind: 'push', note: 'n' })),
    ...(await called('camera', { kind: 'push', note: 'n' })),
    ...(await called('report', { kind: 'withdraw-push' })),
    ...(await called('smoke', { kind: 'push-smoke' })),
  ]).toEqual([
    ['satellitePush', { id: 'satellite-1', isPut: 1, note: 'n' }],
    ['monitorPush', { id: 'camera-1', isPut: 1, isPutOutNote: 'n' }],
    ['reportPush', { id: 'report-1', isPut: 0, note: null }],
    ['smokePush', { id: 'smoke-1' }],
  ]);
});

it('a danger check is marked as corrected; smoke and camera alarms each have their own delete call', async () => {
  expect([
    ...(await called('danger', { kind: 'renovate', note: '' })),
    ...(await called('smoke', { kind: 'delete', reason: 'test ' })),
    ...(await called('camera', { kind: 'delete', reason: 'test' })),
  ]).toEqual([
    ['handle', { id: 'danger-1', note: null, isRenovated: true }],
    ['smokeDelete', { id: 'smoke-1', reason: 'test' }],
    ['monitorDelete', { id: 'camera-1', reason: 'test' }],
  ]);
});

it('an alarm is reopened and its record edited by the calls of its source; only the changed fields are sent, under their wire names', async () => {
  expect([
    ...(await called('satellite', { kind: 'reopen' })),
    ...(await called('camera', { kind: 'reopen' })),
    ...(await called('report', { kind: 'reopen' })),
    ...(await called('smoke', { kind: 'reopen' })),
    ...(await called('satellite', { kind: 'edit', facts: { areaHectares: 3, address: null } })),
    ...(await called('satellite', { kind: 'edit', facts: { address: '北坡' } })),
    ...(await called('camera', { kind: 'edit', facts: { handleOpinions: '已复核' } })),
    ...(await called('report', { kind: 'edit', facts: { comment: '' } })),
    ...(await called('smoke', { kind: 'handle', note: ' n ' })),
  ]).toEqual([
    ['satelliteHandle', { id: 'satellite-1', isHandle: 0 }],
    ['monitorStates', { id: 'camera-1', isHandle: 0 }],
    ['reportUpdate', { id: 'report-1', isHandle: 0 }],
    ['reopen', { id: 'smoke-1' }],
    ['satelliteUpdateDto', { id: 'satellite-1', area: 3, address: null }],
    ['satelliteUpdate', { id: 'satellite-1', address: '北坡' }],
    ['monitorUpdate', { id: 'camera-1', handleOpinions: '已复核' }],
    ['reportUpdate', { id: 'report-1', comment: '' }],
    ['handle', { id: 'smoke-1', note: 'n', isRenovated: false }],
  ]);
});
