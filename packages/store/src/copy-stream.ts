// COPY in both directions as streams of text rows, with the pace of the slower side. pg's own query knows neither.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';

interface CopyConnection {
  readonly stream: Socket;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
}

type CopyQuery = pg.Query & {
  callback: (error?: Error | null) => void;
  handleCopyData(message: { readonly chunk: Buffer }, connection: CopyConnection): void;
  handleCopyInResponse(connection: CopyConnection): void;
};

const queryOf = (statement: string): CopyQuery => new pg.Query(statement) as unknown as CopyQuery;

/** @param statement `copy … to stdout`; the stream fails with the driver's error */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let socket: Socket | null = null;
  const rows = new Readable({ highWaterMark: 1 << 20, read: () => void socket?.resume() });
  // Who reads is told by the read itself; when nobody does any more, there is nobody to tell.
  rows.on('error', () => undefined);
  const query = queryOf(statement);
  query.handleCopyData = ({ chunk }, connection) => {
    socket = connection.stream;
    // A copy: the driver uses its buffer again.
    if (!rows.push(Buffer.from(chunk))) socket.pause();
  };
  query.callback = (error) => {
    if (error) rows.destroy(error);
    else rows.push(null);
  };
  client.query(query);
  return rows;
}

/** @param statement `copy … from stdin` @throws the driver's error, or what the source threw: then nothing of it is in */
export function copyFrom(client: pg.ClientBase, statement: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    let fault: unknown = null;
    const pump = async (connection: CopyConnection) => {
      const { stream } = connection;
      try {
        for await (const chunk of chunks) {
          connection.sendCopyFromChunk(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
          if (stream.writableNeedDrain) await once(stream, 'drain', { signal: ended.signal });
          if (ended.signal.aborted) return;
        }
        connection.endCopyFrom();
      } catch (error) {
        // The server ended it first, and says why by itself.
        if (ended.signal.aborted) return;
        fault = error;
        connection.sendCopyFail('the source failed');
      }
    };
    const query = queryOf(statement);
    query.handleCopyInResponse = (connection) => void pump(connection);
    query.callback = (error) => {
      ended.abort();
      if (error) reject(fault ?? error);
      else resolve();
    };
    client.query(query);
  });
}
