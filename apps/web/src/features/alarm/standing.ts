// How an alarm stands: what it was judged to be, and whether it is handled, in progress or closed. Pure; for the screen and for files.
import { type Alarm, type AlarmStage, verdictOf } from '@lookout/domain';
import type { AlarmTerms } from '../../entities/alarm/messages.ts';

export interface Standing {
  /** Chooses shape and colour. */
  readonly state: 'unjudged' | 'real' | 'false' | 'closed' | 'burning' | 'handled' | 'open';
  readonly word: string;
}

const standOf: Readonly<Record<AlarmStage['stage'], (states: AlarmTerms['states']) => Standing>> = {
  open: ({ open }) => ({ state: 'open', word: open }),
  handled: ({ handled }) => ({ state: 'handled', word: handled }),
  dismissed: ({ handled }) => ({ state: 'handled', word: handled }),
  'in-progress': (states) => ({ state: 'burning', word: states['in-progress'] }),
  closed: ({ closed }) => ({ state: 'closed', word: closed }),
};

/** The judgement first, then the stand. */
export function standingOf({ response }: Pick<Alarm, 'response'>, { states }: AlarmTerms): readonly Standing[] {
  const verdict = verdictOf(response);
  return [{ state: verdict, word: states[verdict] }, standOf[response.stage](states)];
}
