import { describe, expect, it } from 'vitest';

const here = (name: string) => new URL(name, import.meta.url).href;
const { compare, meanOf } = await import(here('calibration.mjs'));
const { costLines, overBudget } = await import(here('costs.mjs'));

const REFERENCE = { arithmetic: 0.1, memory: 0.4 };
const someCosts = (over: { parts?: Record<string, number>; kinds?: Record<string, number>; files?: Record<string, number> } = {}) => ({
  calibration: REFERENCE,
  parts: { unit: 100, browser: 400 },
  kinds: { 'unit · test workers': 90, 'browser · servers': 80 },
  files: { 'e2e/src/map.test.ts': 40 },
  ...over,
});
const namesOver = (costs: ReturnType<typeof someCosts>, calibrations = [REFERENCE]): string[] =>
  overBudget(costs, calibrations, someCosts()).map(({ name }: { name: string }) => name);

describe('calibrations', () => {
  it('compare a machine with that of the budget, and show how much they differ among themselves', () => {
    expect(compare([REFERENCE, REFERENCE], REFERENCE)).toEqual({ slowness: 1, noise: 0 });
    expect(compare([{ arithmetic: 0.2, memory: 0.8 }], REFERENCE)).toEqual({ slowness: 2, noise: 0 });
    const mixed = compare([{ arithmetic: 0.1, memory: 0.6 }], REFERENCE);
    expect(mixed.slowness).toBeCloseTo(1.25);
    expect(mixed.noise).toBeCloseTo(0.2);
  });

  it('have a mean by kind of work', () => {
    expect(meanOf([REFERENCE, { arithmetic: 0.3, memory: 0.8 }])).toEqual({ arithmetic: expect.closeTo(0.2), memory: expect.closeTo(0.6) });
  });
});

describe('a budget of CPU seconds', () => {
  it('passes a run that costs up to a tenth more', () => {
    expect(namesOver(someCosts({ parts: { unit: 109, browser: 439 } }))).toEqual([]);
  });

  it('fails a run with a part that costs more, and names the processes and files that grew', () => {
    const costs = someCosts({
      parts: { unit: 100, browser: 450 },
      kinds: { 'unit · test workers': 99, 'browser · servers': 130 },
      files: { 'e2e/src/map.test.ts': 55, 'e2e/src/new.test.ts': 9 },
    });
    const [over, ...others] = overBudget(costs, [REFERENCE], someCosts());
    expect(others).toEqual([]);
    expect(over.name).toBe('CPU seconds of a part: browser');
    expect(over.why).toContain('450.0 CPU s, 440.0 are allowed');
    expect(over.why).toContain('+50.0 s  browser · servers\n  +15.0 s  e2e/src/map.test.ts');
    expect(over.why).not.toContain('unit ·');
  });

  it('allows a slow machine more by the slowness of its calibrations and their noise', () => {
    const slow = [{ arithmetic: 0.2, memory: 0.8 }];
    expect(namesOver(someCosts({ parts: { unit: 215, browser: 870 } }), slow)).toEqual([]);
    expect(namesOver(someCosts({ parts: { unit: 225, browser: 870 } }), slow)).toEqual(['CPU seconds of a part: unit']);
    const uneven = [REFERENCE, { arithmetic: 0.12, memory: 0.48 }];
    expect(namesOver(someCosts({ parts: { unit: 125, browser: 400 } }), uneven)).toEqual([]);
  });

  it('allows more if most files of the part cost more, because they slow with the machine more than its calibrations do; beyond a third the tests are the cause', () => {
    const files = (seconds: number) => Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`e2e/src/file-${n}.test.ts`, seconds]));
    const over = (seconds: number, browser: number): string[] =>
      overBudget(someCosts({ parts: { unit: 100, browser }, files: files(seconds) }), [REFERENCE], someCosts({ files: files(4) })).map(
        ({ name }: { name: string }) => name,
      );
    expect(over(5, 540)).toEqual([]);
    expect(over(5, 560)).toEqual(['CPU seconds of a part: browser']);
    expect(over(4, 450)).toEqual(['CPU seconds of a part: browser']);
    expect(over(6, 600)).toEqual(['CPU seconds of a part: browser']);
  });

  it('fails a file that costs half as much again, apart from the shared costs of a worker, and a new one that costs more than a file without a budget may', () => {
    const costs = someCosts({ files: { 'e2e/src/map.test.ts': 71, 'e2e/src/new.test.ts': 23, 'e2e/src/small.test.ts': 17 } });
    expect(namesOver(costs)).toEqual(['CPU seconds of a file: e2e/src/map.test.ts', 'CPU seconds of a file: e2e/src/new.test.ts']);
  });
});

it('a run ends with its CPU seconds by part with their budget, by kind of process, and the ten most expensive files', () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`file-${n}`, 20 - n]));
  const lines: string[] = costLines(someCosts({ files }), [REFERENCE], someCosts());
  expect(lines).toContain('   100.0 s  unit  (budget 100.0)');
  expect(lines).toContain('   500.0 s  total');
  expect(lines).toContain('    80.0 s  browser · servers');
  expect(lines.filter((line) => line.includes('file-'))).toHaveLength(10);
  expect(lines).not.toContainEqual(expect.stringContaining('file-11'));
});
