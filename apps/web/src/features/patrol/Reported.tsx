import { formatTime } from '@lookout/contract';
import { EntryText } from './EntryText.tsx';
import { useMessages } from './messages.ts';
import type { Entry } from './upload-queue.ts';

/** 本机已上报: what this phone has sent for the one logged in, newest first. */
export function Reported({ entries }: { readonly entries: readonly Entry[] }) {
  const { reported: messages } = useMessages();
  return (
    <section className="patrol-card" aria-label={messages.title}>
      <h2>{messages.title}</h2>
      {entries.length === 0 && (
        <div className="patrol-empty">
          <p>{messages.empty}</p>
          <p className="patrol-second">{messages.emptyHint}</p>
        </div>
      )}
      <ul className="patrol-list">
        {entries.map((entry) =>
          entry.stage.kind === 'sent' ? (
            <li key={entry.key}>
              <EntryText entry={entry} photoCount={entry.stage.photoCount} />
              <p className="patrol-stage tabular line" data-stage="sent">
                <Tick />
                {messages.at(formatTime(new Date(entry.stage.at)))}
              </p>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

const Tick = () => (
  <svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
    <path d="M4 13l5 5L20 6" />
  </svg>
);
