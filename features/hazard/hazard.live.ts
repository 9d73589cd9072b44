// The live message that a warning of a geological hazard changed.

import { actorName } from '@lookout/domain';
import type { DraftsOf } from '../live-messages.ts';
import { warningActOf } from './hazard.schema.ts';
import { writeHazardWarning } from './hazard.wire.ts';

export const hazardWarningDrafts: DraftsOf<'hazard-warning'> = (event, after, nameOf) => {
  if (after === null) return [];
  const change = { change: warningActOf(event.kind), changedBy: actorName(event.actor) };
  return [{ kind: 'hazardWarning', gridNo: event.gridNo, data: { ...writeHazardWarning(after, nameOf), ...change } }];
};
