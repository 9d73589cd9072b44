import type { Row, Topic } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import { TOPICS } from '@lookout/features/live-topics.ts';
import { describe, expect, it } from 'vitest';
import type { RawRoute } from './context.ts';
import { checkTable } from './fence.ts';

const { localDate } = contract.duty;
const rows = (over: Partial<Row>): Record<string, Row> => ({ bad: { ...localDate, ...over } as Row });
const raw = (over: Partial<RawRoute>): RawRoute =>
  ({
    name: 'raw',
    method: 'GET',
    path: '/raw',
    summary: '',
    permission: 'session',
    scope: 'none',
    handle: async () => null,
    ...over,
  }) as RawRoute;

describe('the server does not start', () => {
  it('with a row without a permission or a scope', () => {
    for (const over of [{ permission: undefined }, { scope: undefined }, { scope: 'anywhere' }, { permission: { anyOf: [] } }]) {
      expect(() => checkTable(rows(over as unknown as Partial<Row>), [])).toThrow('bad');
      expect(() => checkTable({}, [raw(over as unknown as Partial<RawRoute>)])).toThrow('raw');
    }
  });

  it('with a public row that is restricted to a grid, an act without a name, or a GET act that takes its token from the address', () => {
    expect(() => checkTable(rows({ permission: 'public', scope: 'list' }), [])).toThrow('public');
    expect(() => checkTable(rows({ effect: 'write' }), [])).toThrow('act');
    expect(() => checkTable(rows({ effect: 'write', act: 'x', tokenInQuery: true }), [])).toThrow('header');
  });

  it('with a topic without a right or a scope, or two topics of one name', () => {
    const [first, ...others] = TOPICS as readonly [Topic, ...Topic[]];
    const withTopic = (over: object) => () => checkTable({}, [], [...others, { ...first, ...over } as Topic]);
    expect(withTopic({})).not.toThrow();
    expect(withTopic({ right: undefined })).toThrow(`topic ${first.name}: no right`);
    for (const scope of [undefined, 'anywhere']) expect(withTopic({ scope })).toThrow(`topic ${first.name}: no scope`);
    expect(withTopic({ name: others[0]?.name })).toThrow('declared twice');
  });

  it('with two calls at the same address', () => {
    expect(() => checkTable({ one: localDate, two: localDate }, [])).toThrow('twice');
  });
});

describe('the contract', () => {
  it('satisfies all of these rules', () => {
    const all = Object.entries(contract).flatMap(([feature, calls]) =>
      Object.entries(calls).map(([name, row]) => [`${feature}.${name}`, row]),
    );
    expect(() => checkTable(Object.fromEntries(all), [])).not.toThrow();
  });
});
