// One connection with one request at a time, without a client library, to measure the waiting time of a caller.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface OneConnection {
  /** Resolves with the complete response. */
  request(text: string): Promise<string>;
  close(): void;
}

/** @param end finds the end of a response in the bytes; null while it is incomplete */
export async function openConnection(port: number, end: (response: Buffer) => number | null): Promise<OneConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(response: string): void; reject(error: Error): void } | null = null;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const length = end(received);
    if (length === null) return;
    const response = received.toString('utf8', 0, length);
    received = received.subarray(length);
    waiting?.resolve(response);
    waiting = null;
  });
  return {
    request: (text) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(text);
      }),
    close: () => socket.destroy(),
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** The end of an HTTP/1.1 response with content-length. */
export function endOfHttp(response: Buffer): number | null {
  const head = response.indexOf(HEAD_END);
  if (head < 0) return null;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(response.toString('latin1', 0, head))?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error('a response without content-length');
  const end = head + HEAD_END.length + length;
  return response.length >= end ? end : null;
}

/** The end of a value of Redis' protocol (https://redis.io/docs/latest/develop/reference/protocol-spec/): text, number, error, list. */
export function endOfResp(response: Buffer, from = 0): number | null {
  const lineEnd = response.indexOf('\r\n', from);
  if (lineEnd < 0) return null;
  const count = Number(response.toString('latin1', from + 1, lineEnd));
  const after = lineEnd + 2;
  switch (String.fromCharCode(response[from] as number)) {
    case '$':
      return response.length >= after + count + 2 ? after + count + 2 : null;
    case '*': {
      let at: number | null = after;
      for (let item = 0; item < count && at !== null; item += 1) at = at < response.length ? endOfResp(response, at) : null;
      return at;
    }
    default:
      return after;
  }
}
