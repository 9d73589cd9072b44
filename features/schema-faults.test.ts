import { errorCode, LANGUAGES, parseErrorText, type Row, readBySchema } from '@lookout/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { errorMessage } from './errors.ts';

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const read = readBySchema(schema, value);
  return read.ok ? [] : read.error.map(({ path, ...error }) => [path, ...LANGUAGES.map((language) => errorMessage(error, language))]);
};

it('validation returns the value that a schema parses', () => {
  expect(readBySchema(z.object({ n: z.coerce.number() }), { n: '7' })).toEqual({ ok: true, value: { n: 7 } });
});

it('a fault names each field, with the catalogue’s message in every language', () => {
  expect(faultsOf(contract.task.delegate.input, { taskMember: [] }).slice(0, 2)).toEqual([
    ['taskContent', '请填写任务内容', 'Please enter what the task is'],
    ['taskStartTime', '请选择日期', 'Please choose the day'],
  ]);
  expect(faultsOf(contract.alarm.monitorJudge.input, { fireId: 'x', isReal: 1, isTrueNote: '字'.repeat(71) })).toEqual([
    ['fireId', '编号格式不正确', 'This is not a valid id'],
    ['isTrueNote', '备注最多 70 个字，现有 71 个字', 'The note has at most 70 characters; it has 71'],
  ]);
});

it('the library’s own rules are formulated without the names of its types', () => {
  const schema = z.object({
    name: z.string().min(2).max(4),
    area: z.number().min(1).max(5),
    size: z.number().int(),
    state: z.enum(['open', 'closed']),
    ids: z.array(z.string()).min(1).max(2),
  });
  const zh = (over: object) =>
    faultsOf(schema, { name: '名称', area: 1, size: 1, state: 'open', ids: ['a'], ...over }).map(([path, message]) => [path, message]);
  expect(zh({ name: '火'.repeat(5), area: 6, size: 1.5, state: 'shut', ids: [] })).toEqual([
    ['name', '名称最多 4 个字，现有 5 个字'],
    ['area', '不能大于 5'],
    ['size', '应为整数'],
    ['state', '不是可选的值'],
    ['ids', '至少 1 项'],
  ]);
  expect(zh({ name: '火', area: 0, ids: ['a', 'b', 'c'] })).toEqual([
    ['name', '名称至少 2 个字，现有 1 个字'],
    ['area', '不能小于 1'],
    ['ids', '最多 2 项'],
  ]);
  expect(zh({ name: 7, area: 'x', size: null, state: undefined, ids: 'x' })).toEqual([
    ['name', '名称应为文字'],
    ['area', '应为数字'],
    ['size', '没有填写'],
    ['state', '没有填写'],
    ['ids', '格式不正确'],
  ]);
  expect(zh({ ids: [7] })).toEqual([['ids.0', '应为文字']]);
  expect(faultsOf(z.object({ deep: z.array(z.number().max(5)) }), { deep: [1, 9] })).toEqual([
    ['deep.1', '不能大于 5', 'This cannot be more than 5'],
  ]);
});

it('a text that is too long has its own message, never that of a missing text, and its length in characters', () => {
  const order = {
    taskStartTime: '2026-11-29 08:00:00',
    taskEndTime: '2026-11-29 12:00:00',
    priority: 1,
    taskMember: [crypto.randomUUID()],
  };
  const { input } = contract.task.delegate;
  const zh = (over: object) => faultsOf(input, { ...order, ...over }).map(([path, message]) => [path, message]);
  expect(zh({ taskContent: '字'.repeat(501) })).toEqual([['taskContent', '任务内容最多 500 个字，现有 501 个字']]);
  expect(zh({ taskContent: ' ' })).toEqual([['taskContent', '请填写任务内容']]);
  // A character outside the basic plane has two code units: it is counted as one, and never split.
  const rare = `火${'\u{20000}'.repeat(40)}`;
  const judged = { fireId: crypto.randomUUID(), isReal: 1 };
  expect(readBySchema(contract.alarm.monitorJudge.input, { ...judged, isTrueNote: rare })).toMatchObject({
    ok: true,
    value: { isTrueNote: rare },
  });
  expect(
    faultsOf(contract.alarm.monitorJudge.input, { ...judged, isTrueNote: '\u{1F525}'.repeat(71) }).map(([, message]) => message),
  ).toEqual(['备注最多 70 个字，现有 71 个字']);
});

it('a count has one message for every value that is not a whole number from 0 to 999', () => {
  for (const peopleCount of [1.5, -5, 1_000, 'a12', true]) {
    const faults = faultsOf(contract.task.delegate.input, { taskContent: '巡查', peopleCount });
    expect(faults.find(([path]) => path === 'peopleCount')?.[1]).toBe('请填写 0 到 999 的整数');
  }
});

it('a record whose length cannot be compared is refused like any other record', () => {
  const odd = { length: { valueOf: 1, toString: 2 } };
  const schema = z.object({ a: z.string().max(3), list: z.array(z.union([z.string().max(3), z.number()])).max(2), b: z.string() });
  const paths = (value: unknown) => faultsOf(schema, value).map(([path]) => path);
  expect(paths({ a: odd, list: [1, odd], b: 'b' })).toEqual(['a', 'list.1']);
  expect(paths({ a: 'a', list: odd, b: odd })).toEqual(['list', 'b']);
});

it('only the first faults of a long list are reported', () => {
  expect(faultsOf(z.array(z.string()), Array(300_000).fill(7))).toHaveLength(100);
});

it('a code named by a schema is parsed, and a message of the library is not', () => {
  expect(parseErrorText(errorCode('too-few-points', { least: 3 }))).toEqual({ code: 'too-few-points', params: { least: 3 } });
  expect(parseErrorText('无效输入')).toBeNull();
});

it('an English message contains no Chinese: every schema of a call names its rules by code', () => {
  const odd = [undefined, null, 7, '', 'x', '9'.repeat(600), [], {}, true, -1e9, { length: { valueOf: 1, toString: 2 } }];
  const rows: readonly Row[] = Object.values(contract).flatMap((rows) => Object.values(rows as Record<string, Row>));
  for (const { params, query, input } of rows) {
    for (const schema of [params, query, input].filter((one) => one !== undefined)) {
      const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
      const values = [
        ...odd,
        ...odd.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
        odd.map((one) => ({ lng: one })),
      ];
      for (const value of values) for (const [, , en] of faultsOf(schema, value)) expect(en).not.toMatch(/[一-龥]/);
    }
  }
});
