// The parts of the event log and the audit, one for each month (migration 0039), which the database begins by its own clock; and the
// archived months (migration 0041).

import { type Selectable, sql } from 'kysely';
import { brokenAt, CHAIN_COLUMNS, type ChainRow } from '../audit-chain.ts';
import type { KeepMonths } from '../keeping.ts';
import { PARTED_LOGS, type PartedLog } from '../parted-log.ts';
import type { Db } from '../sql.ts';
import type { LogArchiveTable } from '../tables.ts';

/** An archived month of a log, with the receipt of its archive. */
export interface LogArchive {
  readonly log: PartedLog;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly beganAt: Date;
  readonly endedAt: Date;
  readonly file: string;
  /** Hash of the file. */
  readonly sha256: string;
  /** Hash of its lines, as the database computed it from the rows (`LinesDigest`). */
  readonly contentSha256: string;
  /** The hash of the last row; only the audit has one. */
  readonly lastHash: string | null;
  readonly leftAt: Date;
}

/** Whether an archive of the audit forms an intact chain. */
export interface ChainCheck {
  /** The first id that does not follow from the row before it; null: there is none. */
  readonly broken: number | null;
  /** The hash of the last row. */
  readonly lastHash: string | null;
}

export type LogParts = ReturnType<typeof logPartsRepository>;

export function logPartsRepository(db: Db) {
  return {
    /**
     * Begins a new part of each log whose newest part is of an earlier month. Any server may call it at any time: only one creates the
     * part.
     * @returns the logs that have a new part
     * @throws StoreUnavailable when a reader blocked it, to be retried
     */
    async cut(): Promise<PartedLog[]> {
      const begun: PartedLog[] = [];
      for (const log of PARTED_LOGS) {
        const { rows } = await sql<{ begun: boolean }>`select cut_log(${log}) as begun`.execute(db);
        if (rows[0]?.begun) begun.push(log);
      }
      return begun;
    },

    /** How many whole months each log retains, as last set by its owner. */
    async keepMonths(): Promise<KeepMonths> {
      const rows = await db.selectFrom('log_retention').selectAll().execute();
      const of = (log: PartedLog) => rows.find((row) => row.log === log)?.months ?? null;
      return { event: of('event'), audit: of('audit') };
    },

    /** The archived months, oldest first. */
    async archives(log: PartedLog): Promise<LogArchive[]> {
      const rows = await db.selectFrom('log_archive').selectAll().where('log', '=', log).orderBy('first').execute();
      return rows.map(archiveOf);
    },

    /**
     * Checks whether lines of an audit archive form a chain, each row with its own hash.
     * @param previous the hash before the first of them; null: that of an empty log
     */
    async checkChain(lines: readonly string[], previous: string | null): Promise<ChainCheck> {
      const { rows } = await sql<ChainRow>`
        with line as (
          select a.*, ord from unnest(${[...lines]}::text[]) with ordinality as given(line, ord), json_populate_record(null::audit, given.line::json) a
        )
        select ${CHAIN_COLUMNS} from line order by ord`.execute(db);
      const broken = brokenAt(rows, Buffer.from(previous ?? '00'.repeat(32), 'hex'));
      return { broken, lastHash: rows.at(-1)?.hash?.toString('hex') ?? null };
    },
  };
}

const archiveOf = ({ began_at, ended_at, content_sha256, last_hash, left_at, ...row }: Selectable<LogArchiveTable>): LogArchive => ({
  ...row,
  beganAt: began_at,
  endedAt: ended_at,
  contentSha256: content_sha256,
  lastHash: last_hash?.toString('hex') ?? null,
  leftAt: left_at,
});
