// Prints documents off the main thread.
import { refused } from '../../acting/refusal.ts';
import type { Errand } from '../../acting/turns.ts';
import { createWorkerTurns } from '../worker-turns.ts';
import type { DocumentFormat, PrintedDocument } from './document.ts';
import type { PrintOrder } from './documents-worker.ts';

export interface Documents {
  /** @returns the bytes of the file @throws Refusal when too many documents wait, no caller waits for this one, or it takes too long */
  print(errand: Errand, document: PrintedDocument, format: DocumentFormat): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/** The longest report takes a few seconds. */
const LIMIT_MS = 60_000;

/** The worker starts with the first document. */
export function createDocuments(): Documents {
  const workers = createWorkerTurns<PrintOrder, Uint8Array>(new URL('./documents-worker.ts', import.meta.url), {
    limitMs: LIMIT_MS,
    tooLong: (seconds) => refused('work-takes-too-long', { seconds }),
  });
  return { print: (errand, document, format) => workers.ask(errand, { document, format }), stop: () => workers.stop() };
}
