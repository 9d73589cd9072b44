// The live message that a warning of a geological hazard changed.

import { actorName, withGridName } from '@lookout/domain';
import type { LiveMessagesOf } from '../live-messages.ts';
import { warningActOf } from './hazard.ts';

export const hazardWarningLive: LiveMessagesOf<'hazard-warning'> = (event, after, nameOf) => {
  if (after === null) return [];
  const data = { warning: withGridName(after, nameOf), change: warningActOf(event.kind), changedBy: actorName(event.actor) };
  return [{ kind: 'hazardWarning', gridNo: event.gridNo, data }];
};
