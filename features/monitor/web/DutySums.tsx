// The duty totals (态势汇总) in one line over the map: the same as on the wall display, computed by the server. Each links to what it counts.

import { useServices } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { LiveUpdate } from '../../live-messages.ts';
import { DUTY_SUMS, type DutySum } from '../../shift/duty-sums.ts';
import { useDutySumMessages } from '../../shift/parts/messages.ts';
import { sumText } from '../../shift/parts/sum-text.ts';

/** The page that lists the counted items; null: the adjacent queue. */
const PLACES: Readonly<Record<DutySum, string | null>> = {
  unjudged: null,
  burning: null,
  burningHectares: null,
  closedToday: '/manage/alarm?state=closed',
  openTasks: '/manage/task',
  peopleOut: '/manage/ranger',
  warnings: '/warning',
};
/** For changes without a message: people on duty outside, and areas that change over time. */
const EVERY_MS = 60_000;
/**
 * After a message each window waits a random time, so that not all desks of a province send requests at once while the next alarm arrives.
 */
const WAITS_MS = { least: 2_000, most: 10_000 } as const;
const someWait = (): number => WAITS_MS.least + Math.random() * (WAITS_MS.most - WAITS_MS.least);
/** Position updates have no sequence number. They arrive many times a second and change only totals that are polled anyway. */
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
  // Totals describe the present. If they are unavailable, the adjacent queue shows the reason.
  if (replay !== null || sums === undefined) return null;
  return (
    <ul className="duty-sums panel" aria-label={title}>
      {DUTY_SUMS.map((sum) => {
        const text = sumText(sum, sums[sum]);
        const { name, hint, unit } = words[sum];
        const place = PLACES[sum];
        // A total without access, or an unknown area, is not displayed.
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
