// A kind of import: it reads a file and reports what it accepted and rejected; nothing is written half.

import type { CodedError } from '@lookout/contract';
import type { Gazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import type { Store } from '@lookout/features/store.ts';
import type { SecurityPolicy } from '../access/security-policy.ts';

export interface ImportReport {
  readonly received: number;
  readonly accepted: number;
  readonly duplicates: number;
  /** Of the accepted: satellite detections stored as history, without an alarm. */
  readonly history?: number;
  /** `column`: the field at fault, if any. */
  readonly rejected: readonly { readonly line: number; readonly column?: string | null; readonly error: CodedError }[];
}

export interface ImportContext {
  readonly store: Store;
  readonly clock: () => Date;
  /** For files that must not be printed (first passwords). */
  readonly dataDir: string;
  /** The demo relief lies under imported ground; not if not given. */
  readonly demoRelief?: boolean;
  /** A line of progress for the person at the terminal. */
  readonly print: (line: string) => void;
  /** For the kinds that find the grid of a position, where several files share it: to read it takes a second. Read for each file if not given. */
  readonly gazetteer?: () => Promise<Gazetteer>;
  /** A gateway sends short messages; else they are kept in the outbox. */
  readonly hasSmsGateway?: boolean;
  /** The rule of new passwords; default: the specification's. */
  readonly passwordPolicy?: SecurityPolicy;
}

/** @throws UnreadableFile or Refusal when the file is of another kind: then nothing of it was imported */
export type ImportKind = (file: string, context: ImportContext) => Promise<ImportReport>;

/** An action on what was imported. @throws Error when a name is not found: then nothing was done */
export type KeptAct = (names: readonly string[], context: ImportContext) => Promise<void>;
