import { expect, it } from 'vitest';
import { HOLIDAYS } from './holidays.ts';
import { REPORTING_RULES } from './reporting-rules.ts';

it('every rule cites its document and line, has a unique id and is unconfirmed', () => {
  for (const rules of Object.values(REPORTING_RULES)) {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { source, confirmed } of rules) {
      expect([source.document, source.line].every((text) => text !== '')).toBe(true);
      expect(confirmed).toBeNull();
    }
  }
});

it('Sichuan has a rule for each line of 川森防指[2011]3号, all due at once, and an assumed number is stated', () => {
  const rules = REPORTING_RULES.sichuan.filter(({ source }) => source.document === '川森防指[2011]3号');
  expect(new Set(rules.map(({ source }) => source.line)).size).toBe(11);
  for (const { deadline, enabled, source, condition } of rules) {
    expect([deadline, enabled]).toEqual(['at-once', true]);
    expect(source.assumed).toMatch(/“立即”按15分钟计；未阅 15 分钟转报上一级/);
    if (condition.kind === 'border') expect(source.assumed).toContain('公里');
  }
});

it('the holiday periods of a year lie within it, in order, and do not overlap', () => {
  for (const [year, periods] of Object.entries(HOLIDAYS.years)) {
    const days = periods.flatMap(({ from, to }) => [from, to]);
    expect(days.every((day) => day.startsWith(`${year}-`))).toBe(true);
    expect(days).toEqual(days.toSorted());
  }
});
