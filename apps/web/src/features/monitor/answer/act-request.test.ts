import type { Client } from '@lookout/client';
import type { WireKind } from '@lookout/contract';
import { expect, it } from 'vitest';
import { aWireAlarm } from '../../../globe/testing/wire-alarm.ts';
import { type ActRequest, sendAct, successOf } from './act-request.ts';

async function called(kind: WireKind, request: ActRequest) {
  const calls: unknown[] = [];
  const acts = new Proxy(
    {},
    { get: (_, name) => async (argument: { query?: unknown; body?: unknown }) => calls.push([name, argument.query ?? argument.body]) },
  );
  await sendAct({ acts } as unknown as Client, aWireAlarm(kind), request);
  return calls;
}

it('a judgement goes by the one call for every source; a false one carries no type, an empty note is none', async () => {
  expect(await called('satellite', { kind: 'judge', isReal: 1, type: 8, note: ' 火线约百米 ' })).toEqual([
    ['judge', { fireId: 'satellite-1', isReal: 1, isTrueNote: '火线约百米', trueAlarmType: 8 }],
  ]);
  expect(await called('report', { kind: 'judge', isReal: 0, type: 8, note: '  ' })).toEqual([
    ['judge', { fireId: 'report-1', isReal: 0, isTrueNote: null, trueAlarmType: null }],
  ]);
});

it('a push goes by the call of its source, and only the camera has isPutOutNote', async () => {
  expect([
    ...(await called('satellite', { kind: 'push', note: 'n' })),
    ...(await called('monitor', { kind: 'push', note: 'n' })),
    ...(await called('report', { kind: 'withdraw' })),
    ...(await called('smoke', { kind: 'push-smoke' })),
  ]).toEqual([
    ['satellitePush', { id: 'satellite-1', isPut: 1, note: 'n' }],
    ['monitorPush', { id: 'monitor-1', isPut: 1, isPutOutNote: 'n' }],
    ['reportPush', { id: 'report-1', isPut: 0, note: null }],
    ['smokePush', { id: 'smoke-1' }],
  ]);
});

it('a danger check is put right; smoke and camera alarms are deleted each by its own call', async () => {
  expect([
    ...(await called('danger', { kind: 'handle', note: '' })),
    ...(await called('smoke', { kind: 'delete', reason: 'test ' })),
    ...(await called('monitor', { kind: 'delete', reason: 'test' })),
  ]).toEqual([
    ['handle', { id: 'danger-1', kind: 'danger', note: null, renovated: 1 }],
    ['smokeDelete', { id: 'smoke-1', reason: 'test' }],
    ['monitorDelete', { id: 'monitor-1', reason: 'test' }],
  ]);
});

it('success is said in the words of the specification', () => {
  expect([successOf('judge'), successOf('push'), successOf('push-smoke'), successOf('close')]).toEqual([
    '处理成功',
    '推送成功',
    '推送成功',
    '处理成功',
  ]);
});
