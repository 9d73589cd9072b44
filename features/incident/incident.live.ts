// The live message that alarms joined a fire.

import type { LiveMessagesOf } from '../live-messages.ts';

/** Decisions are not published themselves, only the memberships that follow from them. */
export const incidentLive: LiveMessagesOf<'incident'> = (event) => {
  if (event.kind !== 'incident.joined') return [];
  return [{ kind: 'incident', gridNo: event.gridNo, data: { members: [...event.payload.members] } }];
};
