// HTTP-FLV output (Adobe Video File Format 10.1, annex E): each tag is built once and sent to all viewers.
import type { Writable } from 'node:stream';
import type { Picture, VideoCodec } from '../picture.ts';

const TICKS_A_MS = 90;

/** The header of every stream: video only. */
export const flvHead = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);

/** The tag with the decoder configuration. @param dts ticks */
export const flvCodec = ({ avcC }: VideoCodec, dts: number): Buffer => tag(dts, [0x17, 0, 0, 0, 0], avcC);

export function flvPicture({ isKey, data }: Pick<Picture, 'isKey' | 'data'>, { dts, pts }: { dts: number; pts: number }): Buffer {
  const composition = Math.round((pts - dts) / TICKS_A_MS) & 0xffffff;
  return tag(dts, [isKey ? 0x17 : 0x27, 1, composition >> 16, (composition >> 8) & 0xff, composition & 0xff], data);
}

function tag(dts: number, head: readonly number[], body: Buffer): Buffer {
  const milliseconds = Math.round(dts / TICKS_A_MS);
  const size = head.length + body.length;
  const bytes = Buffer.allocUnsafe(11 + size + 4);
  bytes[0] = 9;
  bytes.writeUIntBE(size, 1, 3);
  bytes.writeUIntBE(milliseconds & 0xffffff, 4, 3);
  bytes[7] = (milliseconds >> 24) & 0xff;
  bytes.writeUIntBE(0, 8, 3);
  bytes.set(head, 11);
  bytes.set(body, 11 + head.length);
  bytes.writeUInt32BE(11 + size, 11 + size);
  return bytes;
}

// One viewer of a live stream: receives every picture while it keeps up, continues at the next keyframe after falling behind, and is
// disconnected when it stops reading.

/** Bytes that may be buffered for each viewer: some seconds of 720p. */
const MOST_WAITING = 1 << 20;
const STALLED_MS = 10_000;

export interface Viewer {
  /** @param isKey whether a decoder can start here */
  send(bytes: Buffer, isKey: boolean): void;
  close(): void;
  readonly closed: Promise<void>;
}

/** @param begin sent before the first live picture: header, configuration, pictures since the last keyframe */
export function createViewer(sink: Writable, begin: readonly Buffer[], stalledMs = STALLED_MS): Viewer {
  let isBehind = false;
  let stalled: NodeJS.Timeout | undefined;

  const closed = new Promise<void>((resolve) => {
    const gone = () => {
      clearTimeout(stalled);
      sink.off('drain', drained);
      resolve();
    };
    if (sink.destroyed) return gone();
    sink.once('close', gone);
    sink.on('error', () => sink.destroy()); // the viewer left during a write
  });
  function drained(): void {
    clearTimeout(stalled);
    stalled = undefined;
  }
  sink.on('drain', drained);

  const write = (bytes: Buffer): void => {
    // `drain` fires when the buffer is empty: if it does not fire for this long, the viewer is not reading.
    if (!sink.write(bytes)) stalled ??= setTimeout(() => sink.destroy(), stalledMs);
  };
  for (const bytes of begin) write(bytes);

  return {
    closed,
    send(bytes, isKey) {
      if (sink.destroyed) return;
      if (isBehind && isKey && sink.writableLength === 0) isBehind = false;
      else if (sink.writableLength > MOST_WAITING) isBehind = true;
      if (!isBehind) write(bytes);
    },
    close: () => void sink.destroy(),
  };
}
