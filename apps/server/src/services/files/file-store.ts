// Where stored files lie: pictures and finished recordings. In the data folder of the one server there is, or in a bucket that all servers share; names
// are the same in both, so that moving from one to the other is copying.
import type { Readable } from 'node:stream';
import { codedError } from '@lookout/contract';
import { Refusal } from '../../acting/refusal.ts';

export interface FileStore {
  /** Whole or not at all: a reader never sees half of it. Replaces a file of the same name. */
  put(name: string, file: SentFile): Promise<void>;
  /** @param range within the file's size. @returns null: there is none. The caller reads `body` to its end or destroys it. */
  open(name: string, range?: ByteRange): Promise<OpenFile | null>;
  /** In bytes; null: there is none. */
  sizeOf(name: string): Promise<number | null>;
  /** What is not there is as good as deleted. */
  remove(name: string): Promise<void>;
  /** All below a folder, in the order of their names. @param after only names greater than this one */
  list(folder: string, after?: string): AsyncIterable<ListedFile>;
  /** Whether other servers have the same files. */
  readonly isShared: boolean;
  close(): void;
}

export interface SentFile {
  readonly content: Uint8Array | Readable;
  readonly bytes: number;
  readonly contentType: string;
}

/** Both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface OpenFile {
  /** Of `body`. */
  readonly bytes: number;
  readonly body: Readable;
}

export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
}

/** Why a bucket is of no use. The first four are for whoever set it up, the rest may pass by themselves. */
export const BUCKET_TROUBLES = [
  'wrong-key',
  'no-bucket',
  'forbidden',
  'wrong-region',
  'clock',
  'timeout',
  'unreachable',
  'failed',
] as const;
export type BucketTrouble = (typeof BUCKET_TROUBLES)[number];
const NEEDS_SETTINGS: readonly BucketTrouble[] = ['wrong-key', 'no-bucket', 'forbidden', 'wrong-region'];

/** The bucket cannot be used now. To a caller it is a 503 without details: they are for the log and the terminal. */
export class StorageUnavailable extends Refusal {
  readonly trouble: BucketTrouble;
  readonly detail: string;

  constructor(trouble: BucketTrouble, detail: string) {
    super(codedError('storage-unavailable'));
    this.name = 'StorageUnavailable';
    this.trouble = trouble;
    this.detail = detail;
  }

  /** Waiting does not help. */
  get needsSettings(): boolean {
    return NEEDS_SETTINGS.includes(this.trouble);
  }
}

/** Names are ours, never a caller's; this keeps a mistake of ours within its folder. */
export function checkedName(name: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) throw new Error(`not a name of a stored file: ${name}`);
  return name;
}
