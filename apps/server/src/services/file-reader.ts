// Files that a page sends to be read, off the main thread: a workbook of 64 MB takes seconds, for which no alarm may wait. Two files at a time, of two
// grids, by turns of who sent them, within a limit of time and a heap of their own: a file that takes or unpacks to more ends its reader, not the server.
// A file whose sender has gone is not read any further.
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
   * @param mostRows more of them are counted, not given
   * @throws UnreadableFile; Refusal when too many files wait already, the sender has gone, or the operator's scanner does not let it in
   */
  table(errand: Errand, bytes: Uint8Array, shape: TableShape, mostRows: number): Promise<Table & { readonly count: number }>;
  /** The same of areas, lines and points. */
  layer(errand: Errand, fileName: string, bytes: Uint8Array): Promise<LayerFile>;
  stop(): Promise<void>;
}

/** Another county's file is read beside the longest one. */
const AT_ONCE = 2;
/** Megabytes: a workbook at its limits (packages/ingest) needs about 1,000 of it. */
const HEAP = 1_536;
/** A workbook at its limits takes about a third of it. */
const LIMIT_MS = 20_000;

interface ReaderOptions {
  /** Looks at each file before it is read; default: nobody does. */
  readonly scanner?: Scanner;
  /** For tests. */
  readonly heapMegabytes?: number;
  readonly limitMs?: number;
}

/** Starts nothing until the first file. */
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

/** A row travels as the texts of its columns. */
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
