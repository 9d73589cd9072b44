// Asks for the authority over the whole of an object before it is changed (domain/authority.ts). Rows that need it are declared in contract/authority.ts;
// `serve` checks in every test that their handlers have asked.
import { authorityFault, type GridNo, NATION, type SharedObject } from '@lookout/domain';
import type { Act } from './act.ts';
import { refused } from './refusal.ts';

/** Acts that have asked, by their audit note, which is theirs alone. */
const asked = new WeakSet<Act['audit']>();

export const hasAskedForWhole = ({ audit }: Pick<Act, 'audit'>): boolean => asked.has(audit);

/** Who asks. */
export type Asking = Pick<Act, 'actor' | 'audit'>;
export type NameOf = (gridNo: GridNo) => string | null;

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
