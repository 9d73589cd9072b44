// Worker thread of one computation. It reads the pictures once, then computes outlines on request until its thread is terminated. No
// message asks it to stop.
import { parentPort, workerData } from 'node:worker_threads';
import type { LngLat } from '@lookout/geo';
import { UnreadableFile } from '@lookout/ingest';
import type { FieldFault } from '@lookout/server/acting/refusal.ts';
import { areasOfChange, type BurnChange, type ChangeAreas, readChange } from './change.ts';
import { type Outline, type OutlineOrder, outlineOf } from './outline.ts';
import { closePictures, gridAround, openPictures, type Picture, PictureFaults, type PictureFile } from './pictures.ts';

export interface BurnOrder {
  readonly files: readonly PictureFile[];
  readonly fire: LngLat;
  readonly radiusMetres: number;
  /** Added to stored band values. */
  readonly bandOffset: number;
}

/** Description of a picture for the officer. */
export interface PictureSummary {
  readonly role: PictureFile['role'];
  readonly fileName: string;
  readonly system: string;
  readonly columns: number;
  readonly rows: number;
  readonly bands: number;
  readonly cellMetres: number;
}

export interface OutlineRequest {
  readonly id: number;
  readonly order: OutlineOrder;
}

export type BurnMessage =
  /** The files are usable; the computation has begun. */
  | { readonly kind: 'opened'; readonly pictures: readonly PictureSummary[] }
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'ready'; readonly areas: ChangeAreas }
  | { readonly kind: 'refused'; readonly faults: readonly FieldFault[] }
  | { readonly kind: 'outlined'; readonly id: number; readonly outline: Outline }
  | { readonly kind: 'not-outlined'; readonly id: number; readonly faults: readonly FieldFault[] };

const send = (message: BurnMessage): void => parentPort?.postMessage(message);

const summaryOf = ({ role, fileName, raster, cellMetres }: Picture): PictureSummary => ({
  role,
  fileName,
  system: raster.georeference.name,
  columns: raster.columns,
  rows: raster.rows,
  bands: raster.bands,
  cellMetres: Math.round(cellMetres * 100) / 100,
});

/** null: refused, and the refusal has been sent. */
async function computed({ files, fire, radiusMetres, bandOffset }: BurnOrder): Promise<BurnChange | null> {
  let pictures: readonly Picture[] = [];
  try {
    pictures = await openPictures(files);
    const grid = gridAround(pictures, fire, radiusMetres);
    send({ kind: 'opened', pictures: pictures.map(summaryOf) });
    const change = await readChange(pictures, grid, bandOffset, (share) => send({ kind: 'progress', share }));
    send({ kind: 'ready', areas: areasOfChange(change) });
    return change;
  } catch (error) {
    if (error instanceof PictureFaults) send({ kind: 'refused', faults: error.detail });
    // The file is damaged further in; the reader does not report which file.
    else if (error instanceof UnreadableFile) send({ kind: 'refused', faults: [{ path: '', ...error.fault }] });
    else throw error;
    return null;
  } finally {
    await closePictures(pictures);
  }
}

const change = await computed(workerData as BurnOrder);

parentPort?.on('message', ({ id, order }: OutlineRequest) => {
  if (change === null) return;
  try {
    send({ kind: 'outlined', id, outline: outlineOf(change, order) });
  } catch (error) {
    if (!(error instanceof PictureFaults)) throw error;
    send({ kind: 'not-outlined', id, faults: error.detail });
  }
});
