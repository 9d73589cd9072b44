// Sends the burn permit applications: the county officer enters and decides each. Sending again changes nothing.

import type { Sent } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import type { WorldClock } from '../clock.ts';
import { burningTexts, notices } from '../texts.ts';
import type { Parcel } from '../wire/queue.ts';
import type { Outcome } from '../wire/sender.ts';
import type { Session } from '../wire/session.ts';
import type { Application } from './applications.ts';

export interface BurningParcelOptions {
  readonly applications: () => readonly Application[];
  readonly clock: Pick<WorldClock, 'wallOf'>;
  /** The session of an officer, by user name. */
  readonly sessionOf: (userName: string) => Pick<Session, 'call'>;
  /** The world's seed and speed, part of the idempotency keys. */
  readonly world: string;
}

const { createBurning, burningList, reviewBurning } = contract.burning;

/** A refused application is reported in the outcome; the others are still entered and decided. */
export function burningsParcel({ applications, clock, sessionOf, world }: BurningParcelOptions): Parcel {
  return {
    name: notices.parcels.burnings,
    async send() {
      const refused: Outcome[] = [];
      for (const [userName, own] of Map.groupBy(applications(), (application) => application.userName)) {
        const outcome = await enter(sessionOf(userName), own);
        if (outcome.kind === 'refused') refused.push(outcome);
        else if (outcome.kind !== 'delivered') return outcome;
      }
      return refused[0] ?? { kind: 'delivered' };
    },
  };

  async function enter(session: Pick<Session, 'call'>, own: readonly Application[]): Promise<Outcome> {
    const refused: Outcome[] = [];
    const entered: { id: string; review: Application['review'] }[] = [];
    for (const application of own) {
      const made = await session.call(createBurning, bodyOf(application, clock), `demo-${world}-${application.id}`);
      if (made.kind === 'delivered') entered.push({ id: made.data.id, review: application.review });
      else if (made.kind === 'refused') refused.push(made);
      else return made;
    }
    const existing = await session.call(burningList, { state: 'pending' });
    if (existing.kind !== 'delivered') return existing;
    const waiting = new Set(existing.data.map(({ id }) => id));
    for (const { id, review } of entered) {
      if (review === null || !waiting.has(id)) continue;
      const reviewed = await session.call(reviewBurning, { id, state: review, note: burningTexts.notes[review] });
      if (reviewed.kind !== 'delivered') return reviewed;
    }
    return refused[0] ?? { kind: 'delivered' };
  }
}

const bodyOf = (application: Application, clock: Pick<WorldClock, 'wallOf'>): NonNullable<Sent<typeof createBurning>['body']> => ({
  applicant: application.applicant,
  phone: application.phone,
  purpose: application.purpose,
  position: { ...application.position },
  address: application.address,
  startsAt: new Date(clock.wallOf(application.startsAtMs)).toISOString(),
  endsAt: new Date(clock.wallOf(application.endsAtMs)).toISOString(),
  areaHectares: application.hectares,
  peopleCount: application.peopleCount,
  measures: burningTexts.measures[application.purpose],
});
