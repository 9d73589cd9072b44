// The reporting clock, run by one server for all. It evaluates the rules for the fires in progress, creates the reports that fall due,
// notifies the chief of late ones, escalates unread ones to the grid above, and cancels those whose fire was not real.
import { randomUUID } from 'node:crypto';
import { type ChangesOf, covers, type EventOf, type GridNo, NATION, type System } from '@lookout/domain';
import { type Act, actOf } from '@lookout/server/acting/act.ts';
import { runOnChange } from '@lookout/server/services/changes.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Polling } from '@lookout/server/services/poll.ts';
import { closureOf, verdictOf } from '../../alarm/alarm.ts';
import { callOut } from '../../notification/service/call-out.ts';
import type { Repositories } from '../../store.ts';
import { applyToDueReport, type DueReport, type DueReportPayloads, escalationOf, mustNotifyLate, newDueReport } from '../due-report.ts';
import { escalatedReportMessage, lateReportMessage, REPORTING_CLOCK_NAME } from '../reporting-message.wire.ts';
import { dueReports, type ReportingRule } from '../reporting-rule.ts';
import { type FireFacts, type FirePart, firePartsOf } from './fire-facts.ts';
import { hasRules, rulesInForce } from './rules.ts';

export const REPORTING_CLOCK: System = { kind: 'system', name: REPORTING_CLOCK_NAME };

/** Late and unread reports are found by this poll alone: a missed deadline is notified within this time. */
const EVERY_MS = 5_000;
/** Changes are batched: in a flood of alarms they are evaluated once a second, and a deadline is minutes away. */
const GATHER_MS = 1_000;
/** The report after a fire is out falls due at its closing. A server that was down still finds it within this time. */
const CLOSED_LATELY_MS = 24 * 3_600_000;
/** More alarms of fires, and more open reports, than a country has at once. */
const MOST_ALARMS = 20_000;
const MOST_OPEN = 20_000;

type Needs = Pick<Room, 'store' | 'journal' | 'grids' | 'changes' | 'sharedJobs' | 'clock' | 'log' | 'config' | 'waits'>;

export function runReportingClock(room: Needs, fireFacts: FireFacts): Polling {
  const { store, journal, changes, sharedJobs, clock, log, config, waits } = room;
  const act = (now: Date): Act => actOf(REPORTING_CLOCK, { name: 'reporting-clock', scope: NATION, now });

  const run = async (): Promise<void> => {
    const now = clock();
    const rules = await rulesInForce(store, config.region);
    const parts = await partsUnder(rules, now);
    await letFallDue(rules, parts, now);
    await followOpen(parts, now);
  };

  /** The fires of the grids that have rules, in progress or closed lately. */
  const partsUnder = async (rules: readonly ReportingRule[], now: Date): Promise<FirePart[]> => {
    const since = new Date(now.getTime() - CLOSED_LATELY_MS);
    const areas = [...new Set(rules.map(({ gridNo }) => gridNo))];
    const found = await Promise.all(areas.map((area) => store.dueReports.alarmsOfRealFires(area, since, { limit: MOST_ALARMS })));
    return firePartsOf(found.flat()).filter(({ real }) => real.length > 0);
  };

  const letFallDue = async (rules: readonly ReportingRule[], parts: readonly FirePart[], now: Date): Promise<void> => {
    const within = rules.flatMap(({ condition, enabled }) => (enabled && condition.kind === 'threat' ? [condition.metres] : []));
    const known = await fireFacts.of(parts, Math.max(0, ...within));
    const existing = await store.dueReports.about(parts.flatMap((part) => [part.fireId, ...part.alarms.map(({ id }) => id)]));
    const fresh = known.flatMap(({ part, facts }) => {
      const ids = new Set([part.fireId, ...part.alarms.map(({ id }) => id)]);
      const owed = new Set(
        existing
          .filter(
            ({ gridNo, lapsed, fireId, alarmId }) => gridNo === part.gridNo && lapsed === null && (ids.has(fireId) || ids.has(alarmId)),
          )
          .map(({ rule }) => rule.id),
      );
      const own = rules.filter(({ id, gridNo }) => covers(gridNo, part.gridNo) && !owed.has(id));
      const [alarm] = part.real as [FirePart['real'][number]];
      return dueReports(facts, own, now).map((required) =>
        newDueReport(required, {
          id: randomUUID(),
          fireId: part.fireId,
          alarmId: alarm.id,
          gridNo: part.gridNo,
          address: alarm.formattedAddress,
        }),
      );
    });
    // A report of the nation itself has no receiver.
    const owed = fresh.filter(({ receivers }) => receivers.length > 0);
    if (owed.length === 0) return;
    const clockAct = act(now);
    await journal.transact(clockAct, async (tx) => {
      const added = await tx.dueReports.add(owed);
      const happened = owed
        .filter(({ id }) => added.has(id))
        .map((report) => changed(clockAct, null, { kind: 'due-report.fell-due', payload: { report } }, report));
      return { value: undefined, happened };
    });
  };

  /** Advances the open reports with time. */
  const followOpen = async (parts: readonly FirePart[], now: Date): Promise<void> => {
    const open = await store.dueReports.open({ limit: MOST_OPEN });
    const unreal = await foundToBeNone(open, parts);
    const isTurn = (report: DueReport) => nextOf(report, unreal, now) !== null;
    const turns = open.filter(isTurn).map(({ id }) => id);
    if (turns.length === 0) return;
    const clockAct = act(now);
    await journal.transact(clockAct, async (tx) => {
      const happened: (Happened & { readonly after: DueReport })[] = [];
      // A report may have been sent or read in the meantime, so the condition is checked again under the lock.
      for (const report of await tx.dueReports.lockForUpdate(NATION, turns)) {
        const next = nextOf(report, unreal, now);
        if (next !== null) happened.push(changed(clockAct, report, next, report));
      }
      await tx.dueReports.save(happened.map(({ after }) => after));
      await call(tx, happened, now);
      return { value: undefined, happened };
    });
  };

  /** The open, unsent reports whose fire was judged false, deleted, or closed as not a fire. */
  const foundToBeNone = async (open: readonly DueReport[], parts: readonly FirePart[]): Promise<ReadonlySet<string>> => {
    const burning = new Set(parts.flatMap(({ real }) => real.map(({ id }) => id)));
    const unanswered = open.filter(({ sent, fireId, alarmId }) => sent === null && !burning.has(alarmId) && !burning.has(fireId));
    const alarms = await store.incidents.alarmsOf([...new Set(unanswered.map(({ alarmId }) => alarmId))]);
    // A real fire that was closed long ago is still owed its report.
    const real = alarms.filter(({ response }) => verdictOf(response) === 'real' && closureOf(response)?.outcome !== 'no-fire');
    const still = new Set(real.map(({ id }) => id));
    return new Set(unanswered.filter(({ alarmId }) => !still.has(alarmId)).map(({ id }) => id));
  };

  /**
   * Sends short messages to the duty list of the grid that is late, or to which unread reports are escalated; the desks are notified live.
   * No other grid is notified. One message for all reports of a fire that became late.
   */
  const call = async (tx: Repositories, happened: readonly (Happened & { readonly after: DueReport })[], now: Date): Promise<void> => {
    const nameOf = (no: GridNo) => room.grids().nameOf(no) ?? no;
    const calls = happened.flatMap(({ event, after }) => calledOf(event as EventOf<'due-report'>, after) ?? []);
    const messages = [...Map.groupBy(calls, ({ gridNo, unread, report }) => `${gridNo} ${unread} ${report.alarmId}`).values()].map(
      (same) => {
        const [{ gridNo, unread, report }] = same as [Called];
        const reports = same.map((one) => one.report) as [DueReport, ...DueReport[]];
        const from = nameOf(report.gridNo);
        return {
          gridNo,
          content: unread === null ? lateReportMessage(reports, from) : escalatedReportMessage(reports, from, nameOf(unread)),
        };
      },
    );
    const caller = { accountId: null, fullName: REPORTING_CLOCK_NAME };
    // Few messages: one for each fire that is late or unread now.
    for (const message of messages)
      await callOut(tx, { ...message, caller, now, hasGateway: config.smsUrl !== null, isOwnDesksOnly: true });
  };

  // Without rules no report was ever owed, and none can be.
  const isRuled = hasRules(config.region);
  return runOnChange({
    changes,
    about: isRuled ? ['alarm', 'incident', 'reporting-rule'] : [],
    gatherMs: GATHER_MS,
    run: sharedJobs.alone('reporting', run),
    everyMs: isRuled ? sharedJobs.pause('reporting', waits.reportingEveryMs ?? EVERY_MS) : () => null,
    firstMs: isRuled ? 0 : null,
    failed: (error) => log.warn({ err: error }, 'the reports that are owed could not be followed'),
  });
}

/** The grid whose duty list is notified about a report. */
interface Called {
  readonly gridNo: GridNo;
  /** The grid that has not read the report; null: it is late. */
  readonly unread: GridNo | null;
  readonly report: DueReport;
}

function calledOf(event: EventOf<'due-report'>, report: DueReport): Called | null {
  if (event.kind === 'due-report.told-late') return { gridNo: report.gridNo, unread: null, report };
  return event.kind === 'due-report.escalated' ? { gridNo: event.payload.to, unread: event.payload.unread, report } : null;
}

/** The next change of a report by time or by the state of its fire; null: none. */
function nextOf(report: DueReport, unreal: ReadonlySet<string>, now: Date): ChangesOf<DueReportPayloads> | null {
  if (report.sent === null && report.lapsed === null && unreal.has(report.id))
    return { kind: 'due-report.lapsed', payload: { reason: 'not-a-fire' } };
  if (mustNotifyLate(report, now)) return { kind: 'due-report.told-late', payload: {} };
  const escalation = escalationOf(report, now);
  return escalation && { kind: 'due-report.escalated', payload: escalation };
}

/** The event of a change, with the report after it. */
export function changed(
  act: Act,
  before: DueReport | null,
  change: ChangesOf<DueReportPayloads>,
  { id, gridNo }: Pick<DueReport, 'id' | 'gridNo'>,
): Happened & { readonly after: DueReport } {
  const event = eventOf(act, change, { objectId: id, gridNo }) as EventOf<'due-report'>;
  const { actor } = act;
  const after = applyToDueReport(before, event, actor.kind === 'officer' ? actor.fullName : actor.name);
  if (after === null) throw new Error('a report that was changed is gone');
  return { event, after };
}
