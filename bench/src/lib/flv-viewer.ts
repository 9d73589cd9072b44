// A viewer of HTTP-FLV: reads the stream like a player, and records when each picture arrived.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

const FLV_HEADER_BYTES = 13;
const TAG_HEADER_BYTES = 11;
const MARK_BYTES = 24;

/** The last bytes of a picture, which identify it and are the same through every server. */
export const markOf = (data: Buffer): string => data.subarray(-MARK_BYTES).toString('latin1');

export interface Watching {
  /** Milliseconds from the request to the first picture. */
  readonly first: Promise<number>;
  /** Arrival time and mark of each picture. */
  readonly pictures: { readonly mark: string; readonly at: number }[];
  close(): void;
}

/** @throws Error when the status is not 200 */
export async function watchFlv(url: string): Promise<Watching> {
  const begun = performance.now();
  const pictures: { mark: string; at: number }[] = [];
  let resolveFirst: (ms: number) => void = () => undefined;
  const first = new Promise<number>((resolve) => {
    resolveFirst = resolve;
  });
  const request = get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the stream was answered with ${response.statusCode}`);
  let rest: Buffer = Buffer.alloc(0);
  let hasHeader = false;
  response.on('error', () => undefined); // The connection was closed by this viewer.
  response.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    if (!hasHeader && rest.length >= FLV_HEADER_BYTES) {
      rest = rest.subarray(FLV_HEADER_BYTES);
      hasHeader = true;
    }
    while (hasHeader && rest.length >= TAG_HEADER_BYTES) {
      const size = TAG_HEADER_BYTES + rest.readUIntBE(1, 3) + 4;
      if (rest.length < size) return;
      if (rest[0] === 9 && rest[TAG_HEADER_BYTES + 1] === 1) {
        pictures.push({ mark: markOf(rest.subarray(TAG_HEADER_BYTES, size - 4)), at: performance.now() });
        if (pictures.length === 1) resolveFirst(performance.now() - begun);
      }
      rest = rest.subarray(size);
    }
  });
  return { first, pictures, close: () => request.destroy() };
}
