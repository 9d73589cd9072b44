// Worker thread: reads large satellite files, so that fifty thousand rows never delay a live alarm.
import { parentPort } from 'node:worker_threads';
import { UnreadableFile } from '@lookout/ingest';
import { type Gazetteer, openGazetteer, type SharedGazetteer } from '../../grid/service/gazetteer.ts';
import { type PieceReader, pieceReader, type ReadingOptions, type ReadPiece } from './satellite-intake-reader.ts';

/** Requests, in the order they are sent. Every `read` is answered, also in that order. */
export type WorkerRequest =
  | { readonly kind: 'gazetteer'; readonly shared: SharedGazetteer }
  | { readonly kind: 'open'; readonly file: number; readonly options: ReadingOptions }
  | { readonly kind: 'read'; readonly file: number; readonly piece: Uint8Array | null; readonly arrivedAt: Date }
  | { readonly kind: 'close'; readonly file: number };

export type WorkerReply =
  | { readonly file: number; readonly read: ReadPiece }
  | { readonly file: number; readonly unreadable: Pick<UnreadableFile, 'fault' | 'line'> };

let gazetteer: Gazetteer | null = null;
const files = new Map<number, PieceReader>();

parentPort?.on('message', (request: WorkerRequest) => {
  if (request.kind === 'gazetteer') gazetteer = openGazetteer(request.shared);
  else if (request.kind === 'open') files.set(request.file, pieceReader(gazetteer as Gazetteer, request.options));
  else if (request.kind === 'close') files.delete(request.file);
  else answer(request.file, request.piece, request.arrivedAt);
});

function answer(file: number, piece: Uint8Array | null, arrivedAt: Date): void {
  try {
    const read = (files.get(file) as PieceReader).read(piece, arrivedAt);
    const reply: WorkerReply = { file, read };
    parentPort?.postMessage(reply);
  } catch (error) {
    // Any other error ends the worker, and its host rejects the pending reads.
    if (!(error instanceof UnreadableFile)) throw error;
    const reply: WorkerReply = { file, unreadable: { fault: error.fault, line: error.line } };
    parentPort?.postMessage(reply);
  }
}
