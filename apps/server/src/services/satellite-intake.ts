// A satellite's file → alarms, piece by piece. The HTTP call, the watched folder and the poller all come through here.
import type { Origin } from '@lookout/domain';
import type { Admission } from './admission.ts';
import type { Sender } from './admission-rule.ts';
import type { Places } from './places.ts';
import { createReadingHost } from './satellite-intake-host.ts';
import { pieceReader, type ReadingOptions, type ReadPiece, type RefusedRow, readJson } from './satellite-intake-reader.ts';

interface IntakeReport {
  readonly received: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly RefusedRow[];
}

export interface SatelliteIntake {
  /** @throws UnreadableFile when it is no FIRMS file; then nothing of it was taken. */
  csv(source: AsyncIterable<Uint8Array>, now: Date, sender: Sender, origin: Origin): Promise<IntakeReport>;
  json(value: unknown, now: Date, sender: Sender, origin: Origin): Promise<IntakeReport>;
  stop(): Promise<void>;
}

interface IntakeDeps {
  readonly admission: Admission;
  readonly places: () => Places;
  readonly clock: () => Date;
}

/** The database begins soon, and with it the work of two. */
const FIRST_PIECE_BYTES = 120_000;
/** About four thousand rows: large enough to be quick in one transaction, small enough that the next one is soon read beside it. */
const PIECE_BYTES = 400_000;
/** A file of less, as the polls of a day are, is read before a worker would have begun. */
const SMALL_FILE_BYTES = 64_000;

export function createSatelliteIntake({ admission, places, clock }: IntakeDeps): SatelliteIntake {
  const host = createReadingHost();

  /** At most one piece is being written and one waits for it, however large the file. */
  const take = async (pieces: AsyncIterable<ReadPiece>, origin: Origin): Promise<IntakeReport> => {
    const report = { received: 0, accepted: 0, duplicates: 0, rejected: [] as RefusedRow[] };
    /** The piece that the database is writing, while the next one is read. */
    let writing: Promise<void> = Promise.resolve();
    const write = async ({ alarms }: ReadPiece): Promise<void> => {
      if (alarms.rows === 0) return;
      const accepted = await admission.admitBatch(alarms, origin);
      report.accepted += accepted;
      report.duplicates += alarms.rowOf.length - accepted;
    };
    try {
      for await (const piece of pieces) {
        report.received += piece.received;
        for (const row of piece.rejected) report.rejected.push(row);
        await writing;
        writing = write(piece);
        // Its failure is met at the next piece; until then it must not count as one that nobody met.
        writing.catch(() => undefined);
      }
    } finally {
      // Also when the file broke off: what was begun is done before the caller hears of it.
      await writing;
    }
    report.rejected.sort((a, b) => a.line - b.line);
    return report;
  };

  async function* readCsv(source: AsyncIterable<Uint8Array>, options: ReadingOptions): AsyncGenerator<ReadPiece> {
    const pieces = piecesOf(source);
    const first = await pieces.next();
    if (first.done || (first.value.isLast && first.value.bytes.length < SMALL_FILE_BYTES)) {
      const reader = pieceReader(places(), options);
      if (!first.done) yield reader.read(first.value.bytes, clock());
      yield reader.read(null, clock());
      return;
    }
    const reader = host.open(places(), options);
    try {
      yield await reader.read(first.value.bytes, clock());
      for await (const { bytes } of pieces) yield await reader.read(bytes, clock());
      yield await reader.read(null, clock());
    } finally {
      reader.close();
    }
  }

  return {
    csv: (source, now, sender, origin) => take(readCsv(source, { now, sender }), origin),
    json: (value, now, sender, origin) => take(once(readJson(value, places(), { now, sender }, clock())), origin),
    stop: () => host.stop(),
  };
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** Chunks of any size → pieces of about one size, each in memory of its own; the first is smaller. */
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
