// An alarm's state as tags: text and a shape, so that colour is not the only difference.
import { type Alarm, type AlarmStage, isMasked, verdictOf } from '@lookout/domain';
import type { AlarmTerms } from '../../entities/alarm/messages.ts';
import { useMessages } from './messages.ts';

export function StateTags({ alarm }: { readonly alarm: Alarm }) {
  const messages = useMessages();
  return (
    <span className="alarms-tags">
      {stateTagsOf(alarm, messages.alarm).map(({ state, word }) => (
        <span key={state} className="alarms-tag" data-state={state}>
          {word}
        </span>
      ))}
    </span>
  );
}

// An alarm's state: its verdict, and whether it is handled, in progress or closed. Pure; used on the screen and in exports.
interface StateTag {
  /** Determines shape and colour. */
  readonly state: 'unjudged' | 'real' | 'false' | 'closed' | 'burning' | 'handled' | 'open' | 'masked';
  readonly word: string;
}

const STAGE_TAGS: Readonly<Record<AlarmStage['stage'], (states: AlarmTerms['states']) => StateTag>> = {
  open: ({ open }) => ({ state: 'open', word: open }),
  handled: ({ handled }) => ({ state: 'handled', word: handled }),
  dismissed: ({ handled }) => ({ state: 'handled', word: handled }),
  'in-progress': (states) => ({ state: 'burning', word: states['in-progress'] }),
  closed: ({ closed }) => ({ state: 'closed', word: closed }),
};

/** The verdict first, then the stage, and that a machine detected it in a mask. */
export function stateTagsOf(alarm: Pick<Alarm, 'response' | 'facts'>, { states }: AlarmTerms): readonly StateTag[] {
  const { response } = alarm;
  const verdict = verdictOf(response);
  const masked: readonly StateTag[] = isMasked(alarm) ? [{ state: 'masked', word: states.masked }] : [];
  return [{ state: verdict, word: states[verdict] }, STAGE_TAGS[response.stage](states), ...masked];
}
