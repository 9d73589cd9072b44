// Printing documents, off the main thread.
import { createWorkerHost } from '../worker-host.ts';
import type { DocumentFormat, PrintedDocument } from './document.ts';
import type { PrintOrder } from './documents-worker.ts';

export interface Documents {
  /** @returns the bytes of the file */
  print(document: PrintedDocument, format: DocumentFormat): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/** Starts nothing until the first document. */
export function createDocuments(): Documents {
  const host = createWorkerHost<PrintOrder, Uint8Array>(new URL('./documents-worker.ts', import.meta.url));
  return { print: (document, format) => host.ask({ document, format }), stop: () => host.stop() };
}
