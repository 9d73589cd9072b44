// Archives of fires (灾后评估): the handlers of its calls, and the report.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type GridNames, LIST_LIMIT, type Received } from '@lookout/contract';
import { actorName, type ChangesOf, type GridNo, type Named, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers, type RawRoute } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { sendFile } from '@lookout/server/serve/send-file.ts';
import { namedFileOf } from '@lookout/server/serve/uploaded-file.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import { DOCUMENT_MEDIA_TYPES } from '@lookout/server/services/documents/document.ts';
import { hashedContent } from '@lookout/server/services/hashed-content.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Alarm } from '../alarm/alarm.ts';
import { writeAlarm } from '../alarm/alarm.wire.ts';
import type { Contract } from '../contract.ts';
import type { Gazetteer } from '../grid/service/gazetteer.ts';
import type { Repositories } from '../store.ts';
import type { CoverShares } from '../terrain/service/land-cover.ts';
import { archiveReportPath, REPORT_FORMATS } from './fire-archive.calls.ts';
import type { WireFireArchiveFile } from './fire-archive.schema.ts';
import {
  type ArchiveEvent,
  type ArchivePayloads,
  type Assessment,
  applyToArchive,
  archiveState,
  type BurnedArea,
  coverByAlarm,
  coverByShares,
  EMPTY_ASSESSMENT,
  type FireArchive,
  gradeOf,
  hasArchive,
  type ListedArchive,
  type ListedVersion,
  mayOpen,
  mayRevise,
  maySeal,
} from './fire-archive.ts';
import { writeArchivedFire } from './fire-archive.wire.ts';
import type { ArchivedFire, ArchivedFireFilters } from './fire-archives.store.ts';
import { burnMappingCalls } from './server/burn-mapping/calls.ts';
import { createBurnRuns } from './server/burn-mapping/runs.ts';
import { checkedPatches, checkPolygons, closedPolygons, readBurnedFile } from './server/burned.ts';
import { createMeasuring, type Measuring } from './server/measuring.ts';
import { type ClosedFire, recordOf } from './server/record.ts';
import { reportOf } from './server/report.ts';
import { readSealedContent, sealedContent } from './server/sealed.ts';
import { REPORT_SUMMARY } from './server/texts.ts';

export const fireArchive: ServerFeature<'fireArchive'> = {
  open(room) {
    const runs = createBurnRuns(path.join(room.config.dataDir, 'burn-mapping'), room.log);
    const measuring = createMeasuring();
    const placeOfFire = async (scope: Context['scope'], fireId: string) => (await closedFire(room.store, scope, fireId)).lead;
    return {
      calls: {
        ...archiveReads(room),
        ...archiveActs(room, measuring),
        ...burnedFiles({ ...measuring, fileReader: room.fileReader }),
        ...burnMappingCalls(room, { runs, measuring, closedFire: placeOfFire }),
      },
      rawRoutes: [reportRoute(room)],
      jobs: [runs, measuring],
    };
  },
};

type Calls = Handlers<Contract['fireArchive']>;

// Reading.

function archiveReads({ store, grids }: Room): Pick<Calls, 'archiveList' | 'archivePage' | 'archiveOne'> {
  const listed = (fire: ArchivedFire) => listedArchive(fire, grids().nameOf);
  return {
    async archiveList({ scope }, { body }) {
      const { list, more } = await store.fireArchives.list(scope, filtersOf(body), { limit: LIST_LIMIT });
      return {
        rows: list.map((fire) => writeArchivedFire(listed(fire), fire.alarm, fire.archive)),
        ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }),
      };
    },

    async archivePage({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const request = { offset: (pageNo - 1) * pageSize, limit: pageSize };
      const { total, list } = await store.fireArchives.page(scope, filtersOf(body), request);
      return { total, pageNo, pageSize, list: list.map(listed) };
    },

    archiveOne: (context, { query }) => fileOf({ store, grids }, context, query.fireId, query.version ?? null),
  };
}

type ListBody = Omit<Received<Contract['fireArchive']['archiveList']>['body'], 'gridNo'>;

function filtersOf({ fireId, state, address, beginTime, endTime }: ListBody): ArchivedFireFilters {
  if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
  return {
    fireId: fireId ?? undefined,
    state: state ?? undefined,
    text: address || undefined,
    begin: beginTime ?? undefined,
    end: endTime ?? undefined,
  };
}

function listedArchive({ id, alarm, alarms, archive }: ArchivedFire, nameOf: GridNames): Named<ListedArchive> {
  const { response } = alarm;
  if (response.stage !== 'closed') throw new Error(`the archived fire ${alarm.id} is ${response.stage}`);
  const assessment = archive?.assessment ?? null;
  return {
    fireId: id,
    alarms,
    alarmKind: alarm.facts.kind,
    gridNo: alarm.gridNo,
    gridName: nameOf(alarm.gridNo) ?? alarm.gridNo,
    formattedAddress: alarm.formattedAddress,
    position: alarm.position,
    arrivedAt: alarm.arrivedAt,
    closedAt: response.closure.at,
    closedBy: response.closure.by,
    outcome: response.closure.outcome,
    state: archiveState(archive),
    version: archive?.version ?? null,
    hectares: assessment?.burned?.hectares ?? null,
    grade: assessment && gradeOf(assessment).grade,
    casualties: assessment && { dead: assessment.casualties.dead, badlyHurt: assessment.casualties.badlyHurt },
  };
}

const listedVersion = ({ version, corrects, changedBy, changedAt, seal }: FireArchive): ListedVersion => ({
  version,
  corrects,
  changedBy,
  changedAt,
  seal,
});

/**
 * @param version null: the newest
 * @throws Refusal 404 outside the grid; 422 for a version that does not exist
 */
async function fileOf(
  { store, grids }: Pick<Room, 'store' | 'grids'>,
  { scope }: Pick<Context, 'scope'>,
  fireId: string,
  version: number | null,
): Promise<WireFireArchiveFile> {
  const fire = await closedFire(store, scope, fireId);
  const all = await store.fireArchives.versions(scope, idsOf(fire));
  const requested = version === null ? (all[0] ?? null) : (all.find(({ archive }) => archive.version === version) ?? null);
  if (version !== null && requested === null) throw invalid('version', 'no-such-version');
  const versions = all.map(({ archive }) => listedVersion(archive));
  const archive = requested && withGridName(requested.archive, grids().nameOf);
  if (requested?.content != null) {
    const { fire: lead, record } = readSealedContent(requested.content);
    return { fire: lead, archive, record, versions };
  }
  return { fire: writeAlarm(fire.lead, grids().nameOf), archive, record: await recordOf(store, grids(), scope, fire), versions };
}

type FireStore = Pick<Repositories, 'alarms' | 'incidents'>;

/**
 * @param fireId the id of the fire, or of one of its alarms
 * @throws Refusal 404 outside the grid; 501 when the fire is not a closed fire
 */
async function closedFire(store: FireStore, scope: Context['scope'], fireId: string): Promise<ClosedFire> {
  const { id, alarms } = await fireOf(store, scope, fireId);
  const lead = alarms.find(hasArchive);
  if (!lead) throw refused('fire-not-archivable');
  return { id, lead, alarms };
}

/** The alarms of a fire in scope, by their arrival. For an alarm that belongs to no fire, the alarm itself. @throws Refusal 404 */
async function fireOf(store: FireStore, scope: Context['scope'], fireId: string): Promise<Omit<ClosedFire, 'lead'>> {
  const incident = await store.incidents.find(scope, fireId);
  if (incident) return { id: incident.id, alarms: incident.alarms.map(({ alarm }) => alarm).sort((a, b) => (a.id < b.id ? -1 : 1)) };
  const alarm = await store.alarms.find(scope, fireId);
  if (!alarm) throw notFound();
  return { id: alarm.id, alarms: [alarm] };
}

const idsOf = ({ alarms }: Pick<ClosedFire, 'alarms'>): readonly string[] => alarms.map(({ id }) => id);

// Acts. Each locks the version, asks the domain whether it is allowed, and is recorded as an event of the archive.

function archiveActs(
  { store, grids, gazetteer, journal, landCover }: Room,
  measuring: Measuring,
): Pick<Calls, 'openArchive' | 'reviseArchive' | 'sealArchive'> {
  const named = (archive: FireArchive) => withGridName(archive, grids().nameOf);

  const refuse = (archive: FireArchive, why: 'sealed' | 'revised' | 'area-missing' | 'review-missing') => {
    if (why === 'sealed') return conflict(named(archive), 'archive-sealed', { by: archive.seal?.by ?? archive.changedBy });
    if (why === 'revised') return conflict(named(archive), 'archive-revised', { by: archive.changedBy });
    return refused(why === 'area-missing' ? 'archive-area-missing' : 'archive-review-missing');
  };

  return {
    async openArchive(context, { body }) {
      const fire = await closedFire(store, context.scope, body.fireId);
      const { fullName: by } = accountOf(context);
      const reason = body.reason?.trim() || null;
      const archive = await journal.transact(context, async (tx) => {
        // The alarm's row is the lock: it serializes two officers who begin an archive at the same time.
        if (!(await tx.alarms.lockForUpdate(context.scope, fire.lead.id))) throw notFound();
        const latest = await tx.fireArchives.lockNewest(context.scope, idsOf(fire));
        const version = mayOpen(latest, reason);
        if (!version.ok && version.error === 'reason-missing') throw invalid('reason', 'archive-reason-needed');
        if (!version.ok) throw conflict(latest && named(latest), 'archive-draft-open', { by: latest?.changedBy ?? '' });
        const { id: fireId, gridNo } = fire.lead;
        const began: FireArchive = {
          id: randomUUID(),
          fireId,
          gridNo,
          version: version.value,
          revision: 1,
          corrects: latest?.seal ? { version: latest.version, sha256: latest.seal.sha256, reason: reason ?? '' } : null,
          assessment: latest?.assessment ?? EMPTY_ASSESSMENT,
          createdBy: by,
          createdAt: context.now,
          changedBy: by,
          changedAt: context.now,
          seal: null,
        };
        await tx.fireArchives.create(began);
        const event = eventOf(context, { kind: 'archive.opened', payload: { archive: began } }, { objectId: began.id, gridNo });
        return { value: began, happened: [{ event, after: began }] };
      });
      return named(archive);
    },

    async reviseArchive(context, { params, body }) {
      const { gridNo: own } = accountOf(context);
      const { burned, ...entered } = body.assessment;
      const area = burned && burned.polygons.length > 0 ? await measured(context, burned, measuring, gazetteer(), own) : null;
      const imported = area && (await landCover.sharesIn(area.polygons));
      const archive = await journal.transact(context, async (tx) => {
        const before = await tx.fireArchives.lockForUpdate(context.scope, params.id);
        if (!before) throw notFound();
        const revision = mayRevise(before, body.revision);
        if (!revision.ok) throw refuse(before, revision.error);
        const { alarms } = await fireOf(tx, context.scope, before.fireId);
        const assessment: Assessment = {
          casualties: entered.casualties,
          losses: entered.losses.map(({ item, quantity, yuan, note }) => ({ item, quantity, yuan: yuan ?? null, note: textOf(note) })),
          cause: textOf(entered.cause),
          review: textOf(entered.review),
          lessons: entered.lessons.flatMap((lesson) => textOf(lesson) ?? []),
          burned: area && { ...area, ...coverOf(alarms, imported, area.hectares) },
        };
        return changed(context, tx, before, { kind: 'archive.revised', payload: { assessment, revision: revision.value } }, null);
      });
      return named(archive);
    },

    async sealArchive(context, { body }) {
      const { id, revision: seen } = body;
      // The events are read before the row is locked, because they no longer change once the fire is closed.
      const draft = await store.fireArchives.find(context.scope, id);
      if (!draft) throw notFound();
      const fire = await closedFire(store, context.scope, draft.fireId);
      const record = await recordOf(store, grids(), context.scope, fire);
      const archive = await journal.transact(context, async (tx) => {
        const before = await tx.fireArchives.lockForUpdate(context.scope, id);
        if (!before) throw notFound();
        const revision = maySeal(before, seen);
        if (!revision.ok) throw refuse(before, revision.error);
        const seal = { by: accountOf(context).fullName, at: context.now };
        const sealed = { ...before, revision: revision.value, changedBy: seal.by, changedAt: seal.at };
        const { content, sha256 } = hashedContent(sealedContent(sealed, seal, { lead: fire.lead, record }, grids().nameOf));
        return changed(context, tx, before, { kind: 'archive.sealed', payload: { sha256, revision: revision.value } }, content);
      });
      return named(archive);
    },
  };
}

type Tx = Parameters<Parameters<Room['store']['transaction']>[0]>[0];

async function changed(context: Context, tx: Tx, before: FireArchive, change: ChangesOf<ArchivePayloads>, content: string | null) {
  const event = eventOf(context, change, { objectId: before.id, gridNo: before.gridNo }) as ArchiveEvent;
  const after = applyToArchive(before, event, actorName(event.actor));
  if (after === null) throw new Error('an archive that was changed is gone');
  await tx.fireArchives.save(after, content);
  return { value: after, happened: [{ event, after }] };
}

const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

type Entered = NonNullable<Received<Contract['fireArchive']['reviseArchive']>['body']['assessment']['burned']>;

/** @throws Refusal 422 naming every polygon or patch at fault */
async function measured(
  context: Context,
  { polygons: entered, method, source, mapping }: Entered,
  measuring: Measuring,
  gazetteer: Gazetteer,
  own: GridNo,
): Promise<Omit<BurnedArea, 'cover' | 'coverSource'>> {
  const path = 'assessment.burned';
  const polygons = closedPolygons(entered, `${path}.polygons`);
  const patches = mapping ? checkedPatches(mapping.patches, polygons, `${path}.mapping.patches`) : [];
  const { crosses, hectares, severityHectares } = await measuring.measure(errandOf(context), polygons, patches);
  await checkPolygons(polygons, crosses, gazetteer, own, `${path}.polygons`);
  return { polygons, method, source: textOf(source), hectares, mapping: mapping ? { ...mapping, patches, severityHectares } : null };
}

/** The imported land cover is used if it covers at least this share of the area. */
const LEAST_KNOWN_SHARE = 0.95;

/** The cover from imported land cover, else from the satellite that detected the fire first, else unknown. */
function coverOf(alarms: readonly Alarm[], imported: CoverShares | null, hectares: number): Pick<BurnedArea, 'cover' | 'coverSource'> {
  const byFile = imported && imported.known >= LEAST_KNOWN_SHARE ? coverByShares(imported.shares, hectares) : null;
  if (imported && byFile) return { cover: byFile, coverSource: { by: 'imported', files: imported.files } };
  const [byAlarm = null] = alarms.flatMap((alarm) => coverByAlarm(alarm, hectares) ?? []);
  return { cover: byAlarm, coverSource: byAlarm && { by: 'alarm' } };
}

// Files.

function burnedFiles(readers: Measuring & Pick<Room, 'fileReader'>): Pick<Calls, 'readBurnedFile'> {
  return {
    async readBurnedFile(context) {
      if (context.stream === null) throw invalid('file', 'no-file-received');
      const { fileName, bytes } = await namedFileOf(context.stream, context.headers.contentType ?? '');
      return readBurnedFile(fileName, bytes, errandOf(context), context.language, readers);
    },
  };
}

/** `GET …/report?fireId=&version=&format=pdf|docx`: 404 outside the grid, like every object. */
const reportRoute = (room: Room): RawRoute => ({
  name: 'fire-archive-report',
  method: 'GET',
  path: archiveReportPath,
  summary: REPORT_SUMMARY,
  weight: 20,
  permission: { anyOf: ['dispatch'] },
  scope: 'object',
  async handle(context, request, reply) {
    const { fireId = '', version, format: requested = 'pdf' } = request.query as Record<string, string | undefined>;
    const format = REPORT_FORMATS.find((one) => one === requested);
    if (format === undefined) throw invalid('format', 'report-format');
    const number = version === undefined ? null : Number(version);
    if (number !== null && !Number.isInteger(number)) throw invalid('version', 'no-such-version');
    const file = await fileOf(room, context, fireId, number);
    const document = await reportOf(room, context, file);
    const bytes = await room.documents.print(errandOf(context), document, format);
    return sendFile(reply, { name: `${document.title}.${format}`, mediaType: DOCUMENT_MEDIA_TYPES[format], bytes });
  },
});
