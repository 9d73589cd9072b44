import { expect, it } from 'vitest';
import { brokenPromises } from './weak-libraries.mjs';

const weakness = (id: string, severity: string) => ({
  lib: { via: ['other', { url: `https://github.com/advisories/${id}`, title: 'reads beyond the end', severity, name: 'lib' }] },
});

it('a vulnerability that is not recorded, or is older than promised, breaks the promise', () => {
  const judged = (severity: string, known: Record<string, string>) =>
    brokenPromises(weakness('GHSA-1', severity) as never, known, new Date('2026-12-10T12:00:00Z'));
  expect(judged('high', {})).toEqual([expect.stringMatching(/^GHSA-1 lib \(high\).*It is new/)]);
  expect(judged('high', { 'GHSA-1': '2026-12-01' })).toEqual([]);
  expect(judged('critical', { 'GHSA-1': '2026-12-01' })).toEqual([expect.stringContaining('promised by 2026-12-04')]);
  expect(judged('low', { 'GHSA-1': '2026-07-01' })).toEqual([]);
  expect(brokenPromises({}, {}, new Date())).toEqual([]);
});
