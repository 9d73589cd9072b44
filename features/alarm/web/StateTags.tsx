// An alarm's state as tags: text and a shape, so that colour is not the only difference.

import { useIncidentMessages } from '../../incident/parts/messages.ts';
import { type Alarm, type AlarmStage, isMasked, verdictOf } from '../alarm.ts';
import { STATE_OF_STAGE } from '../parts/details.ts';
import type { AlarmTerms } from '../parts/messages.ts';
import { useMessages } from './messages.ts';

export function StateTags({ alarm, isOfBurning }: { readonly alarm: Alarm; readonly isOfBurning: boolean }) {
  const messages = useMessages();
  const { ofBurning } = useIncidentMessages();
  return (
    <span className="alarms-tags">
      {stateTagsOf(alarm, messages.alarm, isOfBurning ? ofBurning : null).map(({ state, word }) => (
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
  readonly state: 'unjudged' | 'real' | 'false' | 'closed' | 'burning' | 'handled' | 'open' | 'of-burning' | 'masked';
  readonly word: string;
}

const SHAPE_OF_STAGE: Readonly<Record<AlarmStage['stage'], StateTag['state'] | null>> = {
  open: 'open',
  handled: 'handled',
  // The verdict alone is enough.
  dismissed: null,
  'in-progress': 'burning',
  closed: 'closed',
};

/**
 * The verdict first, then the stage, whether it belongs to a fire in progress, and whether a machine detected it in a mask.
 * @param ofBurning the label for an alarm of a fire in progress; null: it belongs to none
 */
export function stateTagsOf(
  alarm: Pick<Alarm, 'response' | 'facts'>,
  { states }: Pick<AlarmTerms, 'states'>,
  ofBurning: string | null,
): readonly StateTag[] {
  const { response } = alarm;
  const verdict = verdictOf(response);
  const masked: readonly StateTag[] = isMasked(alarm) ? [{ state: 'masked', word: states.masked }] : [];
  // The fire has been handled: 未处理 would wrongly suggest that nothing has been done.
  const isAnsweredByFire = ofBurning !== null && response.stage === 'open';
  const shape = SHAPE_OF_STAGE[response.stage];
  return [
    { state: verdict, word: states[verdict] },
    ...(shape === null || isAnsweredByFire ? [] : [{ state: shape, word: states[STATE_OF_STAGE[response.stage]] }]),
    ...(ofBurning === null ? [] : [{ state: 'of-burning' as const, word: ofBurning }]),
    ...masked,
  ];
}
