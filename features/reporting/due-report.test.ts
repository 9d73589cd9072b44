import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import {
  applyToDueReport,
  type DueReport,
  dueReportState,
  escalationOf,
  isDueReportOpen,
  isReportLate,
  mayMarkReport,
  maySendReport,
  mustNotifyLate,
  newDueReport,
} from './due-report.ts';

const AT = new Date('2026-11-21T02:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const grid = (no: string) => no as GridNo;
const [COUNTY, PREFECTURE, PROVINCE, NATION] = [grid('513221'), grid('513200'), grid('510000'), grid('100000')];

const report = newDueReport(
  {
    rule: {
      id: 'media',
      gridNo: PROVINCE,
      condition: { kind: 'media' },
      deadline: 'at-once',
      to: 'prefecture-and-province',
      form: 'bulletin',
      escalateAfterMinutes: 15,
      enabled: true,
      source: { document: '川森防指[2011]3号', line: 'the media ask', assumed: null },
      revision: 0,
      changed: null,
      confirmed: null,
    },
    reason: { kind: 'media' },
    owedAt: AT,
    dueAt: later(15),
  },
  { id: 'r', fireId: 'f', alarmId: 'f', gridNo: COUNTY, address: '汶川县' },
);
type Change = Parameters<typeof applyToDueReport>[1];
const after = (before: DueReport, kind: Change['kind'], payload: object, minutes: number, by = '甲') =>
  applyToDueReport(before, { kind, payload, happenedAt: later(minutes) } as Change, by) as DueReport;
const sent = after(report, 'due-report.sent', { documentId: 'd' }, 5);
const readBy = (before: DueReport, receiver: GridNo) => after(before, 'due-report.read', { receiver }, 9, '乙');

it('a report changes from due over sent and received to read, when each receiver of its rule has done so', () => {
  const received = after(after(sent, 'due-report.received', { receiver: PREFECTURE }, 6), 'due-report.received', { receiver: PROVINCE }, 7);
  const half = readBy(received, PREFECTURE);
  expect([report, sent, received, half, readBy(half, PROVINCE)].map(dueReportState)).toEqual([
    'due',
    'sent',
    'received',
    'received',
    'read',
  ]);
  expect(half.receivers[0]).toMatchObject({ received: { by: '甲', at: later(6) }, read: { by: '乙', at: later(9) } });
  expect([report, sent, received, readBy(half, PROVINCE)].map(isDueReportOpen)).toEqual([true, true, true, false]);
  // A receiver who reads the report has also received it.
  expect(readBy(sent, PROVINCE).receivers[1]).toMatchObject({ received: { by: '乙' }, read: { by: '乙' } });
  expect([report, sent, received].map(({ revision }) => revision)).toEqual([1, 2, 4]);
});

it('a report is sent once, by the desk of its grid or one below', () => {
  expect(maySendReport(report, COUNTY).ok).toBe(true);
  expect(maySendReport(report, grid('513221100')).ok).toBe(true);
  for (const desk of [PREFECTURE, PROVINCE, NATION, grid('513222')])
    expect(maySendReport(report, desk)).toEqual({ ok: false, error: 'not-reporter' });
  expect(maySendReport(sent, COUNTY)).toEqual({ ok: false, error: 'sent' });
  expect(maySendReport(after(report, 'due-report.lapsed', { reason: 'not-a-fire' }, 3), COUNTY)).toEqual({ ok: false, error: 'lapsed' });
});

it('only its receivers can sign for a report, after it was sent; signing again changes nothing', () => {
  expect(mayMarkReport(report, PREFECTURE, 'received')).toEqual({ ok: false, error: 'not-sent' });
  expect(mayMarkReport(sent, COUNTY, 'received')).toEqual({ ok: false, error: 'not-receiver' });
  expect(mayMarkReport(sent, NATION, 'read')).toEqual({ ok: false, error: 'not-receiver' });
  expect(mayMarkReport(sent, PREFECTURE, 'read')).toEqual({ ok: true, value: 'new' });
  expect(mayMarkReport(readBy(sent, PREFECTURE), PREFECTURE, 'received')).toEqual({ ok: true, value: 'done' });
});

it('an unread report is escalated to the grid above the highest receiver, step by step up to the nation', () => {
  expect(escalationOf(report, later(500))).toBeNull();
  expect(escalationOf(sent, later(19))).toBeNull();
  expect(escalationOf(sent, later(20))).toEqual({ unread: PROVINCE, to: NATION });
  expect(escalationOf(readBy(sent, PROVINCE), later(500))).toBeNull();
  const escalated = after(sent, 'due-report.escalated', { unread: PROVINCE, to: NATION }, 20);
  expect(escalated.receivers.at(-1)).toMatchObject({ gridNo: NATION, insteadOf: PROVINCE, addedAt: later(20) });
  expect(escalationOf(escalated, later(500))).toBeNull();
  // A grid to which it was escalated does not replace the receivers of its rule.
  expect(dueReportState(readBy(escalated, NATION))).toBe('sent');
});

it('a report is late when not sent by its deadline, or sent after it; the chief is notified once', () => {
  expect([15, 16].map((minutes) => isReportLate(report, later(minutes)))).toEqual([false, true]);
  expect([15, 16].map((minutes) => mustNotifyLate(report, later(minutes)))).toEqual([false, true]);
  expect(isReportLate(sent, later(500))).toBe(false);
  expect(isReportLate(after(report, 'due-report.sent', { documentId: 'd' }, 16), later(500))).toBe(true);
  expect(mustNotifyLate(sent, later(500))).toBe(false);
  expect(mustNotifyLate(after(report, 'due-report.told-late', {}, 16), later(500))).toBe(false);
  const lapsed = after(report, 'due-report.lapsed', { reason: 'not-a-fire' }, 3);
  expect([dueReportState(lapsed), isReportLate(lapsed, later(500)), mustNotifyLate(lapsed, later(500))]).toEqual(['lapsed', false, false]);
});
