// How an alarm stands: what it was judged to be, and whether it is handled, in progress or closed. Pure; for the screen and for files.
import type { WireAlarm } from '@lookout/contract';
import type { AlarmWords } from './text.zh-CN.ts';

export interface Standing {
  /** Chooses shape and colour. */
  readonly state: 'unjudged' | 'real' | 'false' | 'closed' | 'burning' | 'handled' | 'open';
  readonly word: string;
}

type Judged = Pick<WireAlarm, 'isReal' | 'isHandle' | 'closeTime'>;

/** The judgement first, then the stand. */
export function standingOf({ isReal, isHandle, closeTime }: Judged, { states, handled, unhandled }: AlarmWords): readonly Standing[] {
  const judged = isReal === null ? 'unjudged' : isReal === 1 ? 'real' : 'false';
  const stand: Standing =
    closeTime !== null
      ? { state: 'closed', word: states.closed }
      : isReal === 1
        ? { state: 'burning', word: states['in-progress'] }
        : isHandle === 1
          ? { state: 'handled', word: handled }
          : { state: 'open', word: unhandled };
  return [{ state: judged, word: states[judged] }, stand];
}
