// Converts a satellite file, piece by piece, to rows for the database. Pure, and the same in the server's thread and in a worker.
import { type CodedError, codedError } from '@lookout/contract/errors/entry.ts';
import { fileFault, type GridNo } from '@lookout/domain';
import { type FirmsSink, firmsReader, readFirmsJson, UnreadableFile } from '@lookout/ingest';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import type { AlarmRows } from '../alarm-recording.store.ts';
import { alarmRowText } from '../alarm-rows.store.ts';
import { type PastDetection, pastReason } from '../past-detection.ts';
import { admitted, type Sender } from './admission-rule.ts';

/** `csv` as FIRMS delivers it; `json` with the same field names. */
type SatelliteFormat = 'csv' | 'json';

/** Options for one file. */
export interface ReadingOptions {
  readonly format: SatelliteFormat;
  /** Rows dated later than this are refused. */
  readonly now: Date;
  readonly sender: Sender;
}

/** A rejected row: unusable, or refused by the rules of admission. */
export interface RefusedRow {
  readonly line: number;
  readonly error: CodedError;
}

/** The result of one piece. Plain data, for transfer between threads. */
export interface ReadPiece {
  readonly received: number;
  readonly rejected: readonly RefusedRow[];
  readonly alarms: AlarmRows;
  /** Detections that are history, stored without an alarm. */
  readonly past: readonly PastDetection[];
}

export interface PieceReader {
  /**
   * @param piece bytes of the file in any chunking; null: end of file
   * @param arrivedAt arrival time of the alarms in this piece
   * @throws UnreadableFile when the file is not a FIRMS file; then it has no results.
   */
  read(piece: Uint8Array | null, arrivedAt: Date): ReadPiece;
}

export function pieceReader(gazetteer: Pick<Gazetteer, 'locateObservation'>, { format, now, sender }: ReadingOptions): PieceReader {
  let piece = pieceOf(sender, gazetteer, now);
  const file = formats[format](now, {
    read: (line, observation, product) => piece.read(line, observation, product),
    rejected: (row) => piece.rejected(row),
  });
  return {
    read(bytes, arrivedAt) {
      piece = pieceOf(sender, gazetteer, arrivedAt);
      if (bytes === null) file.end();
      else file.push(bytes);
      return piece.end();
    },
  };
}

/** Reads a file's bytes in any chunking into rows. */
type Reading = (now: Date, sink: FirmsSink) => ReturnType<typeof firmsReader>;

const formats: Readonly<Record<SatelliteFormat, Reading>> = {
  csv: firmsReader,
  /** Parsed as a whole at the end: invalid JSON has no rows. */
  json(now, sink) {
    const chunks: Uint8Array[] = [];
    return {
      push: (bytes) => void chunks.push(bytes),
      end: () => readFirmsJson(parsed(Buffer.concat(chunks)), now, sink),
    };
  },
};

/** @throws UnreadableFile */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new UnreadableFile(fileFault('file-not-json'));
  }
}

interface PieceInTheMaking extends FirmsSink {
  end(): ReadPiece;
}

function pieceOf(sender: Sender, gazetteer: Pick<Gazetteer, 'locateObservation'>, arrivedAt: Date): PieceInTheMaking {
  const rows: string[] = [];
  const keys: (string | null)[] = [];
  const gridNos: GridNo[] = [];
  const rejected: RefusedRow[] = [];
  const past: PastDetection[] = [];
  let received = 0;
  return {
    read(line, observation, product) {
      received += 1;
      const outcome = admitted(observation, sender, arrivedAt, gazetteer);
      if (!outcome.ok) {
        rejected.push({ line, error: codedError(outcome.error) });
        return;
      }
      const reason = pastReason(observation.observedAt, product, arrivedAt);
      if (reason !== null) {
        past.push({ ...outcome.value, reason });
        return;
      }
      rows.push(alarmRowText(outcome.value));
      keys.push(outcome.value.dedupeKey);
      gridNos.push(outcome.value.gridNo);
    },
    rejected(row) {
      received += 1;
      rejected.push(row);
    },
    end: () => ({ received, rejected, alarms: { arrivedAt, rows, keys, gridNos }, past }),
  };
}
