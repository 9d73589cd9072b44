// Opens the store: migrations first, then the pool and the repositories over it.
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { KeepMonths } from './keeping.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openPool, type PoolCounts } from './pool.ts';
import { accountsRepository } from './repositories/accounts.ts';
import { alarmFeedRepository } from './repositories/alarm-feed.ts';
import { alarmLoadsRepository } from './repositories/alarm-loads.ts';
import { alarmsRepository } from './repositories/alarms.ts';
import { assetFeedRepository } from './repositories/asset-feed.ts';
import { auditRepository } from './repositories/audit.ts';
import { burningsRepository } from './repositories/burnings.ts';
import { cameraHeadsRepository } from './repositories/camera-heads.ts';
import { cameraMotionsRepository } from './repositories/camera-motions.ts';
import { cameraLinksRepository, camerasRepository, monitoringPointsRepository } from './repositories/cameras.ts';
import { dailyBudgetsRepository } from './repositories/daily-budgets.ts';
import { dangerRulesRepository } from './repositories/danger-rules.ts';
import { dueReportsRepository } from './repositories/due-reports.ts';
import { errorScalesRepository } from './repositories/error-scales.ts';
import { eventsRepository } from './repositories/events.ts';
import { exercisesRepository } from './repositories/exercises.ts';
import { fireArchivesRepository } from './repositories/fire-archives.ts';
import { fireDocumentsRepository } from './repositories/fire-documents.ts';
import { fireOrdersRepository } from './repositories/fire-orders.ts';
import { fireStoriesRepository } from './repositories/fire-stories.ts';
import { fireWeatherRepository } from './repositories/fire-weather.ts';
import { fuelRowsRepository } from './repositories/fuel-rows.ts';
import { gatesRepository } from './repositories/gates.ts';
import { areasRepository, gridsRepository } from './repositories/grids.ts';
import { groupsRepository } from './repositories/groups.ts';
import { hazardRemovalRepository } from './repositories/hazard-removal.ts';
import { hazardWarningsRepository } from './repositories/hazard-warnings.ts';
import { hazardsRepository } from './repositories/hazards.ts';
import { identitiesRepository } from './repositories/identities.ts';
import { incidentsRepository } from './repositories/incidents.ts';
import { jobLeasesRepository } from './repositories/job-leases.ts';
import { knownHeatsRepository } from './repositories/known-heats.ts';
import { lightningRepository } from './repositories/lightning.ts';
import { logPartsRepository } from './repositories/log-parts.ts';
import { mapEmbedsRepository } from './repositories/map-embeds.ts';
import { mapLayersRepository, mapScenesRepository } from './repositories/map-layers.ts';
import { mapMasksRepository } from './repositories/map-masks.ts';
import { menusRepository } from './repositories/menus.ts';
import { notificationSettingsRepository } from './repositories/notification-settings.ts';
import { notificationsRepository } from './repositories/notifications.ts';
import { operatingModesRepository } from './repositories/operating-modes.ts';
import { outboxRepository } from './repositories/outbox.ts';
import { pastRepository } from './repositories/past.ts';
import { pastDetectionsRepository } from './repositories/past-detections.ts';
import { patrolDaysRepository } from './repositories/patrol-days.ts';
import { patrolsRepository } from './repositories/patrols.ts';
import { personSafetyRepository } from './repositories/person-safety.ts';
import { planRunsRepository, plansRepository } from './repositories/plans.ts';
import { plotsRepository } from './repositories/plots.ts';
import { rangerMessagesRepository } from './repositories/ranger-messages.ts';
import { rangersRepository } from './repositories/rangers.ts';
import { resourceCareRepository } from './repositories/resource-care.ts';
import { resourcesRepository } from './repositories/resources.ts';
import { secondFactorsRepository } from './repositories/second-factors.ts';
import { loginFailuresRepository, noncesRepository, sessionsRepository } from './repositories/sessions.ts';
import { settingsRepository } from './repositories/settings.ts';
import { shiftsRepository } from './repositories/shifts.ts';
import { oidcAttemptsRepository, portalTokensRepository } from './repositories/sign-on.ts';
import { smsRepository } from './repositories/sms.ts';
import { sosRepository } from './repositories/sos.ts';
import { spreadRunsRepository } from './repositories/spread-runs.ts';
import { streamTicketsRepository } from './repositories/stream-tickets.ts';
import { taskJourneysRepository } from './repositories/task-journeys.ts';
import { taskTemplatesRepository } from './repositories/task-templates.ts';
import { tasksRepository } from './repositories/tasks.ts';
import { uploadsRepository } from './repositories/uploads.ts';
import { warningsRepository } from './repositories/warnings.ts';
import { webhooksRepository } from './repositories/webhooks.ts';
import { MAY_CHANGE_TABLES } from './server-role.ts';
import type { Clock, Db } from './sql.ts';
import type { Tables } from './tables.ts';

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
