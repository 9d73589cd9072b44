// A report that is owed (报送件): its deadline, receivers and reason; sent, received, read; escalated when no grid above reads it; the chief
// is notified of a late one.
import {
  actorName,
  covers,
  eventObject,
  type GridNo,
  MINUTE_MS,
  type Named,
  ok,
  parentOf,
  type Result,
  refuse,
  withGridName,
} from '@lookout/domain';
import {
  type ReportDeadline,
  type ReportForm,
  type ReportReason,
  type RequiredReport,
  type RuleSource,
  recipientGrids,
} from './reporting-rule.ts';

/** Who acted, and when. */
export interface ReportMark {
  readonly by: string;
  readonly at: Date;
}

export interface ReportReceiver {
  readonly gridNo: GridNo;
  /** The grid that had not read the report, in whose place this one was notified too; null: a receiver by the rule itself. */
  readonly insteadOf: GridNo | null;
  readonly addedAt: Date;
  readonly received: ReportMark | null;
  readonly read: ReportMark | null;
}

/** 不再需要: the reason, by what the fire turned out to be. */
export const LAPSE_REASONS = ['not-a-fire'] as const;
export type LapseReason = (typeof LAPSE_REASONS)[number];

export interface DueReport {
  readonly id: string;
  /** The fire's id when the report fell due: the id of one of its alarms, by which the fire is found whatever its id is later. */
  readonly fireId: string;
  /** The alarm for which the report's form is written. */
  readonly alarmId: string;
  /** The reporting grid. */
  readonly gridNo: GridNo;
  readonly address: string;
  /** The rule at the time when the report fell due. */
  readonly rule: {
    readonly id: string;
    readonly deadline: ReportDeadline;
    readonly form: ReportForm;
    readonly source: RuleSource;
    /** false: 待核对. */
    readonly isConfirmed: boolean;
    readonly escalateAfterMinutes: number;
  };
  readonly reason: ReportReason;
  /** When the report began to be owed. */
  readonly owedAt: Date;
  readonly dueAt: Date;
  readonly receivers: readonly ReportReceiver[];
  readonly sent: (ReportMark & { readonly documentId: string }) | null;
  /** When the chief was notified that the report is late; null: not, or not yet. */
  readonly toldLateAt: Date | null;
  readonly lapsed: { readonly at: Date; readonly reason: LapseReason } | null;
  /** Incremented by each change. */
  readonly revision: number;
}

/** A report with the names of its grids. */
export type NamedDueReport = Named<Omit<DueReport, 'receivers'>> & { readonly receivers: readonly Named<ReportReceiver>[] };

/** @param nameOf returns null for an unknown number */
export const namedDueReport = (report: DueReport, nameOf: (no: GridNo) => string | null): NamedDueReport => ({
  ...withGridName(report, nameOf),
  receivers: report.receivers.map((receiver) => withGridName(receiver, nameOf)),
});

export interface DueReportPayloads {
  'due-report.fell-due': { readonly report: DueReport };
  'due-report.sent': { readonly documentId: string };
  'due-report.received': { readonly receiver: GridNo };
  'due-report.read': { readonly receiver: GridNo };
  /** `unread`: the highest receiver, which had not read it; `to`: the grid above it. */
  'due-report.escalated': { readonly unread: GridNo; readonly to: GridNo };
  'due-report.told-late': Readonly<Record<never, never>>;
  'due-report.lapsed': { readonly reason: LapseReason };
}
type Change = {
  readonly [K in keyof DueReportPayloads]: { readonly kind: K; readonly payload: DueReportPayloads[K]; readonly happenedAt: Date };
}[keyof DueReportPayloads];

/** A new report that a rule requires, not yet saved. */
export const newDueReport = (
  required: RequiredReport,
  fire: Pick<DueReport, 'id' | 'fireId' | 'alarmId' | 'gridNo' | 'address'>,
): DueReport => {
  const { rule, reason, owedAt, dueAt } = required;
  const { id, deadline, form, source, escalateAfterMinutes } = rule;
  return {
    ...fire,
    rule: { id, deadline, form, source, isConfirmed: rule.confirmed !== null, escalateAfterMinutes },
    reason,
    owedAt,
    dueAt,
    receivers: recipientGrids(fire.gridNo, rule.to).map((gridNo) => newReceiver(gridNo, null, owedAt)),
    sent: null,
    toldLateAt: null,
    lapsed: null,
    revision: 1,
  };
};

const newReceiver = (gridNo: GridNo, insteadOf: GridNo | null, addedAt: Date): ReportReceiver => ({
  gridNo,
  insteadOf,
  addedAt,
  received: null,
  read: null,
});

/** @param by the name of the actor. @returns the report after the event */
export function applyToDueReport(report: DueReport | null, event: Change, by: string): DueReport | null {
  if (event.kind === 'due-report.fell-due') return event.payload.report;
  if (report === null) return null;
  const at = event.happenedAt;
  const changed = { ...report, revision: report.revision + 1 };
  const marked = (gridNo: GridNo, mark: (receiver: ReportReceiver) => ReportReceiver) => ({
    ...changed,
    receivers: report.receivers.map((receiver) => (receiver.gridNo === gridNo ? mark(receiver) : receiver)),
  });
  switch (event.kind) {
    case 'due-report.sent':
      return { ...changed, sent: { by, at, documentId: event.payload.documentId } };
    case 'due-report.received':
      return marked(event.payload.receiver, (one) => ({ ...one, received: { by, at } }));
    case 'due-report.read':
      // A receiver who reads the report has also received it.
      return marked(event.payload.receiver, (one) => ({ ...one, received: one.received ?? { by, at }, read: { by, at } }));
    case 'due-report.escalated':
      return { ...changed, receivers: [...report.receivers, newReceiver(event.payload.to, event.payload.unread, at)] };
    case 'due-report.told-late':
      return { ...changed, toldLateAt: at };
    case 'due-report.lapsed':
      return { ...changed, lapsed: { at, reason: event.payload.reason } };
  }
}

/** 待报送, 已报送, 已签收, 已阅, 不再需要. Received and read count when every receiver of the rule itself has done so. */
export type DueReportState = 'due' | 'sent' | 'received' | 'read' | 'lapsed';

export function dueReportState({ sent, lapsed, receivers }: Pick<DueReport, 'sent' | 'lapsed' | 'receivers'>): DueReportState {
  if (sent === null) return lapsed === null ? 'due' : 'lapsed';
  const named = receivers.filter(({ insteadOf }) => insteadOf === null);
  if (named.every(({ read }) => read !== null)) return 'read';
  return named.every(({ received }) => received !== null) ? 'received' : 'sent';
}

/** Whether an action is still needed: not sent, or not read by every receiver of its rule. */
export const isDueReportOpen = (report: Pick<DueReport, 'sent' | 'lapsed' | 'receivers'>): boolean =>
  !['read', 'lapsed'].includes(dueReportState(report));

/** 迟报: not sent by the deadline, or sent after it. */
export const isReportLate = ({ sent, lapsed, dueAt }: Pick<DueReport, 'sent' | 'lapsed' | 'dueAt'>, now: Date): boolean =>
  (sent?.at ?? lapsed?.at ?? now) > dueAt;

/** A county's fire is reported by its own desk or one below, not by those above, which are the receivers. */
export const isReporter = ({ gridNo }: Pick<DueReport, 'gridNo'>, desk: GridNo): boolean => covers(gridNo, desk);

export function maySendReport(
  report: Pick<DueReport, 'gridNo' | 'sent' | 'lapsed'>,
  desk: GridNo,
): Result<null, 'sent' | 'lapsed' | 'not-reporter'> {
  if (!isReporter(report, desk)) return refuse('not-reporter');
  if (report.sent !== null) return refuse('sent');
  return report.lapsed === null ? ok(null) : refuse('lapsed');
}

/**
 * Whether this desk may sign for the report (收到), or mark it as read (已阅).
 * @returns 'done': the desk has already done so
 */
export function mayMarkReport(
  { sent, receivers }: Pick<DueReport, 'sent' | 'receivers'>,
  desk: GridNo,
  mark: 'received' | 'read',
): Result<'new' | 'done', 'not-sent' | 'not-receiver'> {
  if (sent === null) return refuse('not-sent');
  const own = receivers.find(({ gridNo }) => gridNo === desk);
  if (own === undefined) return refuse('not-receiver');
  return ok(own[mark] === null ? 'new' : 'done');
}

/**
 * The next grid to receive an unread report: the one above its highest receiver, if no user of that receiver has read it within the rule's
 * time since it was sent or escalated to that receiver. null: not yet, already read, or there is no grid above.
 */
export function escalationOf(report: DueReport, now: Date): DueReportPayloads['due-report.escalated'] | null {
  const highest = report.receivers.at(-1);
  if (report.sent === null || highest === undefined || highest.read !== null) return null;
  const notifiedAt = Math.max(report.sent.at.getTime(), highest.addedAt.getTime());
  const to = parentOf(highest.gridNo);
  return to === null || now.getTime() < notifiedAt + report.rule.escalateAfterMinutes * MINUTE_MS ? null : { unread: highest.gridNo, to };
}

/** Whether the chief must now be notified that the report is late. Once per report. */
export const mustNotifyLate = (report: DueReport, now: Date): boolean =>
  report.sent === null && report.lapsed === null && report.toldLateAt === null && now > report.dueAt;

export const dueReportObject = eventObject<DueReportPayloads, DueReport>()({
  apply: (report, event) => applyToDueReport(report, event, actorName(event.actor)),
  keeping: {
    'due-report.fell-due': 'always',
    'due-report.sent': 'always',
    'due-report.received': 'always',
    'due-report.read': 'always',
    'due-report.escalated': 'always',
    'due-report.told-late': 'always',
    'due-report.lapsed': 'always',
  },
  summaries: {
    'due-report.fell-due': ({ report: { reason, dueAt, fireId, rule } }) => ({ reason, dueAt, fireId, ruleId: rule.id }),
  },
});
