// Elevation files: GeoTIFF and SRTM .hgt, told apart by what is in them; only an .hgt, which says nothing of itself, by its name.
import { open } from 'node:fs/promises';
import { fileFault } from '@lookout/domain';
import { UnreadableFile } from '../firms-csv.ts';
import type { DemFile } from './dem-file.ts';
import { openGeoTiff } from './geotiff.ts';
import { isHgt, openHgt } from './hgt.ts';

export type { DemFile, Georeference, Window } from './dem-file.ts';
export { type Placing, placingOf } from './placing.ts';

/** Little and big endian, classic and BigTIFF. */
const TIFF = ['49492a00', '4d4d002a', '49492b00', '4d4d002b'];
const ZIP = '504b0304';
const GZIP = '1f8b';

/** @throws UnreadableFile saying why it is no elevation that can be used; what the disk says */
export async function openDem(file: string): Promise<DemFile> {
  if (isHgt(file)) return openHgt(file);
  const handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0).finally(() => handle.close());
  const magic = buffer.subarray(0, bytesRead).toString('hex');
  if (TIFF.includes(magic)) return openGeoTiff(file);
  if (bytesRead === 0) throw new UnreadableFile(fileFault('file-empty'));
  if (magic === ZIP || magic.startsWith(GZIP)) throw new UnreadableFile(fileFault('elevation-packed'));
  throw new UnreadableFile(fileFault('not-elevation'));
}
