export type { Clock } from './db.ts';
export {
  type Dump,
  type DumpTable,
  openDump,
  type Restoration,
  restoreDump,
  type Standing,
  serversOn,
  unknownMigrations,
  whatStands,
} from './dump.ts';
export { DataDirBusy, type DataDirLock, holderOf, lockDataDir } from './embedded/lock.ts';
export { type EmbeddedPostgres, runningEmbedded, startEmbedded } from './embedded/start-embedded.ts';
export { StoreUnavailable, type UnavailableReason } from './errors.ts';
export type { MultiPolygon } from './geometry.ts';
export type { Limit, Listed, Paged, PageRequest } from './lists.ts';
export { migrate } from './migrate.ts';
export { openStore, type Repositories, type Store, type StoreOptions } from './open.ts';
export type { Account, AccountChange, AccountFilters, NewAccount } from './repositories/accounts.ts';
export type { AlarmFilters, BoundingBox } from './repositories/alarm-filters.ts';
export type { Recorded, RecordedBatch, Recording } from './repositories/alarm-recording.ts';
export { ALARM_SORTS, type AlarmOrder, type AlarmSort, keyOfPushedSmoke } from './repositories/alarms.ts';
export type { AreaRow, AreaSource, SourcedArea } from './repositories/areas.ts';
export type { AuditEntry, AuditFilters, AuditRow } from './repositories/audit.ts';
export type { BurningFilters, BurningsAround } from './repositories/burnings.ts';
export type { CameraLink, CameraTime, CameraTimeFilters, NewCameraLink } from './repositories/camera-links.ts';
export type { CameraFilters } from './repositories/cameras.ts';
export type { AlarmHistoryFilters, LogEntry, LogSlice, NewEvent, WhyGone } from './repositories/events.ts';
export type { FireDayFilters } from './repositories/fire-weather.ts';
export type { CameraCount, GateImage, GateImageFilters, NewGateImage, Post } from './repositories/gates.ts';
export type { GridFilters, GridRow, SeatRow } from './repositories/grids.ts';
export type { Group } from './repositories/groups.ts';
export { LOGIN_FAILURES_BEFORE_LOCK, LOGIN_LOCK_MINUTES } from './repositories/login-failures.ts';
export type { FeatureFilters, LayerBox, MapFeature, NewFeature, NewLayer } from './repositories/map-layers.ts';
export type { MapScene, NewScene } from './repositories/map-scenes.ts';
export type { Menu } from './repositories/menus.ts';
export type { MonitoringPointFilters } from './repositories/monitoring-points.ts';
export {
  idSaid,
  type PlacedChanges,
  type PlacedRecord,
  REMOVED_KEPT_MS,
  readSaid,
  type Snapshot,
} from './repositories/placed-feed.ts';
export type { PlotFilters } from './repositories/plots.ts';
export type { RangerPerson, SavedPositions } from './repositories/rangers.ts';
export {
  type Around,
  type AroundRequest,
  type Box,
  type PlacedCount,
  type PlacedFilters,
  type PutResources,
  type ResourceFilters,
  resourceId,
} from './repositories/resources.ts';
export type { LiveSession, NewSession, Session } from './repositories/sessions.ts';
export type { ShiftFilters } from './repositories/shifts.ts';
export type { NewSms, Sms, SmsEnd, SmsFilters, SmsTemplate } from './repositories/sms.ts';
export type { StepReceipt, TaskFilters } from './repositories/tasks.ts';
export type { NewUpload, Upload } from './repositories/uploads.ts';
export { hasPlaces, type PlacesSeed, seedPlaces } from './seed-places.ts';
