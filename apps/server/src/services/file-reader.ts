// Files that a page sends to be read, off the main thread: a workbook of 64 MB takes seconds, for which no alarm may wait. One file at a time, by
// turns of who sent it, and within a heap of its own: a file that unpacks to more than that ends its reader, not the server.
import { fileFault } from '@lookout/domain';
import { type LayerFile, numberOfText, type Table, type TableShape, UnreadableFile } from '@lookout/ingest';
import { createTurns } from '../acting/turns.ts';
import type { FileToRead, ReadFile, ReadTable, UnreadableDetail } from './file-reader-worker.ts';
import { createWorkerHost, WorkerFault } from './worker-host.ts';

export interface FileReader {
  /**
   * @param owner whose file it is: an account
   * @param mostRows more of them are counted, not given
   * @throws UnreadableFile; Refusal when too many files wait already
   */
  table(owner: string, bytes: Uint8Array, shape: TableShape, mostRows: number): Promise<Table & { readonly count: number }>;
  /** The same of areas, lines and points. */
  layer(owner: string, fileName: string, bytes: Uint8Array): Promise<LayerFile>;
  stop(): Promise<void>;
}

const MOST_WAITING = 40;
const MOST_WAITING_OF_ONE = 5;
/** Megabytes: a workbook at its limits (packages/ingest) needs about half of it. */
const HEAP = 2_048;

/** Starts nothing until the first file. @param heapMegabytes for tests */
export function createFileReader(heapMegabytes = HEAP): FileReader {
  const turns = createTurns({ atOnce: 1, mostWaiting: MOST_WAITING, mostWaitingOfOne: MOST_WAITING_OF_ONE });
  const host = createWorkerHost<FileToRead, ReadFile>(new URL('./file-reader-worker.ts', import.meta.url), {
    maxOldGenerationSizeMb: heapMegabytes,
  });

  const read = (owner: string, file: FileToRead): Promise<ReadFile> =>
    turns.take(owner, async () => {
      try {
        return await host.ask(file);
      } catch (error) {
        if (isOutOfMemory(error)) throw new UnreadableFile(fileFault('file-unpacks-too-large'));
        const detail = error instanceof WorkerFault ? (error.detail as UnreadableDetail | null) : null;
        throw detail?.fault ? new UnreadableFile(detail.fault, detail.line) : error;
      }
    });

  return {
    async table(owner, bytes, shape, mostRows) {
      return openTable((await read(owner, { kind: 'table', bytes, shape, mostRows })) as ReadTable);
    },
    async layer(owner, fileName, bytes) {
      return (await read(owner, { kind: 'layer', fileName, bytes })) as LayerFile;
    },
    stop: () => host.stop(),
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
