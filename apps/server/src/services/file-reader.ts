// Reads files that a page sends, off the main thread: a workbook of 64 MB takes seconds, which must delay no alarm. Two files of two grids
// are read at a time, with turns by sender, within a time limit and a separate heap: a file that takes longer or unpacks to more ends its
// reader, not the server. If the sender leaves, reading stops.
import { fileFault } from '@lookout/domain';
import { type LayerFile, numberOfText, type Table, type TableShape, UnreadableFile } from '@lookout/ingest';
import type { Errand } from '../acting/turns.ts';
import type { FileToRead, ReadFile, ReadTable, UnreadableDetail } from './file-reader-worker.ts';
import type { Scanner } from './scanner.ts';
import { WorkerFault } from './worker-host.ts';
import { createWorkerTurns } from './worker-turns.ts';

export interface FileReader {
  /**
   * @param errand whose file it is, and whether its sender still waits
   * @param mostRows further rows are counted, not returned
   * @throws UnreadableFile; Refusal when too many files wait already, the sender has left, or the operator's scanner refuses the file
   */
  table(errand: Errand, bytes: Uint8Array, shape: TableShape, mostRows: number): Promise<Table & { readonly count: number }>;
  /** The same for areas, lines and points. */
  layer(errand: Errand, fileName: string, bytes: Uint8Array): Promise<LayerFile>;
  stop(): Promise<void>;
}

/** Another county's file is read in parallel with the longest one. */
const AT_ONCE = 2;
/** Heap in megabytes: a workbook at its limits (packages/ingest) needs about 1,000. */
const HEAP = 1_536;
/** A workbook at its limits takes about a third of this time. */
const LIMIT_MS = 20_000;

interface ReaderOptions {
  /** Scans each file before it is read; default: no scan. */
  readonly scanner?: Scanner;
  /** For tests. */
  readonly heapMegabytes?: number;
  readonly limitMs?: number;
}

/** Workers start with the first file. */
export function createFileReader({ scanner, heapMegabytes = HEAP, limitMs = LIMIT_MS }: ReaderOptions = {}): FileReader {
  const workers = createWorkerTurns<FileToRead, ReadFile>(new URL('./file-reader-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    atOnce: AT_ONCE,
    limitMs,
    tooLong: (seconds) => new UnreadableFile(fileFault('file-takes-too-long', { seconds })),
  });

  const read = async (errand: Errand, file: FileToRead): Promise<ReadFile> => {
    await scanner?.look(file.bytes, errand.whose);
    try {
      return await workers.ask(errand, file);
    } catch (error) {
      if (isOutOfMemory(error)) throw new UnreadableFile(fileFault('file-unpacks-too-large'));
      const detail = error instanceof WorkerFault ? (error.detail as UnreadableDetail | null) : null;
      throw detail?.fault ? new UnreadableFile(detail.fault, detail.line) : error;
    }
  };

  return {
    async table(errand, bytes, shape, mostRows) {
      return openTable((await read(errand, { kind: 'table', bytes, shape, mostRows })) as ReadTable);
    },
    async layer(errand, fileName, bytes) {
      return (await read(errand, { kind: 'layer', fileName, bytes })) as LayerFile;
    },
    stop: () => workers.stop(),
  };
}

/** Restores a table: a row is transferred as the texts of its columns. */
function openTable({ names, rows, faults, count, hasDecimalCommas }: ReadTable): Table & { readonly count: number } {
  const places = new Map(names.map((name, place) => [name, place]));
  return {
    names,
    faults,
    count,
    hasDecimalCommas,
    rows: rows.map(({ line, texts, stored }) => {
      const textAt = (name: string): string => texts[places.get(name) ?? -1] ?? '';
      return { line, cell: textAt, number: (name) => stored[places.get(name) ?? -1] ?? numberOfText(textAt(name), hasDecimalCommas) };
    }),
  };
}

const isOutOfMemory = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
