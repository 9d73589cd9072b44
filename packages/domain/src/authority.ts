// Authority covers the whole object. An officer cannot change an object that is partly outside the own grid or was decided by a grid above.
// Decisions of lower grids can always be changed.
import { covers, type GridNo } from './grid.ts';

/** Who last decided about an object, and in which grid. */
export interface Decided {
  readonly gridNo: GridNo;
  readonly by: string;
}

/** An object that several grids can see. */
export interface SharedObject {
  /** The grids of everything the object is about. */
  readonly about: readonly GridNo[];
  /** The decisions that a change would replace. Empty: no one has decided, or a program has. */
  readonly decided: readonly Decided[];
}

export type AuthorityFault = { readonly kind: 'beyond'; readonly gridNo: GridNo } | ({ readonly kind: 'above' } & Decided);

/** @param own the officer's grid @returns why the officer may not change the object; null: it is allowed */
export function authorityFault(own: GridNo, { about, decided }: SharedObject): AuthorityFault | null {
  const above = decided.find(({ gridNo }) => !covers(own, gridNo));
  if (above !== undefined) return { kind: 'above', ...above };
  const beyond = about.find((gridNo) => !covers(own, gridNo));
  return beyond === undefined ? null : { kind: 'beyond', gridNo: beyond };
}

/** By kind of object, the events by which an officer decides about the whole object. Reports, ticks and receipts are not decisions. */
export const DECIDING_EVENTS = {
  exercise: ['exercise.begun'],
  'known-heat': ['known-heat.saved', 'known-heat.confirmed', 'known-heat.rejected'],
  'map-mask': ['map-mask.saved'],
  plan: ['plan.drafted', 'plan.approved'],
  'plan-run': ['plan-run.started', 'plan-run.level-changed'],
  task: ['task.dispatched'],
  warning: ['warning.issued', 'warning.changed'],
} as const;
export type DecidedKind = keyof typeof DECIDING_EVENTS;
