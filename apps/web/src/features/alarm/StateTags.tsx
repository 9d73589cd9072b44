// How an alarm stands, in words with a shape.
import type { Alarm } from '@lookout/domain';
import { useMessages } from './messages.ts';
import { standingOf } from './standing.ts';

export function StateTags({ alarm }: { readonly alarm: Alarm }) {
  const messages = useMessages();
  return (
    <span className="alarms-tags">
      {standingOf(alarm, messages.alarm).map(({ state, word }) => (
        <span key={state} className="alarms-tag" data-state={state}>
          {word}
        </span>
      ))}
    </span>
  );
}
