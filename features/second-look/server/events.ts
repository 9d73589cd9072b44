// The events of second looks.

import type { System } from '@lookout/domain';
import { eventBy, type Happened } from '@lookout/server/services/journal.ts';
import type { Alarm } from '../../alarm/alarm.ts';
import type { LookResult } from '../../alarm/look-result.ts';
import { SECOND_LOOK_NAME, type SecondLook, type SecondLookPayloads } from '../second-look.ts';

export const SECOND_LOOK_ACTOR: System = { kind: 'system', name: SECOND_LOOK_NAME };
const ORIGIN = { actor: SECOND_LOOK_ACTOR, requestId: null };

export const happenedTo = (kind: keyof SecondLookPayloads, look: SecondLook, now: Date): Happened => ({
  event: eventBy(ORIGIN, now, { kind, payload: { look } }, { objectId: look.id, gridNo: look.gridNo }),
  after: look,
});

export const resultOf = ({ verdict, reason }: Pick<SecondLook, 'verdict' | 'reason'>): LookResult =>
  verdict ?? (reason === 'unseen' ? 'unseen' : 'none');

/** The line in an alarm's history when a look at it has ended. */
export const lookedAtAlarm = (alarm: Alarm, look: SecondLook, now: Date): Happened => ({
  event: eventBy(
    ORIGIN,
    now,
    {
      kind: 'alarm.second-looked',
      payload: {
        lookId: look.id,
        result: resultOf(look),
        isHot: look.heat?.isHot ?? null,
        cameras: look.views.flatMap(({ cameraName, verdict }) => (verdict === null ? [] : [cameraName])),
      },
    },
    { objectId: alarm.id, gridNo: alarm.gridNo },
  ),
  after: alarm,
});
