// How an alarm stands, in words with a shape.
import type { Alarm } from '@lookout/domain';
import { standingOf } from './standing.ts';
import { useWords } from './words.ts';

export function StateTags({ alarm }: { readonly alarm: Alarm }) {
  const words = useWords();
  return (
    <span className="alarms-tags">
      {standingOf(alarm, words.alarm).map(({ state, word }) => (
        <span key={state} className="alarms-tag" data-state={state}>
          {word}
        </span>
      ))}
    </span>
  );
}
