export type { AuditHash } from './audit-chain.ts';
export { type LeavingPart, LinesDigest, letPartLeave, type WrittenArchive } from './departure.ts';
export {
  countsOf,
  type DatabaseCounts,
  type Dump,
  type DumpTable,
  openDump,
  type Restoration,
  restoreDump,
  serversOn,
  unknownMigrations,
} from './dump.ts';
export { DataDirBusy, type DataDirLock, holderOf, lockDataDir } from './embedded/lock.ts';
export { type EmbeddedPostgres, runningEmbedded, startEmbedded } from './embedded/start-embedded.ts';
export { StoreUnavailable, type UnavailableReason } from './errors.ts';
export { type DatabaseContent, type DatabaseFacts, examineDatabase } from './examine.ts';
export type { KeepMonths } from './keeping.ts';
export { migrate } from './migrate.ts';
export { openReplica, openStore, type Replica, type Repositories, type Store, type StoreOptions, type WalArchive } from './open.ts';
export type { Account, AccountChange, AccountFilters, NewAccount } from './repositories/accounts.ts';
export type { AlarmFeedSlice, FedAlarm, FedChange } from './repositories/alarm-feed.ts';
export type { Recorded, RecordedBatch, Recording } from './repositories/alarm-recording.ts';
export {
  ALARM_SORTS,
  type AlarmFilters,
  type AlarmOrder,
  type AlarmSort,
  type BoundingBox,
  keyOfPushedSmoke,
} from './repositories/alarms.ts';
export {
  type AssetChanges,
  type AssetRecord,
  assetIdOf,
  REMOVED_KEPT_MS,
  readAsset,
  type Snapshot,
} from './repositories/asset-feed.ts';
export type { AuditEntry, AuditFilters, AuditRow } from './repositories/audit.ts';
export type { BurningFilters, BurningsAround } from './repositories/burnings.ts';
export type { CameraHeads, HeadLock, HeadQuestion, HeadState, HeadTour } from './repositories/camera-heads.ts';
export type { CameraMotion, SilentMotion } from './repositories/camera-motions.ts';
export type {
  CameraFilters,
  CameraLink,
  CameraTime,
  CameraTimeFilters,
  LinkedCamera,
  MonitoringPointFilters,
  ReachFilters,
} from './repositories/cameras.ts';
export type { DailyBudgets, DailySpending } from './repositories/daily-budgets.ts';
export type { AlarmOfFire, DueReportFilters, NotedRow, StoredRule } from './repositories/due-reports.ts';
export {
  type AlarmHistoryFilters,
  LogBeginsLater,
  type LogEntry,
  type LogSlice,
  type NewEvent,
  Unreadable,
  type WhyGone,
} from './repositories/events.ts';
export type { DueInject } from './repositories/exercises.ts';
export type { ArchivedFire, ArchivedFireFilters, ArchiveVersion } from './repositories/fire-archives.ts';
export type { FirePackage, Stay, StayPositions, StoryObject } from './repositories/fire-stories.ts';
export type { FireDayFilters, ForecastFireDay } from './repositories/fire-weather.ts';
export type { CameraCount, GateImage, GateImageFilters, NewGateImage, Post } from './repositories/gates.ts';
export type { AreaRow, AreaSource, GridFilters, GridRow, OutlineDetail, OutlinedArea, SeatRow, SourcedArea } from './repositories/grids.ts';
export type { Group } from './repositories/groups.ts';
export type { HazardWarningFilters } from './repositories/hazard-warnings.ts';
export type { HazardFilters, HazardRain, NewReading, WatchedHazard } from './repositories/hazards.ts';
export type { Identity } from './repositories/identities.ts';
export type { AlarmOfIncident, DecidedIncident, IncidentFilters, VisibleIncident } from './repositories/incidents.ts';
export type { JobLeases } from './repositories/job-leases.ts';
export type { HeatSighting, HeatsAround, KnownHeatFilters } from './repositories/known-heats.ts';
export type { LightningStroke } from './repositories/lightning.ts';
export { type ChainCheck, type LogArchive, PARTED_LOGS, type PartedLog } from './repositories/log-parts.ts';
export type { FeatureFilters, LayerBox, MapFeature, MapScene, NewFeature, NewLayer, NewScene } from './repositories/map-layers.ts';
export type { MapMaskFilters } from './repositories/map-masks.ts';
export type { Menu } from './repositories/menus.ts';
export type { KeptPolicy, PushSubscription, Recipient } from './repositories/notification-settings.ts';
export type {
  MemberOfFire,
  NewNotification,
  Notification,
  NotificationFilters,
  Told,
} from './repositories/notifications.ts';
export type { Outgoing, WaitingInOutbox } from './repositories/outbox.ts';
export { type AttendanceQuestion, attendanceGapOf } from './repositories/patrol-days.ts';
export type { PatrolFilters, SettledPatrol } from './repositories/patrols.ts';
export type { PlanFilters, PlanRunFilters } from './repositories/plans.ts';
export type { PlotFilters } from './repositories/plots.ts';
export type { RangerPerson, SavedPositions, Stand, StoredPosition } from './repositories/rangers.ts';
export type { KeptFilters } from './repositories/resource-care.ts';
export {
  type Around,
  type AroundRequest,
  type AssetCount,
  type AssetFilters,
  type Box,
  type PutResources,
  type ResourceFilters,
  resourceId,
} from './repositories/resources.ts';
export {
  type LiveSession,
  LOGIN_FAILURES_BEFORE_LOCK,
  LOGIN_FAILURES_OF_AN_ADDRESS,
  LOGIN_LOCK_MINUTES,
  type NewSession,
  type OwnSession,
  type Session,
  type SessionWay,
} from './repositories/sessions.ts';
export type { ShiftFilters } from './repositories/shifts.ts';
export type { NamedByPortal } from './repositories/sign-on.ts';
export type { NewSms, Sms, SmsFilters, SmsTemplate } from './repositories/sms.ts';
export type { CurrentSpread, KeptArrivals, NewSpreadRun, SpreadGist } from './repositories/spread-runs.ts';
export type { ExpectedMember, JourneyFilters, NewPlan, NewProgress } from './repositories/task-journeys.ts';
export type { StepReceipt, TaskFilters } from './repositories/tasks.ts';
export type { NewUpload, Upload } from './repositories/uploads.ts';
export type { WarningFilters, WarningReader } from './repositories/warnings.ts';
export type { SecretWebhook } from './repositories/webhooks.ts';
export { type GazetteerSeed, hasGazetteer, seedGazetteer } from './seed-gazetteer.ts';
export { serverRoleUrl } from './server-role.ts';
export { createSlices, mapInSlices } from './slices.ts';
export type { Clock, Limit, Listed, MultiPolygon, Paged, PageRequest } from './sql.ts';
