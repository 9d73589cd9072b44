// Asks for the authority over the whole of an object before it is changed (domain/authority.ts). Rows that need it are declared in contract/authority.ts;
// `serve` checks in every test that their handlers have asked.
import { authorityFault, DECIDING_EVENTS, type DecidedKind, type GridNo, NATION, type SharedObject } from '@lookout/domain';
import type { Repositories } from '@lookout/store';
import type { Act } from '../acting/act.ts';
import { refused } from '../acting/refusal.ts';

/** Acts that have asked, by their audit note, which is theirs alone. */
const asked = new WeakSet<Act['audit']>();

export const hasAskedForWhole = ({ audit }: Pick<Act, 'audit'>): boolean => asked.has(audit);

type Asking = Pick<Act, 'actor' | 'audit'>;
type NameOf = (gridNo: GridNo) => string | null;

/** @throws Refusal 403 that names whose decision it is, or what lies beyond the officer's grid */
export function requireWhole({ actor, audit }: Asking, object: SharedObject, nameOf: NameOf): void {
  asked.add(audit);
  // A program acts by the rules that it was given.
  const own = actor.kind === 'officer' ? actor.gridNo : NATION;
  const fault = authorityFault(own, object);
  if (fault === null) return;
  const gridName = nameOf(fault.gridNo) ?? fault.gridNo;
  throw fault.kind === 'above' ? refused('decided-above', { by: fault.by, gridName }) : refused('beyond-own-grid', { gridName });
}

/** The same of an object whose decisions are in the log. */
export async function requireWholeOf(
  { events }: Pick<Repositories, 'events'>,
  act: Asking,
  kind: DecidedKind,
  { id, gridNo }: { readonly id: string; readonly gridNo: GridNo },
  nameOf: NameOf,
): Promise<void> {
  const decided = await events.decidedBy(id, DECIDING_EVENTS[kind]);
  requireWhole(act, { about: [gridNo], decided: decided === null ? [] : [decided] }, nameOf);
}
