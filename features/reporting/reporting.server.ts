// Reporting deadlines (报送时限): the reports that fires owe, their deadlines and receivers, sent with the bulletin (火情快报), signed for and read
// by the grids above. Only for desks: no feed, embedded map or public page contains them.

import { ancestorAt, holidayOn, lineage, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { verdictOf } from '../alarm/alarm.ts';
import type { Contract } from '../contract.ts';
import { mayReviseDocument } from '../situation/fire-document.ts';
import { knownFields } from '../situation/service/fire-documents/facts.ts';
import { changeDocument, fieldsOfKind, issueDraft, newDraft } from '../situation/service/fire-documents/fire-documents.ts';
import type { Repositories } from '../store.ts';
import { type DueReport, mayMarkReport, maySendReport, namedDueReport } from './due-report.ts';
import { type FactSheet, fitsFact, type NotedBy } from './reporting-rule.ts';
import { changed, runReportingClock } from './server/clock.ts';
import { createFireFacts, type FireFacts, type FirePart, firePartsOf } from './server/fire-facts.ts';
import { foreseenHandlers } from './server/foreseen.ts';
import { ruleHandlers } from './server/rules.ts';

type Calls = Contract['reporting'];

export const reporting: ServerFeature<'reporting'> = {
  open(room) {
    const fireFacts = createFireFacts(room);
    const calls = {
      ...reportHandlers(room),
      ...factHandlers(room, fireFacts),
      ...foreseenHandlers(room, fireFacts),
      ...ruleHandlers(room),
    };
    return { calls, jobs: room.config.reportingClock ? [runReportingClock(room, fireFacts)] : [] };
  },
};

type ReportCalls = Pick<Calls, 'dueReportPage' | 'dueReport' | 'fillReport' | 'sendReports' | 'receiveReport' | 'readReport'>;

function reportHandlers(room: Room): Handlers<ReportCalls> {
  const { store, grids, journal } = room;
  const named = (report: DueReport) => namedDueReport(report, grids().nameOf);

  /** @throws Refusal: this desk may not send the report, or it is no longer needed */
  const mustBeOwed = (context: Context, report: DueReport): void => {
    const may = maySendReport(report, accountOf(context).gridNo);
    if (may.ok) return;
    if (may.error === 'sent') throw conflict(named(report), 'report-sent', { by: report.sent?.by ?? '' });
    throw refused(may.error === 'lapsed' ? 'report-lapsed' : 'report-by-its-grid');
  };

  const mark = (context: Context, id: string, kind: 'received' | 'read') =>
    journal.transact(context, async (tx) => {
      const requested = await tx.dueReports.find(context.scope, id);
      if (requested === null) throw notFound();
      context.audit.target('due-report', requested.id, requested.gridNo);
      // Reports sent with one form are received and read together: for a receiver, one fire is one report.
      const ofFire = requested.sent === null ? [] : await tx.dueReports.about([requested.alarmId, requested.fireId]);
      const together = ofFire.filter(({ gridNo, sent }) => gridNo === requested.gridNo && sent?.documentId === requested.sent?.documentId);
      const locked = await tx.dueReports.lockForUpdate(context.scope, [id, ...together.map((one) => one.id)]);
      const before = locked.find((one) => one.id === requested.id) ?? requested;
      const { gridNo: receiver } = accountOf(context);
      const may = mayMarkReport(before, receiver, kind);
      if (!may.ok) throw refused(may.error === 'not-sent' ? 'report-not-sent' : 'report-not-to-this-grid');
      const isNew = (report: DueReport): boolean => {
        const mayToo = mayMarkReport(report, receiver, kind);
        return mayToo.ok && mayToo.value === 'new';
      };
      // The requested report comes first, because the audit entry is about it.
      const marked = [before, ...locked.filter((one) => one !== before)]
        .filter(isNew)
        .map((report) => changed(context, report, { kind: `due-report.${kind}`, payload: { receiver } }, report));
      await tx.dueReports.save(marked.map(({ after }) => after));
      return { value: named(marked.find(({ after }) => after.id === requested.id)?.after ?? before), happened: marked };
    });

  return {
    async dueReportPage({ scope }, { body: { gridNo, state, alarmId, pageNo, pageSize } }) {
      const fire = alarmId == null ? undefined : await store.dueReports.alarmsOfFire(scope, alarmId);
      const filters = {
        gridNo: gridNo ?? undefined,
        isOpen: state == null ? undefined : state === 'open',
        // A fire that was joined to another one also has reports under its former id.
        alarmIds: fire && [...new Set(fire.flatMap(({ alarm, fireId }) => [alarm.id, fireId]))],
      };
      const { total, list } = await store.dueReports.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async dueReport({ scope }, { query: { id } }) {
      const report = await store.dueReports.find(scope, id);
      if (report === null) throw notFound();
      const stored = report.sent && (await store.fireDocuments.find(scope, report.sent.documentId));
      return { report: named(report), document: stored && withGridName(stored.document, grids().nameOf) };
    },

    async fillReport(context, { body: { id } }) {
      const report = await store.dueReports.find(context.scope, id);
      const alarm = report && (await store.alarms.find(context.scope, report.alarmId));
      if (!alarm) throw notFound();
      mustBeOwed(context, report);
      const { language, scope, now } = context;
      const reader = { ...accountOf(context), scope, now };
      // One form goes to the receivers of all reports that the fire owes, lowest first.
      const owed = (await store.dueReports.about([alarm.id])).filter(
        ({ gridNo, sent, lapsed }) => gridNo === report.gridNo && sent === null && lapsed === null,
      );
      const notified = new Set(owed.flatMap(({ receivers }) => receivers.map(({ gridNo }) => gridNo)));
      const receivers = lineage(report.gridNo).filter((above) => notified.has(above));
      // Queries the weather service, so it runs before the transaction.
      const fields = await knownFields(room, { reader, language, receivers }, alarm, report.rule.form);
      return journal.transact(context, async (tx) => {
        const locked = await tx.alarms.lockForUpdate(scope, alarm.id);
        if (!locked) throw notFound();
        context.audit.target('due-report', report.id, report.gridNo);
        const existing = await tx.fireDocuments.draftOf(scope, locked.id, report.rule.form);
        if (existing !== null) return { value: withGridName(existing, grids().nameOf), happened: [] };
        const document = newDraft(context, locked, { kind: report.rule.form, fields, language, corrects: null });
        if (!(await tx.fireDocuments.begin(document))) throw new Error('a draft was begun under the lock of its alarm');
        const { happened } = changeDocument(context, null, { kind: 'document.begun', payload: { document } }, document);
        return { value: withGridName(document, grids().nameOf), happened };
      });
    },

    sendReports: (context, { body }) =>
      journal.transact(context, async (tx) => {
        const ids = [...new Set(body.ids)];
        const stored = await tx.fireDocuments.find(context.scope, body.documentId);
        // The alarm is locked first, as everywhere a document is written; the reports last.
        const alarm = stored && (await tx.alarms.lockForUpdate(context.scope, stored.document.fireId));
        const document = stored && (await tx.fireDocuments.lockForUpdate(context.scope, body.documentId));
        const reports = await tx.dueReports.lockForUpdate(context.scope, ids);
        const [first] = reports;
        if (!alarm || !document || first === undefined || reports.length < ids.length) throw notFound();
        context.audit.target('due-report', first.id, first.gridNo);
        for (const report of reports) mustBeOwed(context, report);
        await mustBeOfFire(tx, context, reports, { alarmId: alarm.id, ids: body.ids });
        for (const { rule } of reports) if (rule.form !== document.kind) throw invalid('documentId', 'report-document-elsewhere');
        const issued = await issuedOf(tx, context, { alarm, document, revision: body.revision, fields: body.fields ?? null, about: first });
        const sent = reports.map((report) =>
          changed(context, report, { kind: 'due-report.sent', payload: { documentId: document.id } }, report),
        );
        await tx.dueReports.save(sent.map(({ after }) => after));
        return { value: { rows: sent.map(({ after }) => named(after)) }, happened: [...sent, ...issued] };
      }),

    receiveReport: (context, { body: { id } }) => mark(context, id, 'received'),
    readReport: (context, { body: { id } }) => mark(context, id, 'read'),
  };

  /** @throws Refusal 422 naming the report that is about another fire or another county's part of it */
  async function mustBeOfFire(
    tx: Repositories,
    { scope }: Context,
    reports: readonly DueReport[],
    { alarmId, ids }: { readonly alarmId: string; readonly ids: readonly string[] },
  ): Promise<void> {
    const fire = new Set((await tx.dueReports.alarmsOfFire(scope, alarmId)).flatMap(({ alarm, fireId }) => [alarm.id, fireId]));
    const stray = reports.find((one) => one.gridNo !== reports[0]?.gridNo || !(fire.has(one.alarmId) || fire.has(one.fireId)));
    if (stray !== undefined) throw invalid(`ids.${ids.indexOf(stray.id)}`, 'report-of-another-fire');
  }

  /** Issues the document as edited by the officer, unless it was already issued. @returns what happened to it */
  async function issuedOf(
    tx: Repositories,
    context: Context,
    { alarm, document, revision, fields, about }: SentDocument,
  ): Promise<readonly Happened[]> {
    if (document.issue !== null) {
      if (fields !== null) throw invalid('fields', 'report-document-issued');
      return [];
    }
    const next = mayReviseDocument(document, revision);
    if (!next.ok) throw conflict(named(about), 'document-revised', { by: document.changedBy });
    if (fields === null) return (await issueDraft(tx, context, { alarm, draft: document, revision: next.value }, grids())).happened;
    const change = { kind: 'document.revised', payload: { fields: fieldsOfKind(document, fields), revision: next.value } } as const;
    const revised = changeDocument(context, document, change, document);
    if (revised.after === null) throw new Error('a document that was revised is gone');
    const issued = await issueDraft(tx, context, { alarm, draft: revised.after, revision: next.value + 1 }, grids());
    return [...revised.happened, ...issued.happened];
  }
}

interface SentDocument {
  readonly alarm: Parameters<typeof issueDraft>[2]['alarm'];
  readonly document: Parameters<typeof issueDraft>[2]['draft'];
  readonly revision: number;
  readonly fields: Readonly<Record<string, string | undefined>> | null;
  /** Shown to an officer who was too late. */
  readonly about: DueReport;
}

/** Radius around the fire in metres within which the page shows key facilities, whatever the rules require. */
const FACILITIES_SHOWN_METRES = 3_000;

function factHandlers(
  { store, journal }: Pick<Room, 'store' | 'journal'>,
  fireFacts: FireFacts,
): Handlers<Pick<Calls, 'reportingFacts' | 'noteReportingFact'>> {
  const partOf = async ({ dueReports }: Pick<Repositories, 'dueReports'>, { scope }: Context, alarmId: string): Promise<FirePart> => {
    const alarms = await dueReports.alarmsOfFire(scope, alarmId);
    const own = alarms.find(({ alarm }) => alarm.id === alarmId);
    if (own === undefined) throw notFound();
    const county = ancestorAt(own.alarm.gridNo, 'county') ?? own.alarm.gridNo;
    const part = firePartsOf(alarms).find(({ gridNo }) => gridNo === county);
    if (part === undefined || part.real.length === 0) throw refused('report-fire-not-real');
    return part;
  };

  const factsOf = async (context: Context, alarmId: string): Promise<FactSheet> => {
    const [known] = await fireFacts.of([await partOf(store, context, alarmId)], FACILITIES_SHOWN_METRES);
    if (known === undefined) throw new Error('a part of a fire has no facts');
    const { facts, noted, part } = known;
    return {
      alarmId,
      gridNo: part.gridNo,
      // Each value was checked to fit its fact when it was noted.
      noted: [...new Map(noted.map(({ fact, known, by }) => [fact, { ...known, fact, by } as NotedBy])).values()],
      areaHectares: facts.area?.value ?? null,
      pixels: Math.max(0, ...facts.pixels.map(({ value }) => value)),
      borders: facts.borders,
      facilities: facts.facilities,
      holiday: holidayOn(facts.holidays, context.now),
      burningSince: facts.burningSince,
    };
  };

  return {
    reportingFacts: (context, { query }) => factsOf(context, query.alarmId),

    async noteReportingFact(context, { body: { alarmId, fact, value } }) {
      if (!fitsFact(fact, value)) throw invalid('value', 'report-fact-value');
      await journal.transact(context, async (tx) => {
        const alarm = await tx.alarms.lockForUpdate(context.scope, alarmId);
        if (!alarm) throw notFound();
        context.audit.target('alarm', alarm.id, alarm.gridNo);
        if (verdictOf(alarm.response) !== 'real') throw refused('report-fire-not-real');
        const part = await partOf(tx, context, alarmId);
        const before = (await tx.dueReports.factsOf(part.alarms.map(({ id }) => id))).filter((one) => one.fact === fact).at(-1);
        // A fact noted again with the same value is known since the first time, not since now.
        if (before?.known.value === value) return { value: undefined, happened: [] };
        await tx.dueReports.noteFact({ alarmId, fact, known: { value, at: context.now }, by: accountOf(context).fullName });
        const change = { kind: 'incident.fact-noted', payload: { fact, from: before?.known.value ?? null, to: value } } as const;
        return {
          value: undefined,
          happened: [{ event: eventOf(context, change, { objectId: part.fireId, gridNo: part.gridNo }), after: null }],
        };
      });
      return factsOf(context, alarmId);
    },
  };
}
