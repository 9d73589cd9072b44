// 在途 next to a list of tasks: who is on the way in each, and a message when that is not known.

import type { ReactNode } from 'react';
import { useTravelMessages } from '../../travel/parts/messages.ts';
import { type UnderWay, useUnderWay } from '../../travel/parts/use-under-way.ts';
import type { NamedTask } from '../task.ts';
import type { TaskJourney } from '../task-journey.ts';

interface Journeys {
  readonly kind: UnderWay['kind'];
  /** The journeys of each task, earliest arrival first. */
  readonly journeys: ReadonlyMap<string, readonly TaskJourney[]>;
  /** The message to show; null: none. */
  readonly note: ReactNode;
}

export function useJourneys(tasks: readonly NamedTask[]): Journeys {
  const { journey: messages } = useTravelMessages();
  const underWay = useUnderWay(tasks);
  const journeys = Map.groupBy(underWay.kind === 'known' ? underWay.journeys : [], ({ taskId }) => taskId);
  const note =
    underWay.kind === 'failed' ? (
      <p className="hint" role="alert">
        {messages.failed}{' '}
        <button type="button" className="link-button" onClick={underWay.retry}>
          {messages.retry}
        </button>
      </p>
    ) : underWay.kind === 'known' && underWay.isStale ? (
      <p className="hint">{messages.stale}</p>
    ) : null;
  return { kind: underWay.kind, journeys, note };
}
