// The demo's rangers: on patrol, or, in quiet mode, at home until they are sent.
import type { Surface } from '@lookout/geo';
import {
  createPatrol,
  createRanger,
  createSession,
  hasSignal,
  notices,
  type Patrol,
  type Ranger,
  type RangerPost,
  roster,
  runCrowd,
  runSquad,
  type SenderOptions,
  SURVEYOR,
  type Wire,
  type World,
  type WorldClock,
  walkersAt,
  walkersOf,
} from '@lookout/sim';
import type { Settings, Surroundings } from './settings.ts';

interface RangerNeeds {
  readonly settings: Pick<Settings, 'mode' | 'seed'>;
  readonly world: Pick<World, 'burningAt'>;
  readonly surface: Surface;
  readonly clock: WorldClock;
  readonly wire: Pick<Wire, 'positions'>;
  readonly sender: SenderOptions;
  readonly keyRefused: () => void;
  readonly around: Surroundings;
}

/** Until the sender's signal. */
export function startRangers({ settings, world, surface, clock, wire, sender, keyRefused, around }: RangerNeeds): Promise<void> {
  const { seed, mode } = settings;
  const walks = mode === 'on';
  const rangerOf = (post: RangerPost): Ranger =>
    createRanger({
      userName: post.userName,
      seed,
      surface,
      clock,
      walks,
      session: createSession(post, sender),
      patrolAt: walks ? patrolOf(seed, post, surface) : () => ({ lng: post.home.lng, lat: post.home.lat }),
      // Quiet: nothing burns, so rangers find nothing.
      burningAt: walks ? world.burningAt : () => [],
    });
  return runSquad({
    wire,
    clock: around.clock,
    random: around.random,
    pause: around.pause,
    signal: sender.signal,
    rangers: roster.map(rangerOf),
    hasSignal: (userName, wallMs) => !walks || hasSignal(seed, userName, wallMs),
    onRefused: (who, why) => around.warn(notices.refused(`${notices.rangers} ${who}`, why)),
    onKeyRefused: keyRefused,
  });
}

/** Planned on first use: twenty at once would block everything else. */
function patrolOf(seed: number, post: RangerPost, surface: Surface): Patrol['positionAt'] {
  let patrol: Patrol | null = null;
  return (ms) => {
    patrol ??= createPatrol(seed, post, surface);
    return patrol.positionAt(ms);
  };
}

type CrowdNeeds = Pick<RangerNeeds, 'clock' | 'wire' | 'sender' | 'keyRefused' | 'around'> & {
  readonly settings: Pick<Settings, 'seed' | 'scale'>;
};

/** Until the sender's signal. */
export function startCrowd({ settings: { seed, scale }, clock, wire, sender, keyRefused, around }: CrowdNeeds): Promise<void> {
  return runCrowd({
    wire,
    clock,
    wallClock: around.clock,
    pause: around.pause,
    signal: sender.signal,
    walkers: walkersOf(seed, walkersAt(scale)),
    session: createSession(SURVEYOR, sender),
    onMade: (made, requested) => around.warn(notices.walkers(made, requested)),
    onRefused: (who, why) => around.warn(notices.refused(`${notices.rangers} ${who}`, why)),
    onKeyRefused: keyRefused,
  });
}
