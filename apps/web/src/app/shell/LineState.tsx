// The dot with words and "last updated": whether this desk hears what happens.
import { useConnection } from '../../shared/services.ts';
import type { ConnectionFacts } from '../../stores/connection.ts';
import { beijing } from '../server-clock.ts';
import { useShellMessages } from './messages.ts';

const stateOf = (facts: ConnectionFacts) => (facts.callsLost && facts.line !== 'lost' && facts.line !== 'dead' ? 'calls' : facts.line);

export function LineState() {
  const messages = useShellMessages();
  const facts = useConnection();
  const state = stateOf(facts);
  if (state === 'none') return null;
  const updated = facts.updatedAt === null ? messages.line.never : messages.line.updated(beijing(facts.updatedAt).time);
  return (
    <div className="line-state line" data-state={state} title={updated}>
      <span className="line-dot" aria-hidden="true" />
      <span>{messages.line[state]}</span>
      <span className="line-updated tabular">{updated}</span>
    </div>
  );
}
