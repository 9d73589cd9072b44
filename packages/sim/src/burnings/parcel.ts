// Applications to burn on their way in: entered by the county's officer and decided by him. The same again changes nothing.
import { contract, type Sent } from '@lookout/contract';
import type { WorldClock } from '../clock.ts';
import type { Outcome } from '../wire/answer.ts';
import type { Parcel } from '../wire/queue.ts';
import type { Session } from '../wire/session.ts';
import { burningWords, notices } from '../words.ts';
import type { Application } from './applications.ts';

export interface BurningParcelOptions {
  readonly applications: () => readonly Application[];
  readonly clock: Pick<WorldClock, 'wallOf'>;
  /** Of an officer, by his user name. */
  readonly sessionOf: (userName: string) => Pick<Session, 'call'>;
  /** Makes the keys those of one world: a seed and a speed. */
  readonly world: string;
}

const { createBurning, burningList, reviewBurning } = contract.burnings;

export function burningsParcel({ applications, clock, sessionOf, world }: BurningParcelOptions): Parcel {
  return {
    name: notices.parcels.burnings,
    async send() {
      for (const [userName, own] of Map.groupBy(applications(), (application) => application.userName)) {
        const outcome = await enter(sessionOf(userName), own);
        if (outcome.kind !== 'delivered') return outcome;
      }
      return { kind: 'delivered' };
    },
  };

  async function enter(session: Pick<Session, 'call'>, own: readonly Application[]): Promise<Outcome> {
    const ids: string[] = [];
    for (const application of own) {
      const made = await session.call(createBurning, bodyOf(application, clock), `demo-${world}-${application.id}`);
      if (made.kind !== 'delivered') return made;
      ids.push(made.data.id);
    }
    const standing = await session.call(burningList, { state: 'pending' });
    if (standing.kind !== 'delivered') return standing;
    const waiting = new Set(standing.data.map(({ id }) => id));
    for (const [n, { review }] of own.entries()) {
      const id = ids[n];
      if (review === null || id === undefined || !waiting.has(id)) continue;
      const reviewed = await session.call(reviewBurning, { id, state: review, note: burningWords.notes[review] });
      if (reviewed.kind !== 'delivered') return reviewed;
    }
    return { kind: 'delivered' };
  }
}

const bodyOf = (application: Application, clock: Pick<WorldClock, 'wallOf'>): NonNullable<Sent<typeof createBurning>['body']> => ({
  ...{ applicant: application.applicant, phone: application.phone, purpose: application.purpose },
  ...{ position: { ...application.position }, address: application.address },
  startTime: new Date(clock.wallOf(application.startsAtMs)).toISOString(),
  endTime: new Date(clock.wallOf(application.endsAtMs)).toISOString(),
  ...{ area: application.hectares, peopleCount: application.peopleCount, measures: burningWords.measures[application.purpose] },
});
