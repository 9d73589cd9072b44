// Archives a month of a log: its rows are read as lines for an archive. Once that is written, the database checks it against the rows and
// takes the month out of the log (migration 0041).
import { createHash, type Hash } from 'node:crypto';
import pg from 'pg';
import { translate } from './errors.ts';
import type { PartedLog } from './parted-log.ts';
import { connectionConfig } from './pool.ts';

/** The next part of a log to be archived. */
export interface LeavingPart {
  readonly log: PartedLog;
  readonly first: number;
  readonly last: number;
  readonly beganAt: Date;
  readonly endedAt: Date;
}

export interface WrittenArchive {
  readonly file: string;
  /** Hash of the file, in lower-case hex. */
  readonly sha256: string;
}

/** SHA-256 over the SHA-256 of each line, without its line end: the database computes the same from the rows themselves. */
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
  /** Must be called only once, at the end. */
  hex(): string {
    return this.#all.digest('hex');
  }
}

const LINES_AT_ONCE = 1_000;

/**
 * Archives the oldest part of a log if it is due.
 * @param url of the server's role
 * @param archive stores the lines, each without its line end, completely or not at all. If the process is killed after it, the part is
 * still in the log, and its archive is written again.
 * @returns null when nothing is due, or when another server is doing it
 * @throws StoreUnavailable when a reader blocked it, to be retried; the errors of `archive`
 */
export async function letPartLeave(
  url: string,
  log: PartedLog,
  archive: (part: LeavingPart, lines: AsyncIterable<string>) => Promise<WrittenArchive>,
): Promise<LeavingPart | null> {
  // A dedicated connection, because a month takes longer than the statement timeout of the server.
  const client = new pg.Client({ ...connectionConfig(url, true), application_name: 'lookout-departure' });
  // The query in flight fails with the same connection loss; without a listener the event would end the process.
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
    // Closing the connection rolls back uncommitted changes.
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
