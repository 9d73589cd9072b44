// 预计到达 of one task: shows the earliest arrival, and the others on hover.

import { useNow } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { journeyText } from '../../travel/parts/journey-text.ts';
import { useTravelMessages } from '../../travel/parts/messages.ts';
import { isFollowed } from '../../travel/parts/use-under-way.ts';
import type { NamedTask } from '../task.ts';
import type { TaskJourney } from '../task-journey.ts';

interface Props {
  readonly task: NamedTask;
  /** The journeys of this task, earliest arrival first. */
  readonly journeys: readonly TaskJourney[];
  /** Whether the reply is still pending. */
  readonly isWaiting: boolean;
}

export function ArrivalCell({ task, journeys, isWaiting }: Props) {
  const { journey: messages } = useTravelMessages();
  const now = useNow();
  const texts = journeys.map((one) => `${one.fullName} ${journeyText(one, now, { messages, brackets: marks().brackets })}`);
  const [soonest] = texts;
  if (soonest === undefined) return isWaiting && isFollowed(task) ? <span className="hint">{messages.waiting}</span> : '—';
  return (
    <span className="clamp tabular journey" data-state={journeys[0]?.state} title={texts.join('\n')}>
      {soonest}
    </span>
  );
}
