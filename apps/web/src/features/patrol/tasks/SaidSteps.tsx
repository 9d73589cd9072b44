import { formatTime } from '@lookout/contract';
import { marks } from '../../../shared/text/marks.ts';
import type { Entry } from '../upload-queue.ts';
import { useOwnTasksMessages } from './messages.ts';
import type { Step } from './step.ts';

interface Props {
  readonly entries: readonly Entry<Step>[];
  readonly sending: ReadonlySet<string>;
  readonly onDiscard: (entry: Entry<Step>) => void;
}

/** What this phone has said about a task, newest first, and whether it arrived. */
export function SaidSteps({ entries, sending, onDiscard }: Props) {
  const messages = useOwnTasksMessages();
  if (entries.length === 0) return null;
  const stateOf = ({ key, stage }: Entry<Step>): string => {
    if (sending.has(key)) return messages.sending;
    if (stage.kind === 'sent') return messages.sent(formatTime(new Date(stage.at)).slice(5));
    if (stage.kind === 'refused')
      return messages.refused(stage.fields.map(({ message }) => message).join(marks().semicolon) || stage.message);
    return messages.waiting;
  };
  return (
    <section className="patrol-card" aria-label={messages.said}>
      <h2>{messages.said}</h2>
      <ul className="patrol-list">
        {entries.map((entry) => (
          <li key={entry.key}>
            <p>
              {messages.shared.states[entry.state]}
              {entry.text !== '' && `${marks().colon}${entry.text}`}
            </p>
            <p className="patrol-stage tabular line" data-stage={sending.has(entry.key) ? 'sending' : entry.stage.kind} role="status">
              {stateOf(entry)}
            </p>
            {entry.stage.kind === 'refused' && (
              <div className="patrol-actions">
                <button type="button" className="plain-button" onClick={() => onDiscard(entry)}>
                  {messages.discard}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
