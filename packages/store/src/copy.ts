// Sends rows that copy-writer.ts has made.
import type { Socket } from 'node:net';
import pg from 'pg';

/** What a connection is to be given instead of parameters; the statement is `copy … from stdin (format binary)`. */
export class CopyRows {
  readonly bytes: Buffer;
  /** @param bytes not copied */
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

interface CopyConnection {
  readonly stream: Socket;
  endCopyFrom(): void;
}

/** https://www.postgresql.org/docs/15/protocol-message-formats.html, CopyData: the letter, the length with itself, the bytes. */
function copyDataHead(length: number): Buffer {
  const head = Buffer.alloc(5, 'd');
  head.writeInt32BE(length + 4, 1);
  return head;
}

/**
 * Runs one COPY on a connection. pg's own query fails when the server asks for rows; here it is given them.
 * @throws the driver's error, as any query.
 */
export function copyIn(client: pg.ClientBase, statement: string, rows: CopyRows): Promise<{ rows: [] }> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(statement, []) as unknown as pg.Query & {
      callback: (error?: Error | null) => void;
      handleCopyInResponse(connection: CopyConnection): void;
    };
    query.callback = (error) => (error ? reject(error) : resolve({ rows: [] }));
    query.handleCopyInResponse = (connection) => {
      // Past the driver's own message, which copies megabytes into a buffer of its own before the first byte leaves.
      const { stream } = connection;
      stream.cork();
      stream.write(copyDataHead(rows.bytes.length));
      stream.write(rows.bytes);
      connection.endCopyFrom();
      stream.uncork();
    };
    client.query(query);
  });
}
