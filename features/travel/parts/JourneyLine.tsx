// The state of a person under way: the expected arrival, standing still, off the route, or unknown.

import { useNow } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import type { TaskJourney } from '../../task/task-journey.ts';
import { journeyText } from './journey-text.ts';
import { useTravelMessages } from './messages.ts';
import './travel.css';

export function JourneyLine({ journey }: { readonly journey: TaskJourney }) {
  const { journey: messages, estimateHint } = useTravelMessages();
  const now = useNow();
  return (
    <span className="journey tabular" data-state={journey.state} title={estimateHint}>
      {journeyText(journey, now, { messages, brackets: marks().brackets })}
    </span>
  );
}
