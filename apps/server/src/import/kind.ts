// A kind of import reads a file and reports what it accepted and rejected. It never writes a part of an item.

import type { CodedError } from '@lookout/contract';
import type { Gazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import type { Store } from '@lookout/features/store.ts';
import type { SecurityPolicy } from '../settings/security-policy.ts';

export interface ImportReport {
  readonly received: number;
  readonly accepted: number;
  readonly duplicates: number;
  /** The number of accepted satellite detections that are stored as history, without an alarm. */
  readonly history?: number;
  /** `column`: the field at fault, if any. */
  readonly rejected: readonly { readonly line: number; readonly column?: string | null; readonly error: CodedError }[];
}

export interface ImportContext {
  readonly store: Store;
  readonly clock: () => Date;
  /** Holds files with content that must not be printed (first passwords). */
  readonly dataDir: string;
  /** The demo relief lies under imported terrain; default: no. */
  readonly demoRelief?: boolean;
  /** A line of progress for the person at the terminal. */
  readonly print: (line: string) => void;
  /**
   * For the kinds that look up the grid of a position; several files share the gazetteer, because reading it takes a second. Default: read
   * for each file.
   */
  readonly gazetteer?: () => Promise<Gazetteer>;
  /** An SMS gateway is configured; without one, messages remain in the outbox. */
  readonly hasSmsGateway?: boolean;
  /** The rule for new passwords; default: the specification's. */
  readonly passwordPolicy?: SecurityPolicy;
}

/** @throws UnreadableFile or Refusal when the file is of another kind; nothing is imported then */
export type ImportKind = (file: string, context: ImportContext) => Promise<ImportReport>;

/** An action on imported data. @throws Error when a name is not found; nothing is done then */
export type SourceCommand = (names: readonly string[], context: ImportContext) => Promise<void>;
