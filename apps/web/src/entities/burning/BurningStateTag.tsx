import { type Burning, burningPhase } from '@lookout/domain';
import { useServices } from '../../shared/services.ts';
import './burnings.css';
import { useBurningMessages } from './messages.ts';

/** Its state in words; of an approved one also where its window stands. */
export function BurningStateTag({ burning }: { readonly burning: Burning }) {
  const messages = useBurningMessages();
  const { now } = useServices();
  const { state } = burning;
  const phase = burningPhase(burning, new Date(now()));
  return (
    <span className="tag" data-state={state} data-phase={phase ?? 'none'}>
      {messages.states[state]}
      {phase && ` · ${messages.phases[phase]}`}
    </span>
  );
}
