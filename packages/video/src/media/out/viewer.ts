// One viewer of a live stream: gets everything while it reads, the next keyframe when it fell behind, and the door when it stopped reading.
import type { Writable } from 'node:stream';

/** Bytes that may wait for one viewer: some seconds of 720p. */
const MOST_WAITING = 1 << 20;
const STALLED_MS = 10_000;

export interface Viewer {
  /** @param isKey a decoder can begin here */
  send(bytes: Buffer, isKey: boolean): void;
  close(): void;
  readonly closed: Promise<void>;
}

/** @param begin what it needs before the first live picture: head, configuration, pictures since the last keyframe */
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
    sink.on('error', () => sink.destroy()); // a viewer that left in the middle of a write is a viewer that left
  });
  function drained(): void {
    clearTimeout(stalled);
    stalled = undefined;
  }
  sink.on('drain', drained);

  const write = (bytes: Buffer): void => {
    // `drain` comes when all is out: no drain for so long means that nobody reads.
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
