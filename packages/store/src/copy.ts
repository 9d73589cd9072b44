// COPY: rows made by copy-writer.ts into a table, and streams in both directions for backup and restore.
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** Passed to a connection in place of parameters; the statement is `copy … from stdin (format binary)`. */
export class CopyRows {
  readonly bytes: Buffer;
  /** @param bytes not copied */
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

/**
 * Runs one COPY on a connection. pg's own query cannot answer when the server asks for rows.
 * @throws the driver's error, as any query.
 */
export async function copyIn(client: pg.ClientBase, statement: string, rows: CopyRows): Promise<{ rows: [] }> {
  const sink = client.query(from(statement));
  sink.end(rows.bytes);
  await finished(sink);
  return { rows: [] };
}

/** @param statement `copy … to stdout`; the stream fails with the driver's error */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  const rows = client.query(to(statement));
  // Errors reach the reader through the stream; after the reader has gone they are ignored.
  rows.on('error', () => undefined);
  return rows;
}

/** @param statement `copy … from stdin` @throws the driver's error, or that of the source: then nothing was stored */
export async function copyFrom(client: pg.ClientBase, statement: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(Readable.from(chunks, { objectMode: false }), client.query(from(statement)));
}
