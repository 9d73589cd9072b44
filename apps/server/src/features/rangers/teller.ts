// Tells the desks where people are, in the order in which it became known, slice by slice: a batch of thousands must not hold up the event loop.
import { formatTime, type TeamPosition } from '@lookout/contract';
import type { RangerPosition } from '@lookout/domain';
import type { RangerPerson } from '@lookout/store';
import type { Announcer } from '../../services/deps.ts';

export interface Told {
  readonly position: RangerPosition;
  readonly person: Pick<RangerPerson, 'fullName' | 'gridNo'>;
}

export interface Teller {
  /** A few are told in this very tick; more follow in ticks of their own, behind those that wait already. */
  tell(some: readonly Told[]): void;
}

/** Positions of one tick: about two milliseconds. */
const SLICE = 200;

export function createTeller(announcer: Pick<Announcer, 'tell'>, later: (run: () => void) => void = setImmediate): Teller {
  let waiting: Told[] = [];
  let next = 0;
  let isTelling = false;

  const tellSlice = (): void => {
    const slice = waiting.slice(next, next + SLICE);
    next += slice.length;
    if (next < waiting.length) later(tellSlice);
    else {
      waiting = [];
      next = 0;
      isTelling = false;
    }
    for (const { position, person } of slice) {
      const { userId, at } = position;
      const data: TeamPosition = { userId, createUser: person.fullName, position: position.position, actualUploadTime: formatTime(at) };
      announcer.tell('teamTrajectory', person.gridNo, data);
    }
  };

  return {
    tell(some) {
      for (const one of some) waiting.push(one);
      if (isTelling || waiting.length === 0) return;
      isTelling = true;
      tellSlice();
    },
  };
}
