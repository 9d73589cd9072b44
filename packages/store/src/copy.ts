// Sends rows that copy-writer.ts has made.
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** What a connection is to be given instead of parameters; the statement is `copy … from stdin (format binary)`. */
export class CopyRows {
  readonly bytes: Buffer;
  /** @param bytes not copied */
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

/**
 * Runs one COPY on a connection. pg's own query fails when the server asks for rows; here it is given them.
 * @throws the driver's error, as any query.
 */
export async function copyIn(client: pg.ClientBase, statement: string, rows: CopyRows): Promise<{ rows: [] }> {
  const sink = client.query(from(statement));
  sink.end(rows.bytes);
  await finished(sink);
  return { rows: [] };
}
