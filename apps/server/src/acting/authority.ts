// Checks the authority over a whole object before it is changed (domain/authority.ts). The rows that need this check say
// `authority: 'whole'`. In tests `serve` verifies that their handlers have made it.
import { authorityFault, type GridNo, NATION, type SharedObject } from '@lookout/domain';
import type { Act } from './act.ts';
import { refused } from './refusal.ts';

/** Acts that have checked their authority, identified by their audit note, which is unique to each act. */
const checked = new WeakSet<Act['audit']>();

export const hasCheckedWhole = ({ audit }: Pick<Act, 'audit'>): boolean => checked.has(audit);

/** The part of an act that the check needs. */
export type AuthorityCaller = Pick<Act, 'actor' | 'audit'>;
export type NameOf = (gridNo: GridNo) => string | null;

/** @throws Refusal 403 that names who may decide, or what lies beyond the officer's grid */
export function requireWhole({ actor, audit }: AuthorityCaller, object: SharedObject, nameOf: NameOf): void {
  checked.add(audit);
  // A program is not limited to a grid: it acts by its configured rules.
  const own = actor.kind === 'officer' ? actor.gridNo : NATION;
  const fault = authorityFault(own, object);
  if (fault === null) return;
  const gridName = nameOf(fault.gridNo) ?? fault.gridNo;
  throw fault.kind === 'above' ? refused('decided-above', { by: fault.by, gridName }) : refused('beyond-own-grid', { gridName });
}
