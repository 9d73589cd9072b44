// Opens the store: migrations first, then the pool and the repositories over it.

import type { Clock, KeepMonths } from '@lookout/store';
import { migrate } from '@lookout/store';
import { MIGRATIONS } from '@lookout/store/migrations/index.ts';
import { openPool, type PoolCounts } from '@lookout/store/pool.ts';
import { auditRepository } from '@lookout/store/repositories/audit.ts';
import { dailyBudgetsRepository } from '@lookout/store/repositories/daily-budgets.ts';
import { eventsRepository } from '@lookout/store/repositories/events.ts';
import { jobLeasesRepository } from '@lookout/store/repositories/job-leases.ts';
import { logPartsRepository } from '@lookout/store/repositories/log-parts.ts';
import { settingsRepository } from '@lookout/store/repositories/settings.ts';
import { uploadsRepository } from '@lookout/store/repositories/uploads.ts';
import { MAY_CHANGE_TABLES } from '@lookout/store/server-role.ts';
import type { Db } from '@lookout/store/sql.ts';
import type { Tables } from '@lookout/store/tables.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { accountsRepository } from './admin/accounts.store.ts';
import { groupsRepository } from './admin/groups.store.ts';
import { menusRepository } from './admin/menus.store.ts';
import { alarmFeedRepository } from './alarm/alarm-feed.store.ts';
import { alarmsRepository } from './alarm/alarms.store.ts';
import { pastDetectionsRepository } from './alarm/past-detections.store.ts';
import { identitiesRepository } from './auth/identities.store.ts';
import { secondFactorsRepository } from './auth/second-factors.store.ts';
import { loginFailuresRepository, noncesRepository, sessionsRepository } from './auth/sessions.store.ts';
import { oidcAttemptsRepository, portalTokensRepository } from './auth/sign-on.store.ts';
import { burningsRepository } from './burning/burnings.store.ts';
import { cameraHeadsRepository } from './camera/camera-heads.store.ts';
import { cameraMotionsRepository } from './camera/camera-motions.store.ts';
import { cameraLinksRepository, camerasRepository, monitoringPointsRepository } from './camera/cameras.store.ts';
import { dangerRulesRepository } from './danger/danger-rules.store.ts';
import { fireWeatherRepository } from './danger/fire-weather.store.ts';
import { lightningRepository } from './danger/lightning.store.ts';
import { exercisesRepository } from './exercise/exercises.store.ts';
import { fireArchivesRepository } from './fire-archive/fire-archives.store.ts';
import { fireStoriesRepository } from './fire-story/fire-stories.store.ts';
import { areasRepository, gridsRepository } from './grid/grids.store.ts';
import { hazardRemovalRepository } from './hazard/hazard-removal.store.ts';
import { hazardWarningsRepository } from './hazard/hazard-warnings.store.ts';
import { hazardsRepository } from './hazard/hazards.store.ts';
import { errorScalesRepository } from './incident/error-scales.store.ts';
import { incidentsRepository } from './incident/incidents.store.ts';
import { knownHeatsRepository } from './known-heat/known-heats.store.ts';
import { mapMasksRepository } from './known-heat/map-masks.store.ts';
import { mapEmbedsRepository } from './map-embed/map-embeds.store.ts';
import { mapLayersRepository, mapScenesRepository } from './map-layer/map-layers.store.ts';
import { notificationSettingsRepository } from './notification/notification-settings.store.ts';
import { notificationsRepository } from './notification/notifications.store.ts';
import { outboxRepository } from './notification/outbox.store.ts';
import { webhooksRepository } from './notification/webhooks.store.ts';
import { operatingModesRepository } from './operating-mode/operating-modes.store.ts';
import { planRunsRepository, plansRepository } from './plan/plans.store.ts';
import { plotsRepository } from './plot/plots.store.ts';
import { gatesRepository } from './post/gates.store.ts';
import { patrolDaysRepository } from './ranger/patrol-days.store.ts';
import { rangersRepository } from './ranger/rangers.store.ts';
import { rangerMessagesRepository } from './ranger-message/ranger-messages.store.ts';
import { pastRepository } from './replay/past.store.ts';
import { dueReportsRepository } from './reporting/due-reports.store.ts';
import { assetFeedRepository } from './resource/asset-feed.store.ts';
import { resourceCareRepository } from './resource/resource-care.store.ts';
import { resourcesRepository } from './resource/resources.store.ts';
import { personSafetyRepository } from './safety/person-safety.store.ts';
import { shiftsRepository } from './shift/shifts.store.ts';
import { fireDocumentsRepository } from './situation/fire-documents.store.ts';
import { fireOrdersRepository } from './situation/fire-orders.store.ts';
import { smsRepository } from './sms/sms.store.ts';
import { sosRepository } from './sos/sos.store.ts';
import { fuelRowsRepository } from './spread/fuel-rows.store.ts';
import { spreadRunsRepository } from './spread/spread-runs.store.ts';
import { alarmLoadsRepository } from './statistics/alarm-loads.store.ts';
import { patrolsRepository } from './task/patrols.store.ts';
import { taskJourneysRepository } from './task/task-journeys.store.ts';
import { taskTemplatesRepository } from './task/task-templates.store.ts';
import { tasksRepository } from './task/tasks.store.ts';
import { streamTicketsRepository } from './video/stream-tickets.store.ts';
import { warningsRepository } from './warning/warnings.store.ts';

export interface StoreOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** Of the role that owns the tables, which migrates; default: the same role. */
  readonly ownerUrl?: string;
  readonly clock: Clock;
  /** How many whole months each log keeps; null: all. Absent: as the owner said last. */
  readonly keepMonths?: KeepMonths;
  /** Called for lost connections. */
  readonly log?: (message: string, error?: unknown) => void;
  /** Most connections at once; default 12. */
  readonly connections?: number;
  /** How long a call waits while all connections are busy, before it is StoreUnavailable `busy`; default 10 s. */
  readonly queueMilliseconds?: number;
  /** How long one statement may take, before it is StoreUnavailable `timeout`; default 15 s. */
  readonly statementMilliseconds?: number;
  /** While true (at startup), waits for a database that is slow or still starting. */
  readonly isPatient?: () => boolean;
}

/** All repositories, within a transaction or without. */
export type Repositories = ReturnType<typeof repositories>;

export interface Store extends Repositories {
  /** Of the database, for a worker thread that opens its own store. Contains the password. */
  readonly url: string;
  /**
   * All or nothing. Append events and audit rows last (`events.append`, `audit.append`): from then to commit all other writers wait.
   * Do no slow work inside: a transaction idle for 30 s is aborted.
   */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** Of this store's connections. */
  connections(): PoolCounts;
  /** How the database archives its log (WAL); null: not at all, as in the embedded one. */
  walArchive(): Promise<WalArchive | null>;
  /** Resolves when the database answers; rejects with StoreUnavailable: within a second when it is down, later when it is busy. */
  ready(): Promise<void>;
  /** Could this role take the audit's triggers away? Then the database does not hold it to its rules. */
  mayChangeTables(): Promise<boolean>;
  /** Waits for what is in flight, then closes every connection. Calling it again is harmless. */
  close(): Promise<void>;
}

export interface WalArchive {
  /** null: no segment was archived yet. */
  readonly archivedAt: Date | null;
  /** The last attempt failed. */
  readonly isFailing: boolean;
}

/** What is read from a streaming replica, to spare the database that takes the alarms. It may be some moments behind. */
export interface Replica {
  readonly alarmFeed: ReturnType<typeof alarmFeedRepository>;
  close(): Promise<void>;
}

/** Long readings are one at a time. */
const REPLICA_CONNECTIONS = 2;

/** Neither migrates nor writes; connects with the first question. @param options.url postgres://user:password@host:port/database */
export function openReplica({ url, log = () => undefined }: Pick<StoreOptions, 'url' | 'log'>): Replica {
  const pool = openPool({ url, log, connections: REPLICA_CONNECTIONS });
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { alarmFeed: alarmFeedRepository(db), close: () => db.destroy() };
}

/**
 * Brings the database up to date and opens it.
 * @throws StoreUnavailable when there is no database; Error when it is older than 15, not UTF-8 or newer than this program.
 */
export async function openStore({ clock, ...options }: StoreOptions): Promise<Store> {
  const { url, ownerUrl, keepMonths, log = () => undefined, isPatient = () => false } = options;
  const serverRole = ownerUrl === undefined ? {} : { serverRole: decodeURIComponent(new URL(url).username) };
  const kept = keepMonths === undefined ? {} : { keepMonths };
  await migrate(ownerUrl ?? url, MIGRATIONS, { isPatient: isPatient(), log, ...kept, ...serverRole });
  const pool = openPool({ ...options, log });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | null = null;
  return {
    url,
    ...repositories(db, clock),
    transaction: (work) => db.transaction().execute((tx) => work(repositories(tx, clock))),
    ready: async () => {
      await sql`select event_last from journal_head`.execute(db);
    },
    connections: () => pool.counts(),
    async walArchive() {
      const { rows } = await sql<{ mode: string; archived: Date | null; failed: Date | null }>`
        select current_setting('archive_mode') mode, last_archived_time archived, last_failed_time failed from pg_stat_archiver`.execute(
        db,
      );
      const [row] = rows;
      if (row === undefined || row.mode === 'off') return null;
      const { archived, failed } = row;
      return { archivedAt: archived, isFailing: failed !== null && (archived === null || failed > archived) };
    },
    mayChangeTables: async () => (await sql<{ may: boolean }>`${sql.raw(MAY_CHANGE_TABLES)}`.execute(db)).rows[0]?.may ?? false,
    close: () => {
      closing ??= db.destroy();
      return closing;
    },
  };
}

function repositories(db: Db, clock: Clock) {
  return {
    alarms: alarmsRepository(db, clock),
    fireArchives: fireArchivesRepository(db),
    fireStories: fireStoriesRepository(db),
    incidents: incidentsRepository(db),
    events: eventsRepository(db),
    audit: auditRepository(db, clock),
    logParts: logPartsRepository(db),
    accounts: accountsRepository(db, clock),
    sessions: sessionsRepository(db, clock),
    secondFactors: secondFactorsRepository(db, clock),
    identities: identitiesRepository(db, clock),
    nonces: noncesRepository(db, clock),
    loginFailures: loginFailuresRepository(db, clock),
    portalTokens: portalTokensRepository(db, clock),
    oidcAttempts: oidcAttemptsRepository(db, clock),
    menus: menusRepository(db),
    groups: groupsRepository(db),
    grids: gridsRepository(db),
    areas: areasRepository(db),
    monitoringPoints: monitoringPointsRepository(db, clock),
    cameras: camerasRepository(db, clock),
    cameraLinks: cameraLinksRepository(db, clock),
    cameraHeads: cameraHeadsRepository(db),
    cameraMotions: cameraMotionsRepository(db),
    streamTickets: streamTicketsRepository(db),
    jobLeases: jobLeasesRepository(db),
    uploads: uploadsRepository(db, clock),
    dailyBudgets: dailyBudgetsRepository(db),
    tasks: tasksRepository(db),
    taskJourneys: taskJourneysRepository(db),
    taskTemplates: taskTemplatesRepository(db),
    patrols: patrolsRepository(db),
    rangers: rangersRepository(db),
    pastDetections: pastDetectionsRepository(db),
    past: pastRepository(db),
    patrolDays: patrolDaysRepository(db),
    sos: sosRepository(db),
    personSafeties: personSafetyRepository(db),
    rangerMessages: rangerMessagesRepository(db),
    resources: resourcesRepository(db, clock),
    resourceCare: resourceCareRepository(db, resourcesRepository(db, clock)),
    assetFeed: assetFeedRepository(db),
    settings: settingsRepository(db),
    shifts: shiftsRepository(db),
    operatingModes: operatingModesRepository(db),
    exercises: exercisesRepository(db),
    outbox: outboxRepository(db),
    sms: smsRepository(db),
    notifications: notificationsRepository(db),
    notificationSettings: notificationSettingsRepository(db),
    webhooks: webhooksRepository(db),
    mapEmbeds: mapEmbedsRepository(db, clock),
    mapLayers: mapLayersRepository(db, clock),
    mapScenes: mapScenesRepository(db, clock),
    plots: plotsRepository(db),
    fireOrders: fireOrdersRepository(db),
    fireDocuments: fireDocumentsRepository(db),
    hazards: hazardsRepository(db),
    hazardRemoval: hazardRemovalRepository(db),
    hazardWarnings: hazardWarningsRepository(db),
    burnings: burningsRepository(db),
    knownHeats: knownHeatsRepository(db),
    mapMasks: mapMasksRepository(db),
    errorScales: errorScalesRepository(db),
    spreadRuns: spreadRunsRepository(db),
    fuelRows: fuelRowsRepository(db),
    plans: plansRepository(db),
    planRuns: planRunsRepository(db),
    warnings: warningsRepository(db),
    dueReports: dueReportsRepository(db),
    fireWeather: fireWeatherRepository(db, clock),
    dangerRules: dangerRulesRepository(db),
    lightning: lightningRepository(db),
    alarmFeed: alarmFeedRepository(db),
    alarmLoads: alarmLoadsRepository(db),
    gates: gatesRepository(db, clock),
  };
}
