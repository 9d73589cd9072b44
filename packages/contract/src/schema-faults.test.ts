import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { errorCode, parseErrorText } from './errors/entry.ts';
import { errorMessage, LANGUAGES } from './errors/index.ts';
import type { Row } from './row.ts';
import { readBySchema } from './schema-faults.ts';

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const read = readBySchema(schema, value);
  return read.ok ? [] : read.error.map(({ path, ...error }) => [path, ...LANGUAGES.map((language) => errorMessage(error, language))]);
};

it('gives the value that a schema reads', () => {
  expect(readBySchema(z.object({ n: z.coerce.number() }), { n: '7' })).toEqual({ ok: true, value: { n: 7 } });
});

it('names each field, with the words of the catalogue in every language', () => {
  expect(faultsOf(contract.tasks.delegate.input, { taskMember: [] }).slice(0, 2)).toEqual([
    ['taskContent', '请填写任务内容', 'Please enter what the task is'],
    ['taskStartTime', '请选择日期', 'Please choose the day'],
  ]);
  expect(faultsOf(contract.alarmActions.judge.input, { fireId: 'x', isReal: 1, isTrueNote: '字'.repeat(71) })).toEqual([
    ['fireId', '编号格式不正确', 'This is not the form of an id'],
    ['isTrueNote', '备注最多70个字', 'A note has at most 70 characters'],
  ]);
});

it('takes the message of a rule of the library from the library, in each language', () => {
  const [fault] = faultsOf(z.object({ deep: z.array(z.number().max(5)) }), { deep: [1, 9] });
  expect(fault).toEqual(['deep.1', expect.stringMatching(/[一-龥]/), expect.stringMatching(/^[^一-龥]+$/)]);
  expect(faultsOf(z.string(), 7)[0]?.[2]).toMatch(/expected string, received number/);
});

it('refuses a record whose length cannot be compared as any other record', () => {
  const odd = { length: { valueOf: 1, toString: 2 } };
  const schema = z.object({ a: z.string().max(3), list: z.array(z.union([z.string().max(3), z.number()])).max(2), b: z.string() });
  const paths = (value: unknown) => faultsOf(schema, value).map(([path]) => path);
  expect(paths({ a: odd, list: [1, odd], b: 'b' })).toEqual(['a', 'list.1']);
  expect(paths({ a: 'a', list: odd, b: odd })).toEqual(['list', 'b']);
});

it('reports only the first faults of a long list', () => {
  expect(faultsOf(z.array(z.string()), Array(300_000).fill(7))).toHaveLength(100);
});

it('parses the code that a schema names, and no message of the library', () => {
  expect(parseErrorText(errorCode('too-few-points', { least: 3 }))).toEqual({ code: 'too-few-points', params: { least: 3 } });
  expect(parseErrorText('无效输入')).toBeNull();
});

it('finds no Chinese in an English message: every schema of a call names its rules by code', () => {
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
