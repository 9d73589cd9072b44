import { timePlacesOf, writeTimes } from '@lookout/contract';
import { type GridNo, withGridName } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { at, COUNTY, PREFECTURE, PROVINCE, report } from './due-report.harness.ts';
import { type DueReport, namedDueReport } from './due-report.ts';
import { dueReport, reportingRule } from './reporting.schema.ts';
import type { ReportingRule } from './reporting-rule.ts';

const names: Readonly<Record<string, string>> = { [COUNTY]: '汶川县', [PREFECTURE]: '阿坝州', [PROVINCE]: '四川省' };
const nameOf = (no: GridNo) => names[no] ?? null;

/** The JSON of a reply, as a handler's answer is sent. */
const sentBy = (schema: z.ZodType, answer: unknown): unknown => JSON.parse(JSON.stringify(writeTimes(timePlacesOf(schema), answer)));

it('a report read from its JSON is equal to the one sent, with the names of its grids', () => {
  const named = namedDueReport(report, nameOf);
  const json = sentBy(dueReport, named);
  expect(json).toMatchObject({ owedAt: '2026-11-21 10:00:00', receivers: [{ gridName: '阿坝州' }, {}] });
  expect(dueReport.parse(json)).toEqual(named);
  const { gridName, receivers, ...read } = dueReport.parse(json);
  expect({ ...read, receivers: receivers.map(({ gridName: _name, ...one }) => one) }).toEqual(report);
  expect([gridName, ...receivers.map((one) => one.gridName)]).toEqual(['汶川县', '阿坝州', '四川省']);
  const lapsed: DueReport = { ...report, sent: null, toldLateAt: null, lapsed: { at: at(3), reason: 'not-a-fire' } };
  expect(dueReport.parse(sentBy(dueReport, namedDueReport(lapsed, nameOf)))).toMatchObject({
    sent: null,
    toldLateAt: null,
    lapsed: lapsed.lapsed,
  });
});

it('a rule read from its JSON is equal to the one sent', () => {
  const rule: ReportingRule = {
    id: 'media',
    gridNo: PROVINCE,
    condition: { kind: 'media' },
    deadline: 'at-once',
    to: 'next',
    form: 'bulletin',
    escalateAfterMinutes: 15,
    enabled: true,
    source: report.rule.source,
    revision: 2,
    changed: { by: '甲', at: at(1) },
    confirmed: null,
  };
  expect(reportingRule.parse(sentBy(reportingRule, withGridName(rule, nameOf)))).toEqual({ ...rule, gridName: '四川省' });
});
