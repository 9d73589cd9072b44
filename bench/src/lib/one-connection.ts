// One connection, one question at a time: what a caller waits for, without a client library in between.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface OneConnection {
  /** Resolves with the whole answer, as `end` found it. */
  ask(question: string): Promise<string>;
  close(): void;
}

/** @param end where in the bytes an answer ends; null while it is not whole */
export async function openConnection(port: number, end: (answer: Buffer) => number | null): Promise<OneConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let got: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: string): void; reject(error: Error): void } | null = null;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (bytes: Buffer) => {
    got = got.length === 0 ? bytes : Buffer.concat([got, bytes]);
    const length = end(got);
    if (length === null) return;
    const answer = got.toString('utf8', 0, length);
    got = got.subarray(length);
    waiting?.resolve(answer);
    waiting = null;
  });
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(question);
      }),
    close: () => socket.destroy(),
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** An HTTP/1.1 answer with its length in the head. */
export function endOfHttp(answer: Buffer): number | null {
  const head = answer.indexOf(HEAD_END);
  if (head < 0) return null;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, head))?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error('an answer without its length');
  const whole = head + HEAD_END.length + length;
  return answer.length >= whole ? whole : null;
}

/** A value of Redis' protocol (https://redis.io/docs/latest/develop/reference/protocol-spec/): text, number, error, list. */
export function endOfResp(answer: Buffer, from = 0): number | null {
  const lineEnd = answer.indexOf('\r\n', from);
  if (lineEnd < 0) return null;
  const count = Number(answer.toString('latin1', from + 1, lineEnd));
  const after = lineEnd + 2;
  switch (String.fromCharCode(answer[from] as number)) {
    case '$':
      return answer.length >= after + count + 2 ? after + count + 2 : null;
    case '*': {
      let at: number | null = after;
      for (let item = 0; item < count && at !== null; item += 1) at = at < answer.length ? endOfResp(answer, at) : null;
      return at;
    }
    default:
      return after;
  }
}
