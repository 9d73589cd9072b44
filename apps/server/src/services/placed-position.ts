// A position that somebody names for something new: its grid and its words, held to the sender's grid.
import { covers, type GridNo, type Position, type ReportFacts } from '@lookout/domain';
import { invalid } from '../serve/refusal.ts';
import { refusalWords } from './admission.ts';
import type { Places } from './places.ts';

export interface PlacedPosition {
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly address: string;
}

/** Nobody has seen anything there: only its place in the grid and its words are asked for. */
const NO_FACTS: ReportFacts = {
  ...{ kind: 'report', altitudeMetres: null, description: null, comment: null, pictures: [] },
  ...{ reporterId: null, reporterName: null, reporterPhone: null },
};

/** @throws Refusal 422 naming `position` when it lies outside China or the sender's grid */
export function placedPosition(position: Position, { place }: Pick<Places, 'place'>, own: GridNo, now: Date): PlacedPosition {
  const bare = { findType: 'person', observedAt: now, address: null, dedupeKey: null, facts: NO_FACTS } as const;
  const placed = place({ ...bare, position }, own);
  if (!placed.ok) throw refused(refusalWords[placed.error]);
  const { gridNo, formattedAddress } = placed.value;
  if (!covers(own, gridNo)) throw refused(refusalWords['outside-senders-grid']);
  return { position, gridNo, address: formattedAddress };
}

const refused = (message: string) => invalid([{ path: 'position', message }]);
