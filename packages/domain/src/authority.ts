// Authority is over the whole object: who does not have all of it in his grid, or stands below who decided it, changes nothing of it. He may always change
// what those below him have decided.
import { covers, type GridNo } from './grid.ts';

/** Who decided about an object last, and where he stood. */
export interface Decided {
  readonly gridNo: GridNo;
  readonly by: string;
}

/** What several grids see. */
export interface SharedObject {
  /** The grids of all that it is about. */
  readonly about: readonly GridNo[];
  /** The decisions that a change would take the place of; none: nobody has decided, or a program has. */
  readonly decided: readonly Decided[];
}

export type AuthorityFault = { readonly kind: 'beyond'; readonly gridNo: GridNo } | ({ readonly kind: 'above' } & Decided);

/** @param own where the officer stands @returns why he may not change it; null: he may */
export function authorityFault(own: GridNo, { about, decided }: SharedObject): AuthorityFault | null {
  const above = decided.find(({ gridNo }) => !covers(own, gridNo));
  if (above !== undefined) return { kind: 'above', ...above };
  const beyond = about.find((gridNo) => !covers(own, gridNo));
  return beyond === undefined ? null : { kind: 'beyond', gridNo: beyond };
}

/** By kind of object, the events by which an officer decides about the whole of it. Reports, ticks and receipts are none. */
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
