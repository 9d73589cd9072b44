// COPY as streams in both directions, for backup and restore.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** @param statement `copy … to stdout`; the stream fails with the driver's error */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  const rows = client.query(to(statement));
  // Errors reach the reader through the stream; after the reader has stopped they are ignored.
  rows.on('error', () => undefined);
  return rows;
}

/** @param statement `copy … from stdin` @throws the error of the driver or of the source; nothing was stored then */
export async function copyFrom(client: pg.ClientBase, statement: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(Readable.from(chunks, { objectMode: false }), client.query(from(statement)));
}
