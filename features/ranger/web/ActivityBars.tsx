// The day's activity: a line for each ranger, filled where there are positions, with the hours below.

import type { Named } from '@lookout/domain';
import { ACTIVITY_COUNTS, type ReplayTrack } from '../attendance.ts';
import { useRangerMessages } from './messages.ts';
import { colourOf } from './replay-colours.ts';

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24] as const;
const ROW = 6;
const GAP = 2;

/** Runs of adjacent ten-minute intervals with a position, as [first, one after the last]. */
export function stretchesOf(activity: readonly number[]): readonly (readonly [number, number])[] {
  const stretches: [number, number][] = [];
  for (const [slot, count] of activity.entries()) {
    if (count === 0) continue;
    const last = stretches.at(-1);
    if (last?.[1] === slot) last[1] = slot + 1;
    else stretches.push([slot, slot + 1]);
  }
  return stretches;
}

export function ActivityBars({ tracks }: { readonly tracks: readonly Named<ReplayTrack>[] }) {
  const messages = useRangerMessages();
  const height = tracks.length * (ROW + GAP);
  return (
    <>
      <svg
        className="replay-activity"
        viewBox={`0 0 ${ACTIVITY_COUNTS} ${height}`}
        preserveAspectRatio="none"
        style={{ height: Math.min(96, Math.max(16, height)) }}
        role="img"
        aria-label={messages.activity}
      >
        {tracks.map(({ userId, activity }, row) => (
          <g key={userId} fill={colourOf(row)}>
            <rect x={0} width={ACTIVITY_COUNTS} y={row * (ROW + GAP) + ROW / 2} height={0.5} opacity={0.35} />
            {stretchesOf(activity).map(([from, to]) => (
              <rect key={from} x={from} width={to - from} y={row * (ROW + GAP)} height={ROW} />
            ))}
          </g>
        ))}
      </svg>
      <div className="replay-hours tabular hint" aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}</span>
        ))}
      </div>
    </>
  );
}
