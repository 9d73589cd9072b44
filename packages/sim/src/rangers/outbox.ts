// Positions that a phone has taken and not yet brought to the server: kept in order, sent in one go, gone only when the server has them.
import type { PositionBody } from '../wire/wire.ts';

export interface Outbox {
  add(row: PositionBody): void;
  /** The oldest of those whose sender can send now, oldest first. */
  ready(canSend: (userId: string) => boolean): readonly PositionBody[];
  /** The server has them. */
  sent(rows: readonly PositionBody[]): void;
  waiting(): number;
}

/** What one call may carry; the rest goes next time. */
export const MOST_A_CALL = 2_000;
/** Twenty phones for a day: an older one would have run out of battery. */
const MOST_KEPT = 20 * 4 * 60 * 24;

export function createOutbox(): Outbox {
  let kept: PositionBody[] = [];
  return {
    add(row) {
      kept.push(row);
      if (kept.length > MOST_KEPT) kept = kept.slice(-MOST_KEPT);
    },
    ready: (canSend) =>
      kept
        .filter(({ userId }) => canSend(userId))
        // Both are in UTC with milliseconds: the order of the texts is that of the times.
        .sort((a, b) => (a.actualUploadTime < b.actualUploadTime ? -1 : 1))
        .slice(0, MOST_A_CALL),
    sent(rows) {
      const gone = new Set(rows);
      kept = kept.filter((row) => !gone.has(row));
    },
    waiting: () => kept.length,
  };
}
