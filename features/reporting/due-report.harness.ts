// A report that is owed, for tests.
import type { GridNo } from '@lookout/domain';
import type { DueReport } from './due-report.ts';

/** Minutes after the report was owed. */
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 2, minute));
export const [COUNTY, PREFECTURE, PROVINCE] = ['513221', '513200', '510000'] as [GridNo, GridNo, GridNo];
const id = '00000000-0000-4000-8000-000000000001';
const source = { document: '川森防指[2011]3号', line: 'the media ask', assumed: null };
export const report: DueReport = {
  id,
  fireId: id,
  alarmId: id,
  gridNo: COUNTY,
  address: '汶川县威州镇',
  rule: { id: 'media', deadline: 'at-once', form: 'bulletin', source, isConfirmed: false, escalateAfterMinutes: 15 },
  reason: { kind: 'media' },
  owedAt: at(0),
  dueAt: at(15),
  receivers: [
    { gridNo: PREFECTURE, insteadOf: null, addedAt: at(0), received: { by: '甲', at: at(9) }, read: { by: '乙', at: at(10) } },
    { gridNo: PROVINCE, insteadOf: PREFECTURE, addedAt: at(30), received: null, read: null },
  ],
  sent: { by: '丙', at: at(5), documentId: id },
  toldLateAt: at(16),
  lapsed: null,
  revision: 4,
};
