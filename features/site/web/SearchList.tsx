// The officer's searches, newest first.
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useSiteMessages } from './messages.ts';
import type { Search } from './searches.ts';

interface Props {
  readonly searches: readonly Search[];
  readonly shownId: string | null;
  readonly onShow: (id: string) => void;
}

export function SearchList({ searches, shownId, onShow }: Props) {
  const messages = useSiteMessages();
  return (
    <ul className="sites-list">
      {searches.map(({ id, question, state, percent, requestedAt }) => (
        <li key={id}>
          <button type="button" className="list-row" aria-pressed={id === shownId} onClick={() => onShow(id)}>
            <strong className="cut">{question.gridName}</strong>
            <span className="second tabular">
              {[
                messages.towers(question.count),
                messages.sources[question.source],
                dayAndMinute(requestedAt),
                state === 'running' ? `${percent} %` : messages.states[state],
              ].join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
