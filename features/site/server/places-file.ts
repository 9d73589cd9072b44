// Reads candidate places from a file: a table, or points of a map file. Every bad line says why, and the others are read.
import { basename } from 'node:path';
import { type CodedError, codedError } from '@lookout/contract';
import { fileFault, type GridNo, positionRowFault, withinSendersGrid } from '@lookout/domain';
import type { ReadFeature, TableShape } from '@lookout/ingest';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { Errand } from '@lookout/server/acting/turns.ts';
import { readingCells, readRows } from '@lookout/server/import/table-import.ts';
import { refusing } from '@lookout/server/serve/sent-table.ts';
import type { FileReader } from '@lookout/server/services/file-reader.ts';
import { mapInSlices } from '@lookout/store';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import { SITE_PLACE_COLUMNS } from '../site.calls.ts';
import { type CandidatePlace, LONGEST_PLACE_NAME, MOST_PLACES } from '../site.ts';

const shape: TableShape = { columns: SITE_PLACE_COLUMNS };
const [name, longitude, latitude] = SITE_PLACE_COLUMNS;

const TABLES = /\.(?:xlsx?|csv|txt|tsv)$/i;

interface RefusedLine {
  readonly line: number;
  readonly error: CodedError;
}
interface ReadPlaces {
  readonly places: readonly { readonly line: number; readonly place: CandidatePlace }[];
  readonly refused: readonly RefusedLine[];
}

interface Needs {
  readonly fileReader: Pick<FileReader, 'table' | 'layer'>;
  readonly gazetteer: Pick<Gazetteer, 'gridAt'>;
  /** Of the sender: places beyond it are refused. */
  readonly own: GridNo;
}

/** @throws Refusal 422 when the file cannot be read, or has more places than a search accepts */
export async function readPlacesFile(
  fileName: string,
  bytes: Uint8Array,
  errand: Errand,
  { fileReader, gazetteer, own }: Needs,
): Promise<{ readonly fileName: string; readonly places: CandidatePlace[]; readonly refused: RefusedLine[] }> {
  const read = TABLES.test(fileName) ? await fromTable(bytes, errand, fileReader) : await fromLayer(fileName, bytes, errand, fileReader);
  const faults = await mapInSlices(read.places, ({ place: { position } }): CodedError | null => {
    const fault = positionRowFault(position);
    if (fault !== null) return fault;
    const gridNo = gazetteer.gridAt(position, own);
    return gridNo !== null && withinSendersGrid(own, gridNo) ? null : codedError('outside-senders-grid');
  });
  const refused: RefusedLine[] = [...read.refused];
  const places: CandidatePlace[] = [];
  for (const [n, { line, place }] of read.places.entries()) {
    const error = faults[n] ?? null;
    if (error === null) places.push(place);
    else refused.push({ line, error });
  }
  if (places.length > MOST_PLACES) throw invalid('file', 'site-places-at-most', { most: MOST_PLACES });
  return { fileName: basename(fileName), places, refused: refused.sort((a, b) => a.line - b.line) };
}

async function fromTable(bytes: Uint8Array, errand: Errand, fileReader: Needs['fileReader']): Promise<ReadPlaces> {
  const table = await refusing(() => fileReader.table(errand, bytes, shape, MOST_ROWS));
  if (table.count > MOST_ROWS) throw invalid('file', 'table-rows-at-most', { most: MOST_ROWS });
  const { items, faults } = await readRows(table.rows, (row) =>
    readingCells(row, (cells) => {
      const position = cells.position(longitude.name, latitude.name);
      const given = cells.text(name.name, LONGEST_PLACE_NAME) || String(row.line);
      return { key: `${row.line}`, item: { name: given, position } };
    }),
  );
  return {
    places: items.map(({ lines: [line = 0], item }) => ({ line, place: item })),
    refused: [...table.faults, ...faults].map(({ line, error }) => ({ line, error })),
  };
}

const MOST_ROWS = 2 * MOST_PLACES;

async function fromLayer(fileName: string, bytes: Uint8Array, errand: Errand, fileReader: Needs['fileReader']): Promise<ReadPlaces> {
  const { features, refused } = await refusing(() => fileReader.layer(errand, fileName, bytes));
  const places: { line: number; place: CandidatePlace }[] = [];
  const notPoints: RefusedLine[] = [];
  for (const feature of features) {
    const points = pointsOf(feature);
    if (points.length === 0)
      notPoints.push({ line: feature.line, error: fileFault('shape-type', { wanted: 'point', found: feature.geometry.type }) });
    for (const [lng, lat] of points) places.push({ line: feature.line, place: { name: nameOf(feature), position: { lng, lat } } });
  }
  return { places, refused: [...refused, ...notPoints] };
}

const nameOf = ({ name, line }: ReadFeature): string => [...(name || String(line))].slice(0, LONGEST_PLACE_NAME).join('');

function pointsOf({ geometry: { type, coordinates } }: ReadFeature): readonly (readonly [number, number])[] {
  if (type === 'Point') return [coordinates as unknown as [number, number]];
  return type === 'MultiPoint' ? (coordinates as unknown as [number, number][]) : [];
}
