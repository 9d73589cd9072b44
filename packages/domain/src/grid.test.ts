import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { covers, type GridNo, levelOf, lineage, NATION, narrow, parentOf, parseAreaNo, parseGridNo, partOf, prefixOf } from './grid.ts';

const no = (text: string): GridNo => {
  const parsed = parseAreaNo(text);
  if (parsed === null) throw new Error(`not a grid number: ${text}`);
  return parsed;
};

/** Any valid grid of any level. */
const aGrid = fc
  .record({
    province: fc.integer({ min: 11, max: 91 }),
    prefecture: fc.integer({ min: 1, max: 90 }),
    county: fc.integer({ min: 1, max: 99 }),
    town: fc.integer({ min: 1, max: 999 }),
    village: fc.integer({ min: 1, max: 999 }),
    level: fc.constantFrom('nation', 'province', 'prefecture', 'county', 'town', 'village'),
  })
  .map(({ province, prefecture, county, town, village, level }) => {
    const two = (n: number) => String(n).padStart(2, '0');
    if (level === 'nation') return NATION;
    if (level === 'province') return no(`${two(province)}0000`);
    if (level === 'prefecture') return no(`${two(province)}${two(prefecture)}00`);
    const countyNo = `${two(province)}${two(prefecture)}${two(county)}`;
    if (level === 'county') return no(countyNo);
    const three = (n: number) => String(n).padStart(3, '0');
    return no(countyNo + three(town) + (level === 'village' ? three(village) : ''));
  });

describe('reading a grid number', () => {
  test.each(['100000', '510000', '513200', '513221', '513221100', '441900003'])('%s is a grid number', (text) =>
    expect(parseGridNo(text)).toBe(text),
  );

  test.each([
    ['nothing', ''],
    ['two digits', '51'],
    ['five digits', '51322'],
    ['seven digits', '5132211'],
    ['ten digits', '5132211001'],
    ['a leading zero', '013221'],
    ['full-width digits', '５１３２００'],
    ['Arabic-Indic digits', '٥١٣٢٠٠'],
    ['a pattern of SQL', '51%'],
    ['six characters of a pattern', '51____'],
    ['a star', '51****'],
    ['blanks around', ' 513200 '],
    ['a line after it', '513200\n'],
    ['a sign', '+51320'],
    ['a number', 513200],
    ['an array that prints as one', ['513200']],
    ['an object that prints as one', { toString: () => '513200' }],
    ['null', null],
    ['undefined', undefined],
    ['province 10, which does not exist', '100100'],
    ['a county of it', '101234'],
    ['a town below the nation', '100000001'],
    ['a village', '513221100201'],
    ['fifteen digits', '513221100201001'],
  ])('%s is not a grid number', (_, value) => expect(parseGridNo(value)).toBe(null));

  test('a village is an area, but not a grid of accounts and objects', () => {
    expect(parseAreaNo('513221100201')).toBe('513221100201');
    expect(['5132211002', '51322110020', '5132211002011', '100000001001', '5132211002０1'].map(parseAreaNo)).toEqual(Array(5).fill(null));
    expect(['513221', '513221100'].map(parseAreaNo)).toEqual(['513221', '513221100']);
  });

  test('a grid number is returned unchanged, and consists of ASCII digits', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([null, text]).toContain(parseGridNo(text));
      }),
    );
    fc.assert(
      fc.property(aGrid, (grid) => {
        expect(grid).toMatch(/^[1-9][0-9]{5}([0-9]{3}){0,2}$/);
      }),
    );
  });
});

// Proves §1.4b
test('levels are derived from the digits; the nation is not a province', () => {
  expect(
    ['100000', '510000', '513200', '513221', '513221100', '441900', '441900003', '513221100201'].map((text) => levelOf(no(text))),
  ).toEqual(['nation', 'province', 'prefecture', 'county', 'town', 'prefecture', 'town', 'village']);
  expect(['100000', '510000', '513200', '513221', '513221100', '513221100201'].map((text) => prefixOf(no(text)))).toEqual([
    '',
    '51',
    '5132',
    '513221',
    '513221100',
    '513221100201',
  ]);
});

describe('covers', () => {
  test.each([
    ['the nation covers a province', '100000', '510000', true],
    ['the nation covers a town', '100000', '513221100', true],
    ['the nation covers itself', '100000', '100000', true],
    ['a province does not cover the nation', '510000', '100000', false],
    ['a province covers its prefecture', '510000', '513200', true],
    ['a province covers its county', '510000', '513221', true],
    ['a province does not cover another', '510000', '520000', false],
    ['a prefecture covers its county', '513200', '513221', true],
    ['a prefecture does not cover its province', '513200', '510000', false],
    ['a prefecture does not cover a look-alike beside it', '513200', '513301', false],
    ['a county covers itself', '513221', '513221', true],
    ['a county does not cover its sibling', '513221', '513222', false],
    ['a county does not cover its prefecture', '513221', '513200', false],
    ['a county covers its town', '513221', '513221100', true],
    ['a county does not cover its sibling’s town', '513221', '513222100', false],
    ['a town covers its village', '513221100', '513221100201', true],
    ['a village does not cover its town', '513221100201', '513221100', false],
    ['a town does not cover its county', '513221100', '513221', false],
    ['a town does not cover its sibling', '513221100', '513221101', false],
    ['a prefecture without counties covers its towns', '441900', '441900003', true],
    ['a county whose digits end in zero is no prefecture', '513230', '513231', false],
    ['a prefecture whose digits end in zero is no province', '511000', '511100', false],
  ])('%s', (_, holder, object, expected) => expect(covers(no(holder), no(object))).toBe(expected));

  test('a grid covers exactly the grids that have it in their lineage', () => {
    fc.assert(
      fc.property(aGrid, aGrid, (holder, object) => {
        expect(covers(holder, object)).toBe(lineage(object).includes(holder));
      }),
    );
    fc.assert(
      fc.property(aGrid, (object) => {
        expect(lineage(object).every((holder) => covers(holder, object))).toBe(true);
      }),
    );
  });

  test('two grids cover each other only when they are the same', () => {
    fc.assert(
      fc.property(aGrid, aGrid, (a, b) => {
        expect(covers(a, b) && covers(b, a)).toBe(a === b);
      }),
    );
  });
});

describe('a requested grid can narrow, never widen', () => {
  test('without a request, the caller’s own grid is used', () => {
    expect(narrow(no('513200'), null)).toBe('513200');
    expect(narrow(no('513200'), undefined)).toBe('513200');
  });

  test('a requested grid inside the own grid is granted; one beside or above it is refused', () => {
    expect(narrow(no('513200'), no('513221'))).toBe('513221');
    expect(narrow(no('513200'), no('510000'))).toBe(null);
    expect(narrow(no('513200'), NATION)).toBe(null);
    expect(narrow(no('513221'), no('513222'))).toBe(null);
  });

  test('a granted grid is always inside the caller’s grid', () => {
    fc.assert(
      fc.property(aGrid, aGrid, (holder, wish) => {
        const granted = narrow(holder, wish);
        expect(granted === null ? !covers(holder, wish) : granted === wish && covers(holder, granted)).toBe(true);
      }),
    );
  });
});

describe('the lineage', () => {
  test('runs from the lowest grid up to the nation', () => {
    expect(lineage(no('513221100'))).toEqual(['513221100', '513221', '513200', '510000', '100000']);
    expect(lineage(no('441900003'))).toEqual(['441900003', '441900', '440000', '100000']);
    expect(lineage(NATION)).toEqual(['100000']);
  });

  test('has at each step the parent of the grid before, which is wider', () => {
    fc.assert(
      fc.property(aGrid, (grid) => {
        const line = lineage(grid);
        expect(line.slice(1)).toEqual(line.map(parentOf).slice(0, -1));
        expect(line.at(-1)).toBe(NATION);
        expect(new Set(line).size).toBe(line.length);
      }),
    );
  });
});

describe('the part of a grid', () => {
  test.each([
    ['100000', '513221', '510000'],
    ['510000', '513221', '513200'],
    ['513200', '513221100', '513221'],
    ['513221', '513221100', '513221100'],
    ['513221100', '513221100201', '513221100201'],
  ])('of %s that contains %s is %s', (whole, object, part) => expect(partOf(no(whole), no(object))).toBe(no(part)));

  test.each([
    ['513200', '513200'],
    ['513221', '513221'],
    ['513221100201', '513221100201'],
  ])('of %s does not exist for %s itself', (whole, object) => expect(partOf(no(whole), no(object))).toBeNull());
});
