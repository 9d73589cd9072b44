// Checks the authority over an object whose decisions are in the log (acting/authority.ts).
import { DECIDING_EVENTS, type DecidedKind, type GridNo } from '@lookout/domain';
import type { Repositories } from '@lookout/features/store.ts';
import { type AuthorityCaller, type NameOf, requireWhole } from '../acting/authority.ts';

/** @throws Refusal as `requireWhole` */
export async function requireWholeOf(
  { events }: Pick<Repositories, 'events'>,
  act: AuthorityCaller,
  kind: DecidedKind,
  { id, gridNo }: { readonly id: string; readonly gridNo: GridNo },
  nameOf: NameOf,
): Promise<void> {
  const decided = await events.decidedBy(id, DECIDING_EVENTS[kind]);
  requireWhole(act, { about: [gridNo], decided: decided === null ? [] : [decided] }, nameOf);
}
