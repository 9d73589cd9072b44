import { CAPABILITIES, type GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { anAlarm, HANDLED, judgedBy } from '../../testing/builders.ts';
import type { NamedAlarm } from '../alarm.ts';
import type { AlarmRequest } from '../parts/actions/alarm-requests.ts';
import type { ActionFailure } from '../parts/actions/failure.ts';
import { batchActionsFor, requestOf, runBatch } from './batch.ts';

const officer = { accountId: 'me', gridNo: '513221' as GridNo, rights: new Set(CAPABILITIES) };
const numbered = (count: number): NamedAlarm[] => Array.from({ length: count }, (_, i) => anAlarm('camera', { id: String(i) }));
const CONFLICT: ActionFailure = { why: 'conflict', message: '已研判', current: null };
const never = new AbortController().signal;

it('a batch offers what is possible for some of the rows, with their number', () => {
  const actions = batchActionsFor(
    [anAlarm('camera'), anAlarm('camera', { response: judgedBy('real') }), anAlarm('smoke'), anAlarm('danger', { response: HANDLED })],
    officer,
  );
  expect(Object.fromEntries(actions.map(({ name, count }) => [name, count]))).toEqual({
    acknowledge: 3,
    'judge-false': 1,
    'judge-real': 1,
    push: 2,
    'push-smoke': 1,
    handle: 2,
    renovate: 1,
    delete: 3,
  });
  expect(batchActionsFor([anAlarm('camera')], { ...officer, rights: new Set() })).toEqual([]);
});

it('each action is one request; a judgement has no type, a deletion has its reason', () => {
  expect(requestOf('judge-false', ' 炊烟 ')).toEqual({
    kind: 'judge',
    judgement: { verdict: 'false', realFireType: null, note: '炊烟' },
  });
  expect(requestOf('delete', '试验')).toEqual({ kind: 'delete', reason: '试验' });
  expect(requestOf('handle', '')).toEqual({ kind: 'handle', note: '' });
});

it('one refusal does not stop the others, and every refused row shows why', async () => {
  const sent: string[] = [];
  const progress: number[] = [];
  const result = await runBatch(numbered(9), requestOf('judge-false', ''), {
    send: async ({ id }) => {
      sent.push(id);
      return id === '3' ? CONFLICT : null;
    },
    signal: never,
    onProgress: ({ left }) => progress.push(left),
  });
  expect(sent.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  expect(result.done.toSorted()).toEqual(['0', '1', '2', '4', '5', '6', '7', '8']);
  expect(result.left).toBe(0);
  expect(result.refused.map(({ alarm, failure }) => [alarm.id, failure.message])).toEqual([['3', '已研判']]);
  expect(progress).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
});

it('the first request is sent alone, then at most four at once; a stopped batch sends no more', async () => {
  const stop = new AbortController();
  let [running, most, count] = [0, 0, 0];
  const send = async (_alarm: NamedAlarm, _request: AlarmRequest) => {
    running++;
    most = Math.max(most, running);
    expect(count > 0 || running === 1).toBe(true);
    await Promise.resolve();
    running--;
    if (++count === 5) stop.abort();
    return null;
  };
  const result = await runBatch(numbered(40), requestOf('acknowledge', ''), { send, signal: stop.signal, onProgress: () => undefined });
  expect(most).toBe(4);
  expect(result.done.length).toBeLessThan(10);
  expect(result.left).toBe(40 - result.done.length);
});
