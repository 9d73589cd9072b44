// COPY in both directions, with the pace of the slower side.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** @param statement `copy … to stdout`; the stream fails with the driver's error */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  const rows = client.query(to(statement));
  // Who reads is told by the read itself; when nobody does any more, there is nobody to tell.
  rows.on('error', () => undefined);
  return rows;
}

/** @param statement `copy … from stdin` @throws the driver's error, or what the source threw: then nothing of it is in */
export async function copyFrom(client: pg.ClientBase, statement: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(Readable.from(chunks, { objectMode: false }), client.query(from(statement)));
}
