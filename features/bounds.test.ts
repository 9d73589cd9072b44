// Every input of a caller is bounded: an unbounded text or list would hold up all other calls.

import { type Row, readBySchema } from '@lookout/contract';
import { attributes, clipped, LENGTHS } from '@lookout/contract/bounds.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { strokeRow } from './danger/danger.schema.ts';
import { readingRow } from './hazard/hazard.calls.ts';
import { positionRow } from './ranger/ranger.calls.ts';
import { resourceRow } from './resource/resource.calls.ts';
import { unboundedIn } from './unbounded.harness.ts';

const rows = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Row>).map(([name, row]) => ({ name: `${feature}.${name}`, row })),
);

describe('the input of a caller', () => {
  it('is bounded in every text, list and record of every row', () => {
    const unbounded = rows.flatMap(({ name, row }) =>
      (['params', 'query', 'input'] as const).flatMap((part) => {
        const schema = row[part];
        return schema ? unboundedIn(schema).map((path) => `${name} ${part}${path}`) : [];
      }),
    );
    // Lists of bounded length whose rows are validated one by one, each by a separate schema.
    const oneByOne = [
      'danger.putLightning input[] (unknown)',
      'hazard.putReadings input[] (unknown)',
      'ranger.position input[] (unknown)',
      'resource.putResources input[] (unknown)',
    ];
    expect(unbounded).toEqual(oneByOne);
    expect([positionRow, resourceRow, readingRow, strokeRow].map(unboundedIn)).toEqual([[], [], [], []]);
  });

  it('the test itself detects an unbounded field', () => {
    const schema = z.object({ a: z.string(), b: z.array(z.object({ c: z.string().nullish() })).max(3), d: z.string().regex(/^\d+$/) });
    expect(unboundedIn(schema)).toEqual(['.a', '.b[].c', '.d']);
    expect(unboundedIn(z.object({ a: z.string().max(3), b: z.string().regex(/^\d{4}$/), c: z.uuid(), d: attributes }))).toEqual([]);
  });
});

describe('an input that is too long', () => {
  const schema = z.object({ names: z.array(z.string().max(3)).max(2), rest: z.number().optional() });

  it('is truncated to one more than the limit before it is read, except for texts', () => {
    expect(clipped(schema, { names: Array(300_000).fill('abcdefgh'), rest: 1 })).toEqual({ names: Array(3).fill('abcdefgh'), rest: 1 });
    const fitting = { names: ['a'], rest: 1 };
    expect(clipped(schema, fitting)).toBe(fitting);
  });

  it('is refused with its field and its limit, in Chinese', () => {
    const outcome = readBySchema(schema, { names: ['a', 'b', 'c'] });
    expect(outcome).toMatchObject({
      ok: false,
      error: [{ path: 'names', code: 'field-items-at-most', params: { field: 'names', most: 2 } }],
    });
    const many = Object.fromEntries(Array.from({ length: LENGTHS.attributes + 1 }, (_, i) => [`k${i}`, 1]));
    expect(readBySchema(attributes, many)).toMatchObject({
      ok: false,
      error: [{ code: 'items-at-most', params: { most: LENGTHS.attributes } }],
    });
  });

  it('in a list of resource kinds costs no more than a short one', () => {
    const { input } = contract.resource.resourceList;
    for (const resourceType of ['x,'.repeat(500_000), ','.repeat(1_000_000), Array(300_000).fill('')]) {
      const before = process.cpuUsage();
      const outcome = readBySchema(input, { resourceType });
      expect(outcome.ok).toBe(false);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(100);
    }
  });
});
