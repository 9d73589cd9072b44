// What one kind of import is: it reads a file, tells what it took and what it refused; nothing is ever half-written.
import type { CodedError } from '@lookout/contract';
import type { Store } from '@lookout/store';

export interface ImportReport {
  readonly received: number;
  readonly accepted: number;
  readonly duplicates: number;
  /** `column`: which field of the line, where one is to blame. */
  readonly rejected: readonly { readonly line: number; readonly column?: string | null; readonly error: CodedError }[];
}

export interface ImportContext {
  readonly store: Store;
  readonly clock: () => Date;
  /** Where lists go that must not be shown (first passwords). */
  readonly dataDir: string;
  /** A line of progress for the person at the terminal. */
  readonly say: (line: string) => void;
}

/** @throws UnreadableFile or Refusal when the file is none of its kind: then nothing of it was taken. */
export type ImportKind = (file: string, context: ImportContext) => Promise<ImportReport>;
