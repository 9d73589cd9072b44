import type { WireBurning } from '@lookout/contract';
import './burnings.css';
import { useBurningWords } from './words.ts';

/** Its state in words; of an approved one also where its window stands. */
export function BurningStateTag({ burning: { state, phase } }: { readonly burning: Pick<WireBurning, 'state' | 'phase'> }) {
  const words = useBurningWords();
  return (
    <span className="tag" data-state={state} data-phase={phase ?? 'none'}>
      {words.states[state]}
      {phase && ` · ${words.phases[phase]}`}
    </span>
  );
}
