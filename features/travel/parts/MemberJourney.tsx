// One member of a task: the expected arrival, and the planned route on the globe.

import { useEffect, useMemo } from 'react';
import type { TaskJourney } from '../../task/task-journey.ts';
import { useChosenWay } from './chosen-way.ts';
import { JourneyLine } from './JourneyLine.tsx';
import { useTravelMessages } from './messages.ts';
import type { UnderWay } from './use-under-way.ts';

interface Props {
  readonly underWay: UnderWay;
  /** undefined: the reply does not include the member. */
  readonly journey: TaskJourney | undefined;
  /** True if a map is shown next to the task, on which a route can be drawn. */
  readonly isBesideMap: boolean;
}

export function MemberJourney({ underWay, journey, isBesideMap }: Props) {
  const { journey: messages } = useTravelMessages();
  switch (underWay.kind) {
    case 'off':
      return null;
    case 'waiting':
      return (
        <p className="hint" role="status">
          {messages.waiting}
        </p>
      );
    case 'failed':
      return (
        <p className="hint" role="alert">
          {messages.failed}{' '}
          <button type="button" className="link-button" onClick={underWay.retry}>
            {messages.retry}
          </button>
        </p>
      );
    case 'known':
      return journey === undefined ? null : (
        <p className="line">
          <JourneyLine journey={journey} />
          <span className="gap" />
          {isBesideMap && <ShowWay journey={journey} />}
          {underWay.isStale && <span className="hint">{messages.stale}</span>}
        </p>
      );
  }
}

/** A single point is not a route. */
const LEAST_POINTS = 2;

function ShowWay({ journey: { taskId, userId, fullName, plan } }: { readonly journey: TaskJourney }) {
  const { journey: messages } = useTravelMessages();
  const { isChosen, choose, release } = useChosenWay({ taskId, userId });
  const path = plan !== null && plan.path.length >= LEAST_POINTS ? plan.path : null;
  const way = useMemo(() => path && { taskId, userId, text: fullName, path }, [taskId, userId, fullName, path]);
  // A newly planned route replaces the one that is drawn. The route is removed when the task closes.
  useEffect(() => {
    if (isChosen && way !== null) choose(way);
  }, [isChosen, way, choose]);
  useEffect(() => release, [release]);
  if (way === null) return null;
  return (
    <button
      type="button"
      className="link-button"
      aria-pressed={isChosen}
      title={messages.wayOf(fullName)}
      onClick={() => (isChosen ? release() : choose(way))}
    >
      {isChosen ? messages.hideWay : messages.showWay}
    </button>
  );
}
