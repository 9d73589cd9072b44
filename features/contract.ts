// The complete table, with every call once. Server handlers, clients, the OpenAPI page and docs/api.md are derived from it.

import { type Row, type TimePlaces, timePlacesOf } from '@lookout/contract';
import { contract } from './calls.generated.ts';

export { contract };
export type Contract = typeof contract;
export type Feature = keyof Contract;

// The call sheet: method, path and envelope of each row without its schemas, so that a web page need not load them to make a call.

/** A row without its schemas. */
export interface CallRow extends Pick<Row, 'method' | 'path' | 'effect' | 'envelope' | 'reads' | 'readsCurrent'> {
  /** Sent without the session. */
  readonly isPublic: boolean;
  /** A body is always sent, `{}` if it has no fields. */
  readonly takesBody: boolean;
  /** Where the times of the reply (of each item of a list or page) and of the current state in a conflict are. */
  readonly times?: TimePlaces;
  readonly currentTimes?: TimePlaces;
}

/** Grouped by feature and name, like the contract. Plain data that can be serialised as JSON. */
export type CallSheet = { readonly [F in keyof Contract]: { readonly [K in keyof Contract[F]]: CallRow } };

export function callSheetOf(contract: Contract): CallSheet {
  const features = Object.entries(contract as Record<string, Record<string, Row>>).map(([feature, rows]) => [
    feature,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callRow(row)])),
  ]);
  // Object.entries loses the literal types of the table, but the shape is that of the contract.
  return Object.fromEntries(features) as unknown as CallSheet;
}

function callRow({ method, path, effect, envelope, reads, readsCurrent, permission, input, reply, current }: Row): CallRow {
  const [times, currentTimes] = [timePlacesOf(reply), current === undefined ? null : timePlacesOf(current)];
  return {
    method,
    path,
    effect,
    envelope,
    ...(reads && { reads }),
    ...(readsCurrent && { readsCurrent }),
    ...(times && { times }),
    ...(currentTimes && { currentTimes }),
    isPublic: permission === 'public',
    takesBody: input !== undefined,
  };
}
