// The sums of duty (态势汇总) in one line over the map: the same as on the wall, worked out by the server. Each leads to what it counts.

import { useServices } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { LiveUpdate } from '../../live-updates.ts';
import { DUTY_SUMS, type DutySum } from '../../shift/duty-sums.ts';
import { useDutySumMessages } from '../../shift/parts/messages.ts';
import { sumText } from '../../shift/parts/sum-text.ts';

/** Where what is counted is listed; null: in the queue beside it. */
const PLACES: Readonly<Record<DutySum, string | null>> = {
  unjudged: null,
  burning: null,
  burningHectares: null,
  closedToday: '/manage/alarm?state=closed',
  openTasks: '/manage/task',
  peopleOut: '/manage/ranger',
  warnings: '/warning',
};
/** What changes without a message: who is out, and areas as time goes on. */
const EVERY_MS = 60_000;
/** Each window waits its own time after a message: all desks of a province must not ask in the same moment, while the next alarm comes. */
const WAITS_MS = { least: 2_000, most: 10_000 } as const;
const someWait = (): number => WAITS_MS.least + Math.random() * (WAITS_MS.most - WAITS_MS.least);
/** Positions have no number; they come many times a second, and move no sum that is not asked for anyway. */
const isNews = ({ seq }: LiveUpdate): boolean => seq !== undefined;

export function DutySums({ onQueue }: { readonly onQueue: () => void }) {
  const { client, replay } = useServices();
  const { title, sums: words } = useDutySumMessages();
  const navigate = useNavigate();
  const { data: sums, refetch } = useQuery({
    queryKey: ['duty-sums'],
    queryFn: ({ signal }) => client.wall.dutySums({ query: {}, occasion: 'background', silent: true, signal }),
    refetchInterval: EVERY_MS,
    enabled: replay === null,
  });
  const [waitMs] = useState(someWait);
  useLiveRefetch(isNews, refetch, waitMs);
  // Sums are of the present; without an answer the queue beside it says what is wrong.
  if (replay !== null || sums === undefined) return null;
  return (
    <ul className="duty-sums panel" aria-label={title}>
      {DUTY_SUMS.map((sum) => {
        const text = sumText(sum, sums[sum]);
        const { name, hint, unit } = words[sum];
        const place = PLACES[sum];
        // What this officer may not see, and an area that nobody knows, is not there.
        return text === null ? null : (
          <li key={sum} data-sum={sum} data-zero={sums[sum] === 0}>
            <button type="button" title={hint} onClick={() => (place === null ? onQueue() : void navigate(place))}>
              <span>{name}</span> <strong className="tabular">{text}</strong>
              {sum === 'burningHectares' && ` ${unit}`}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
