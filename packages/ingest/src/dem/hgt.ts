// SRTM .hgt: nothing but heights, big-endian int16 from the north-west; the name says the south-west corner, the size how fine it is.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileFault } from '@lookout/domain';
import { UnreadableFile } from '../firms-csv.ts';
import { type DemFile, heightOrNone } from './dem-file.ts';

/** N31E103.hgt, also N31E103.SRTMGL1.hgt and the like. */
const NAME = /^([NS])(\d{2})([EW])(\d{3})\b.*\.hgt$/i;
/** Posts along a side: 1″ and 3″, edges included. */
const SIDES = [3601, 1201] as const;

export const isHgt = (file: string): boolean => file.toLowerCase().endsWith('.hgt');

/** @throws UnreadableFile when name or size are none of an .hgt */
export async function openHgt(file: string): Promise<DemFile> {
  const [, ns, lat, ew, lng] = NAME.exec(path.basename(file)) ?? [];
  if (ns === undefined || ew === undefined) throw new UnreadableFile(fileFault('hgt-name'));
  const south = Number(lat) * (ns.toUpperCase() === 'S' ? -1 : 1);
  const west = Number(lng) * (ew.toUpperCase() === 'W' ? -1 : 1);
  if (south < -90 || south > 89 || west < -180 || west > 179)
    throw new UnreadableFile(fileFault('hgt-corner', { name: path.basename(file) }));
  const handle = await open(file, 'r');
  const { size } = await handle.stat();
  const side = SIDES.find((one) => one * one * 2 === size);
  if (side === undefined) {
    await handle.close();
    throw new UnreadableFile(fileFault('hgt-size', { bytes: size }));
  }
  const step = 1 / (side - 1);
  return {
    columns: side,
    rows: side,
    blockRows: 1,
    georeference: { name: `SRTM ${side === 3601 ? '1″' : '3″'}`, projection: null, cells: [step, 0, west, 0, -step, south + 1] },
    async read({ column, row, columns, rows }) {
      const heights = new Float32Array(columns * rows);
      const line = Buffer.alloc(columns * 2);
      for (let k = 0; k < rows; k++) {
        const { bytesRead } = await handle.read(line, 0, line.length, ((row + k) * side + column) * 2);
        if (bytesRead < line.length) throw new UnreadableFile(fileFault('file-became-shorter'));
        for (let m = 0; m < columns; m++) heights[k * columns + m] = heightOrNone(line.readInt16BE(m * 2));
      }
      return heights;
    },
    close: () => handle.close(),
  };
}
