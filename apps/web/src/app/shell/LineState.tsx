// The dot with words and "last updated": whether this desk hears what happens.
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../shared/services.ts';
import type { ConnectionFacts } from '../../stores/connection.ts';
import { beijing } from '../server-clock.ts';

const stateOf = (facts: ConnectionFacts) => (facts.callsLost && facts.line !== 'lost' && facts.line !== 'dead' ? 'calls' : facts.line);

export function LineState() {
  const { t } = useTranslation();
  const facts = useConnection();
  const state = stateOf(facts);
  if (state === 'none') return null;
  const updated = facts.updatedAt === null ? t('line.never') : t('line.updated', { time: beijing(facts.updatedAt).time });
  return (
    <div className="line-state line" data-state={state} title={updated}>
      <span className="line-dot" aria-hidden="true" />
      <span>{t(`line.${state}`)}</span>
      <span className="line-updated tabular">{updated}</span>
    </div>
  );
}
