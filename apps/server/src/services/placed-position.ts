// A position that somebody names for something new: its grid and its words, held to the sender's grid.
import { covers, type GridNo, type Position } from '@lookout/domain';
import { invalid } from '../acting/refusal.ts';
import type { Places } from './places.ts';

export interface PlacedPosition {
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly address: string;
}

/** @throws Refusal naming `position` when it lies outside China or the sender's grid */
export function placedPosition(position: Position, { locate }: Pick<Places, 'locate'>, own: GridNo): PlacedPosition {
  const located = locate(position, own);
  if (!located.ok) throw invalid('position', located.error);
  const { gridNo, formattedAddress } = located.value;
  if (!covers(own, gridNo)) throw invalid('position', 'outside-senders-grid');
  return { position, gridNo, address: formattedAddress };
}
