import { formatTime } from '@lookout/contract';
import { marks } from '../../shared/text/marks.ts';
import { EntryText } from './EntryText.tsx';
import { useMessages } from './messages.ts';
import type { Entry } from './upload-queue.ts';

interface Props {
  readonly entries: readonly Entry[];
  readonly sending: ReadonlySet<string>;
  readonly offline: boolean;
  readonly onRetry: (entry: Entry) => void;
  readonly onEdit: (entry: Entry) => void;
  readonly onDiscard: (entry: Entry) => void;
}

/** 待发送: what has not reached the server, and why. */
export function Waiting({ entries, sending, offline, onRetry, onEdit, onDiscard }: Props) {
  const { waiting: messages, written } = useMessages();
  const stateOf = ({ key, stage }: Entry): string => {
    if (sending.has(key)) return messages.sending;
    if (stage.kind === 'refused') {
      const why = stage.fields.map(({ message }) => message).join(marks().semicolon);
      return `${messages.refused}${marks().colon}${why === '' ? stage.message : why}`;
    }
    if (offline) return messages.offline;
    return stage.kind === 'waiting' && stage.why !== null ? messages.later[stage.why] : messages.ready;
  };
  return (
    <section className="patrol-card" aria-label={messages.title}>
      <h2>
        {messages.title} <span className="patrol-badge">{entries.length}</span>
      </h2>
      <ul className="patrol-list">
        {entries.map((entry) => (
          <li key={entry.key}>
            <EntryText entry={entry} photoCount={entry.photos.length} />
            <p className="patrol-second tabular">{written(formatTime(new Date(entry.writtenAt)))}</p>
            <p className="patrol-stage line" data-stage={sending.has(entry.key) ? 'sending' : entry.stage.kind} role="status">
              {stateOf(entry)}
            </p>
            <div className="patrol-actions">
              {entry.stage.kind === 'refused' && (
                <button
                  type="button"
                  className="plain-button plain-primary"
                  disabled={sending.has(entry.key)}
                  onClick={() => onEdit(entry)}
                >
                  {messages.edit}
                </button>
              )}
              <button type="button" className="plain-button" disabled={sending.has(entry.key)} onClick={() => onRetry(entry)}>
                {messages.retry}
              </button>
              <button type="button" className="plain-button" disabled={sending.has(entry.key)} onClick={() => onDiscard(entry)}>
                {messages.discard}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
