// A month leaves its log: its rows are read as lines for an archive, and once that is written the database, which checks it against what is there,
// takes the month out of the log (migration 0041).
import { createHash, type Hash } from 'node:crypto';
import pg from 'pg';
import { translate } from './errors.ts';
import { connectionConfig } from './pool.ts';
import type { PartedLog } from './repositories/log-parts.ts';

/** The part of a log that leaves next. */
export interface LeavingPart {
  readonly log: PartedLog;
  readonly first: number;
  readonly last: number;
  readonly beganAt: Date;
  readonly endedAt: Date;
}

export interface WrittenArchive {
  readonly file: string;
  /** Of the file, lower-case hex. */
  readonly sha256: string;
}

/** SHA-256 over the SHA-256 of each line, without its end: what the database computes of the rows themselves. */
export class LinesDigest {
  readonly #all: Hash = createHash('sha256');
  #count = 0;
  add(line: string): void {
    this.#all.update(createHash('sha256').update(line).digest());
    this.#count += 1;
  }
  get count(): number {
    return this.#count;
  }
  /** To be called once, at the end. */
  hex(): string {
    return this.#all.digest('hex');
  }
}

const LINES_AT_ONCE = 1_000;

/**
 * Lets the oldest part of a log leave, if its time has come.
 * @param url of the server's role
 * @param archive keeps the lines, each without its end, whole or not at all. Killed after it, the part has not left, and its archive is written again.
 * @returns null: nothing leaves now, or another server is at it
 * @throws StoreUnavailable when a reader kept it waiting: to be tried again; the errors of `archive`
 */
export async function letPartLeave(
  url: string,
  log: PartedLog,
  archive: (part: LeavingPart, lines: AsyncIterable<string>) => Promise<WrittenArchive>,
): Promise<LeavingPart | null> {
  // Of its own: a month takes longer than a statement of the server may.
  const client = new pg.Client({ ...connectionConfig(url, true), application_name: 'lookout-departure' });
  // The query in flight fails with the same loss; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Omit<LeavingPart, 'log'>>(
      `select first, last, began_at as "beganAt", ended_at as "endedAt" from log_part_to_leave($1)`,
      [log],
    );
    const [found] = rows;
    if (found === undefined) return null;
    const part = { log, ...found };
    const digest = new LinesDigest();
    const { file, sha256 } = await archive(part, linesOf(client, part, digest));
    const { rows: left } = await client.query<{ left: boolean }>('select leave_log_part($1, $2, $3, $4, $5, $6, $7) as left', [
      log,
      part.first,
      part.last,
      digest.count,
      file,
      sha256,
      digest.hex(),
    ]);
    return left[0]?.left ? part : null;
  } catch (error) {
    throw translate(error);
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end().catch(() => undefined);
  }
}

async function* linesOf(client: pg.Client, { log, first, last }: LeavingPart, digest: LinesDigest): AsyncGenerator<string> {
  await client.query('begin read only');
  await client.query(`declare month no scroll cursor for select line from log_lines('${log}', ${first}, ${last})`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${LINES_AT_ONCE} from month`);
    for (const { line } of rows) {
      digest.add(line);
      yield line;
    }
    if (rows.length < LINES_AT_ONCE) break;
  }
  await client.query('commit');
}
