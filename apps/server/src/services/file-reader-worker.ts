// Worker thread that reads the files that pages send (file-reader.ts).
import { fileFault, isWritable, writableText, writableTexts } from '@lookout/domain';
import { type LayerFile, numberOfText, readLayerFile, readTable, type TableFault, type TableShape, UnreadableFile } from '@lookout/ingest';
import { answerQuestions } from './worker-answers.ts';

export type FileToRead =
  | { readonly kind: 'table'; readonly bytes: Uint8Array; readonly shape: TableShape; readonly mostRows: number }
  | { readonly kind: 'layer'; readonly fileName: string; readonly bytes: Uint8Array };

export interface ReadTable {
  readonly names: readonly string[];
  /**
   * `texts` has the texts by column, in the order of `names`. `stored` has numbers that the column's text does not represent exactly, by
   * column position.
   */
  readonly rows: readonly { readonly line: number; readonly texts: readonly string[]; readonly stored: Readonly<Record<number, number>> }[];
  readonly faults: readonly TableFault[];
  /** The number of rows in the file, including those that are not returned. */
  readonly count: number;
  readonly hasDecimalCommas: boolean;
}

export type ReadFile = ReadTable | LayerFile;

/** The `detail` of the error that reports an unreadable file. */
export type UnreadableDetail = Pick<UnreadableFile, 'fault' | 'line'>;

answerQuestions<FileToRead, ReadFile>(async (file) => {
  try {
    return file.kind === 'table' ? await tableOf(file) : await layerOf(file);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const detail: UnreadableDetail = { fault: error.fault, line: error.line };
    throw Object.assign(new Error(error.message), { detail });
  }
});

/** Reads a layer. Names and attributes come from many systems: characters that no output can represent are left out. */
async function layerOf({ fileName, bytes }: Extract<FileToRead, { kind: 'layer' }>): Promise<LayerFile> {
  const layer = await readLayerFile(fileName, bytes);
  const features = layer.features.map((feature) => ({
    ...feature,
    name: writableText(feature.name),
    attributes: writableTexts(feature.attributes),
  }));
  return { ...layer, features };
}

async function tableOf({ bytes, shape, mostRows }: Extract<FileToRead, { kind: 'table' }>): Promise<ReadTable> {
  const { names, rows, faults: unreadable, hasDecimalCommas } = await readTable(bytes, shape);
  const count = rows.length + unreadable.length;
  const faults = [...unreadable];
  // The file has too many rows: they would not be used, and copying them would block the server.
  if (count > mostRows) return { names, rows: [], faults: [], count, hasDecimalCommas };
  const given = rows.flatMap(({ line, cell, number }) => {
    const texts = names.map((name) => cell(name));
    const unwritable = texts.findIndex((text) => !isWritable(text));
    if (unwritable >= 0) {
      faults.push({ line, column: names[unwritable] ?? null, error: fileFault('cell-not-storable') });
      return [];
    }
    const stored: Record<number, number> = {};
    for (const [place, name] of names.entries()) {
      const value = number(name);
      if (value !== null && value !== numberOfText(texts[place] ?? '', hasDecimalCommas)) stored[place] = value;
    }
    return [{ line, texts, stored }];
  });
  return { names, faults, count, hasDecimalCommas, rows: given };
}
