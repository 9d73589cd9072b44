// Who the rangers are, in memory: a thousand positions a second must not ask the database a thousand times. Looked at anew when people change.
import type { RangerPerson, Store } from '@lookout/store';

export interface RangerDirectory {
  /** Everybody by id, as they were within the last second. */
  people(): Promise<ReadonlyMap<string, RangerPerson>>;
}

/** So old may a look be: a new ranger's first positions wait no longer, and a lost right is known as soon. */
const LOOK_MS = 1_000;

/** @param now milliseconds of a clock that never goes back */
export function createDirectory(
  rangers: Pick<Store['rangers'], 'people' | 'peopleStamp'>,
  now: () => number,
  lookMs = LOOK_MS,
): RangerDirectory {
  let people: ReadonlyMap<string, RangerPerson> = new Map();
  let stamp: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const began = now();
    // The stamp first: what changes in between is seen by the next look.
    const newest = await rangers.peopleStamp();
    if (newest !== stamp) {
      people = new Map((await rangers.people()).map((person) => [person.userId, person]));
      stamp = newest;
    }
    lookedAt = began;
  };

  return {
    async people() {
      if (now() - lookedAt >= lookMs) {
        looking ??= look().finally(() => {
          looking = null;
        });
        await looking;
      }
      return people;
    },
  };
}
