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
export type { MultiPolygon } from './multi-polygon.ts';
export { PARTED_LOGS, type PartedLog } from './parted-log.ts';
export type { AuditEntry, AuditFilters, AuditRow } from './repositories/audit.ts';
export type { DailyBudgets, DailySpending } from './repositories/daily-budgets.ts';
export {
  type AlarmHistoryFilters,
  LogBeginsLater,
  type LogEntry,
  type LogSlice,
  type NewEvent,
  Unreadable,
  type WhyGone,
} from './repositories/events.ts';
export type { JobLeases } from './repositories/job-leases.ts';
export type { ChainCheck, LogArchive } from './repositories/log-parts.ts';
export type { NewUpload, Upload } from './repositories/uploads.ts';
export { serverRoleUrl } from './server-role.ts';
export { createSlices, mapInSlices } from './slices.ts';
export type { Clock, Limit, Listed, Paged, PageRequest } from './sql.ts';
