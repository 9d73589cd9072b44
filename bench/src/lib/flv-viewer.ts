// A viewer of HTTP-FLV as a player is one: reads everything, and notes when each picture was there.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

const FLV_HEAD = 13;
const TAG_HEAD = 11;
const MARK_BYTES = 24;

/** A picture's own end, the same whichever server passed it on. */
export const markOf = (data: Buffer): string => data.subarray(-MARK_BYTES).toString('latin1');

export interface Watching {
  /** Milliseconds from the request to the first picture. */
  readonly first: Promise<number>;
  /** When each picture was there, with what tells it from others. */
  readonly pictures: { readonly mark: string; readonly at: number }[];
  close(): void;
}

/** @throws Error when it is not answered with 200 */
export async function watchFlv(url: string): Promise<Watching> {
  const begun = performance.now();
  const pictures: { mark: string; at: number }[] = [];
  let tellFirst: (ms: number) => void = () => undefined;
  const first = new Promise<number>((resolve) => {
    tellFirst = resolve;
  });
  const request = get(url, { agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`the stream was answered with ${answer.statusCode}`);
  let rest: Buffer = Buffer.alloc(0);
  let hasHead = false;
  answer.on('error', () => undefined); // closed by us
  answer.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    if (!hasHead && rest.length >= FLV_HEAD) {
      rest = rest.subarray(FLV_HEAD);
      hasHead = true;
    }
    while (hasHead && rest.length >= TAG_HEAD) {
      const size = TAG_HEAD + rest.readUIntBE(1, 3) + 4;
      if (rest.length < size) return;
      if (rest[0] === 9 && rest[TAG_HEAD + 1] === 1) {
        pictures.push({ mark: markOf(rest.subarray(TAG_HEAD, size - 4)), at: performance.now() });
        if (pictures.length === 1) tellFirst(performance.now() - begun);
      }
      rest = rest.subarray(size);
    }
  });
  return { first, pictures, close: () => request.destroy() };
}
