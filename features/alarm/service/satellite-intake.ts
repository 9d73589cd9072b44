// From a satellite file to alarms, piece by piece. Used by the HTTP call, the watched folder, the poller and the import.

import { Worker } from 'node:worker_threads';
import type { Origin } from '@lookout/domain';
import { UnreadableFile } from '@lookout/ingest';
import type { Tracing } from '@lookout/server/tracing/tracing.ts';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import type { Admission } from './admission.ts';
import type { Sender } from './admission-rule.ts';
import { pieceReader, type ReadingOptions, type ReadPiece, type RefusedRow } from './satellite-intake-reader.ts';
import type { WorkerReply, WorkerRequest } from './satellite-intake-worker.ts';

interface IntakeReport {
  readonly received: number;
  readonly accepted: number;
  readonly duplicates: number;
  /** Accepted rows that were stored as history, without an alarm. */
  readonly history: number;
  readonly rejected: readonly RefusedRow[];
}

export interface SatelliteIntake {
  /** @throws UnreadableFile when the file is not a FIRMS file; then none of it was stored. */
  csv(source: AsyncIterable<Uint8Array>, now: Date, sender: Sender, origin: Origin): Promise<IntakeReport>;
  json(source: AsyncIterable<Uint8Array>, now: Date, sender: Sender, origin: Origin): Promise<IntakeReport>;
  stop(): Promise<void>;
}

interface IntakeDeps {
  readonly admission: Admission;
  readonly gazetteer: () => Gazetteer;
  readonly clock: () => Date;
  /** Counts rows that do not become alarms. */
  readonly refused?: (count: number) => void;
  /** null, the default: reading in the worker is not traced. */
  readonly tracing?: Pick<Tracing, 'part'> | null;
}

/** A small first piece, so that reading and writing soon run in parallel. */
const FIRST_PIECE_BYTES = 120_000;
/** About four thousand rows: large enough for an efficient transaction, small enough that the next piece is read meanwhile. */
const PIECE_BYTES = 400_000;
/** A file smaller than this, such as a day's poll, is read before a worker would have started. */
const SMALL_FILE_BYTES = 64_000;

export function createSatelliteIntake({
  admission,
  gazetteer,
  clock,
  refused = () => undefined,
  tracing = null,
}: IntakeDeps): SatelliteIntake {
  const host = createReadingHost();

  /** At most one piece is being written and one waits for it, however large the file. */
  const take = async (pieces: AsyncIterable<ReadPiece>, origin: Origin): Promise<IntakeReport> => {
    const report = { received: 0, accepted: 0, duplicates: 0, history: 0, rejected: [] as RefusedRow[] };
    /** The piece that the database is writing, while the next one is read. */
    let writing: Promise<void> = Promise.resolve();
    const write = async ({ alarms, past }: ReadPiece): Promise<void> => {
      if (past.length > 0) {
        const stored = await admission.storePast(past, alarms.arrivedAt);
        report.accepted += stored;
        report.history += stored;
        report.duplicates += past.length - stored;
      }
      if (alarms.rows.length === 0) return;
      const accepted = await admission.admitFile(alarms, origin);
      report.accepted += accepted;
      report.duplicates += alarms.rows.length - accepted;
    };
    try {
      for await (const piece of pieces) {
        report.received += piece.received;
        for (const row of piece.rejected) report.rejected.push(row);
        if (piece.rejected.length > 0) refused(piece.rejected.length);
        await writing;
        writing = write(piece);
        // The next await throws a failure. Until then it must not count as an unhandled rejection.
        writing.catch(() => undefined);
      }
    } finally {
      // If the file breaks off, the write in flight also finishes before the caller gets the error.
      await writing;
    }
    report.rejected.sort((a, b) => a.line - b.line);
    return report;
  };

  async function* read(source: AsyncIterable<Uint8Array>, options: ReadingOptions): AsyncGenerator<ReadPiece> {
    const pieces = piecesOf(source);
    const first = await pieces.next();
    if (first.done || (first.value.isLast && first.value.bytes.length < SMALL_FILE_BYTES)) {
      const reader = pieceReader(gazetteer(), options);
      if (!first.done) yield reader.read(first.value.bytes, clock());
      yield reader.read(null, clock());
      return;
    }
    const reader = host.open(gazetteer(), options);
    const read = (piece: Uint8Array<ArrayBuffer> | null): Promise<ReadPiece> => {
      const reading = () => reader.read(piece, clock());
      return tracing === null ? reading() : tracing.part('read in a worker', reading);
    };
    try {
      yield await read(first.value.bytes);
      for await (const { bytes } of pieces) yield await read(bytes);
      yield await read(null);
    } finally {
      reader.close();
    }
  }

  return {
    csv: (source, now, sender, origin) => take(read(source, { format: 'csv', now, sender }), origin),
    json: (source, now, sender, origin) => take(read(source, { format: 'json', now, sender }), origin),
    stop: () => host.stop(),
  };
}

interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** From chunks of any size to pieces of about equal size, each in its own buffer. The first piece is smaller. */
async function* piecesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let size = FIRST_PIECE_BYTES;
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    if (length >= size) {
      yield { bytes: joined(chunks, length), isLast: false };
      [chunks, length] = [[], 0];
      size = PIECE_BYTES;
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  if (length > 0) yield { bytes: joined(chunks, length), isLast: true };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

// The host of the worker that reads large files. The worker is started with the first large file and ended when idle. If it dies, the files
// it was reading fail, and the next file starts another worker.

interface FileReader {
  /**
   * Only one read at a time.
   * @param piece transferred to the worker, not to be used afterwards; null: end of file
   * @throws UnreadableFile when the file is not a FIRMS file; Error when the worker dies meanwhile
   */
  read(piece: Uint8Array<ArrayBuffer> | null, arrivedAt: Date): Promise<ReadPiece>;
  /** Must be called at the end of the file, also after an error. */
  close(): void;
}

interface ReadingHost {
  open(gazetteer: Gazetteer, options: ReadingOptions): FileReader;
  stop(): Promise<void>;
}

const IDLE_MS = 30_000;

interface Pending {
  resolve(read: ReadPiece): void;
  reject(error: Error): void;
}

function createReadingHost(): ReadingHost {
  let current: ReadingWorker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = current;
    current = null;
    await ended?.terminate();
  };

  return {
    open(gazetteer, options) {
      clearTimeout(idle);
      if (current === null || current.hasFailed()) current = beginWorker();
      const worker = current;
      const reader = worker.open(gazetteer, options);
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
  open(gazetteer: Gazetteer, options: ReadingOptions): FileReader;
  openFiles(): number;
  hasFailed(): boolean;
  terminate(): Promise<unknown>;
}

function beginWorker(): ReadingWorker {
  const worker = new Worker(new URL('./satellite-intake-worker.ts', import.meta.url));
  const pending = new Map<number, Pending>();
  const files = new Set<number>();
  let lastFile = 0;
  let known: Gazetteer | null = null;
  let failure: Error | null = null;

  const send = (request: WorkerRequest, handedOver: ArrayBuffer[] = []): void => worker.postMessage(request, handedOver);
  const settle = (file: number): Pending | undefined => {
    const one = pending.get(file);
    pending.delete(file);
    // The worker keeps the process alive only while a request is pending.
    if (pending.size === 0) worker.unref();
    return one;
  };
  worker.on('message', (reply: WorkerReply) => {
    const one = settle(reply.file);
    if ('read' in reply) one?.resolve(reply.read);
    else one?.reject(new UnreadableFile(reply.unreadable.fault, reply.unreadable.line));
  });
  const fail = (error: Error): void => {
    failure ??= error;
    for (const file of [...pending.keys()]) settle(file)?.reject(failure);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the worker that reads satellite files ended with ${code}`)));
  worker.unref();

  return {
    open(gazetteer, options) {
      if (gazetteer !== known) send({ kind: 'gazetteer', shared: gazetteer.shared });
      known = gazetteer;
      lastFile += 1;
      const file = lastFile;
      files.add(file);
      send({ kind: 'open', file, options });
      return {
        read: (piece, arrivedAt) =>
          new Promise((resolve, reject) => {
            if (failure !== null) return reject(failure);
            pending.set(file, { resolve, reject });
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
    hasFailed: () => failure !== null,
    terminate: () => worker.terminate(),
  };
}
