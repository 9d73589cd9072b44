// Registers the demo's hazard points through the public API, and sends the readings of their monitors.
import { contract } from '@lookout/features/contract.ts';
import { notices } from '../texts.ts';
import type { Parcel } from '../wire/queue.ts';
import type { Session } from '../wire/session.ts';
import type { Wire } from '../wire/wire.ts';
import type { DemoHazard } from './points.ts';
import type { ReadingBody } from './readings.ts';

/** Creates the missing points, recognised by their code. */
export function hazardsParcel(hazards: () => readonly DemoHazard[], session: Pick<Session, 'call'>): Parcel {
  return {
    name: notices.parcels.hazards,
    async send() {
      const existing = await session.call(contract.hazard.hazardList, {});
      if (existing.kind !== 'delivered') return existing;
      const codes = new Set(existing.data.map(({ code }) => code));
      for (const hazard of hazards()) {
        if (codes.has(hazard.code)) continue;
        const made = await session.call(contract.hazard.createHazard, hazard);
        if (made.kind !== 'delivered') return made;
      }
      return { kind: 'delivered' };
    },
  };
}

export const readingsParcel = (readings: () => readonly ReadingBody[], wire: Pick<Wire, 'readings'>): Parcel => ({
  name: notices.parcels.readings,
  send: async () => {
    const sent = await wire.readings(readings());
    if (sent.kind !== 'delivered') return sent;
    // A monitor that an officer has removed is not a fault of the feed.
    return { kind: 'delivered' };
  },
});
