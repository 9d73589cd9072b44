// Our side of the worker that reads large satellite files. It is begun with the first of them and ended when none has come for a while: at rest
// it costs nothing. One that dies fails the files it was reading; the next file begins another.
import { Worker } from 'node:worker_threads';
import { UnreadableFile } from '@lookout/ingest';
import type { Places } from './places.ts';
import type { ReadingOptions, ReadPiece } from './satellite-intake-reader.ts';
import type { WorkerReply, WorkerRequest } from './satellite-intake-worker.ts';

interface FileReader {
  /**
   * One at a time.
   * @param piece handed over: not to be used any more; null: the file has ended
   * @throws UnreadableFile when it is no FIRMS file; Error when the worker dies meanwhile
   */
  read(piece: Uint8Array<ArrayBuffer> | null, arrivedAt: Date): Promise<ReadPiece>;
  /** To be called in any case when the file is done or broken off. */
  close(): void;
}

interface ReadingHost {
  open(places: Places, options: ReadingOptions): FileReader;
  stop(): Promise<void>;
}

const IDLE_MS = 30_000;

interface Asked {
  resolve(read: ReadPiece): void;
  reject(error: Error): void;
}

export function createReadingHost(): ReadingHost {
  let current: ReadingWorker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = current;
    current = null;
    await ended?.terminate();
  };

  return {
    open(places, options) {
      clearTimeout(idle);
      if (current === null || current.hasDied()) current = beginWorker();
      const worker = current;
      const reader = worker.open(places, options);
      return {
        read: reader.read,
        close() {
          reader.close();
          if (worker !== current || worker.openFiles() > 0) return;
          idle = setTimeout(() => void end(), IDLE_MS);
          idle.unref();
        },
      };
    },
    stop: end,
  };
}

interface ReadingWorker {
  open(places: Places, options: ReadingOptions): FileReader;
  openFiles(): number;
  hasDied(): boolean;
  terminate(): Promise<unknown>;
}

function beginWorker(): ReadingWorker {
  const worker = new Worker(new URL('./satellite-intake-worker.ts', import.meta.url));
  const asked = new Map<number, Asked>();
  const files = new Set<number>();
  let lastFile = 0;
  let known: Places | null = null;
  let died: Error | null = null;

  const send = (request: WorkerRequest, handedOver: ArrayBuffer[] = []): void => worker.postMessage(request, handedOver);
  const settle = (file: number): Asked | undefined => {
    const one = asked.get(file);
    asked.delete(file);
    // It keeps the process alive while somebody waits for it, and not otherwise.
    if (asked.size === 0) worker.unref();
    return one;
  };
  worker.on('message', (reply: WorkerReply) => {
    const one = settle(reply.file);
    if ('read' in reply) one?.resolve(reply.read);
    else one?.reject(new UnreadableFile(reply.unreadable.fault, reply.unreadable.line));
  });
  const fail = (error: Error): void => {
    died ??= error;
    for (const file of [...asked.keys()]) settle(file)?.reject(died);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the worker that reads satellite files ended with ${code}`)));
  worker.unref();

  return {
    open(places, options) {
      if (places !== known) send({ kind: 'places', shared: places.shared });
      known = places;
      lastFile += 1;
      const file = lastFile;
      files.add(file);
      send({ kind: 'open', file, options });
      return {
        read: (piece, arrivedAt) =>
          new Promise((resolve, reject) => {
            if (died !== null) return reject(died);
            asked.set(file, { resolve, reject });
            worker.ref();
            send({ kind: 'read', file, piece, arrivedAt }, piece === null ? [] : [piece.buffer]);
          }),
        close() {
          files.delete(file);
          send({ kind: 'close', file });
        },
      };
    },
    openFiles: () => files.size,
    hasDied: () => died !== null,
    terminate: () => worker.terminate(),
  };
}
