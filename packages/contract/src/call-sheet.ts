// What a caller must know of each row: where it goes and how its answer is wrapped. The schemas stay with who judges, so that a web page
// does not load them to make a call.
import type { Contract } from './contract.ts';
import type { Row } from './row.ts';

/** A row without its schemas. */
export interface CallRow extends Pick<Row, 'method' | 'path' | 'effect' | 'envelope' | 'reads' | 'readsStanding'> {
  /** No session travels with it. */
  readonly isPublic: boolean;
  /** A body goes even when the caller has nothing to say: `{}`. */
  readonly takesBody: boolean;
}

/** By feature and name, as the contract itself. Plain data: it can be written as JSON. */
export type CallSheet = { readonly [F in keyof Contract]: { readonly [K in keyof Contract[F]]: CallRow } };

export function callSheetOf(contract: Contract): CallSheet {
  const features = Object.entries(contract as Record<string, Record<string, Row>>).map(([feature, rows]) => [
    feature,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callRow(row)])),
  ]);
  // The table's literal types say more than Object.entries can carry; the shape is the contract's own.
  return Object.fromEntries(features) as unknown as CallSheet;
}

const callRow = ({ method, path, effect, envelope, reads, readsStanding, permission, input }: Row): CallRow => ({
  method,
  path,
  effect,
  envelope,
  ...(reads && { reads }),
  ...(readsStanding && { readsStanding }),
  isPublic: permission === 'public',
  takesBody: input !== undefined,
});
