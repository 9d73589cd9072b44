// How an alarm stands: what it was judged to be, and whether it is handled, in progress or closed. Pure; for the screen and for files.
import { type Alarm, type AlarmStage, verdictOf } from '@lookout/domain';
import type { AlarmWords } from './text.zh-CN.ts';

export interface Standing {
  /** Chooses shape and colour. */
  readonly state: 'unjudged' | 'real' | 'false' | 'closed' | 'burning' | 'handled' | 'open';
  readonly word: string;
}

const standOf: Readonly<Record<AlarmStage['stage'], (words: AlarmWords) => Standing>> = {
  open: ({ unhandled }) => ({ state: 'open', word: unhandled }),
  handled: ({ handled }) => ({ state: 'handled', word: handled }),
  dismissed: ({ handled }) => ({ state: 'handled', word: handled }),
  'in-progress': ({ states }) => ({ state: 'burning', word: states['in-progress'] }),
  closed: ({ states }) => ({ state: 'closed', word: states.closed }),
};

/** The judgement first, then the stand. */
export function standingOf({ response }: Pick<Alarm, 'response'>, words: AlarmWords): readonly Standing[] {
  const verdict = verdictOf(response);
  return [{ state: verdict, word: words.states[verdict] }, standOf[response.stage](words)];
}
