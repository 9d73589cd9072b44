import { formatTime } from '@lookout/contract';
import { EntryWords } from './EntryWords.tsx';
import type { Entry } from './outbox.ts';
import { useWords } from './words.ts';

/** 本机已上报: what this phone has sent for the one logged in, newest first. */
export function Reported({ entries }: { readonly entries: readonly Entry[] }) {
  const { reported: words } = useWords();
  return (
    <section className="patrol-card" aria-label={words.title}>
      <h2>{words.title}</h2>
      {entries.length === 0 && (
        <div className="patrol-empty">
          <p>{words.empty}</p>
          <p className="patrol-second">{words.emptyHint}</p>
        </div>
      )}
      <ul className="patrol-list">
        {entries.map((entry) =>
          entry.stage.kind === 'sent' ? (
            <li key={entry.key}>
              <EntryWords entry={entry} photoCount={entry.stage.photoCount} />
              <p className="patrol-stage tabular line" data-stage="sent">
                <Tick />
                {words.at(formatTime(new Date(entry.stage.at)))}
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
