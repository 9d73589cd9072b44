// The demo's rangers: on patrol, or in quiet mode at home until they get a task.
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
import type { Environment, Settings } from './settings.ts';

interface StartRangersOptions {
  readonly settings: Pick<Settings, 'mode' | 'seed'>;
  readonly world: Pick<World, 'burningAt'>;
  readonly surface: Surface;
  readonly clock: WorldClock;
  readonly wire: Pick<Wire, 'positions'>;
  readonly sender: SenderOptions;
  readonly onKeyRefused: () => void;
  readonly environment: Environment;
}

/** Runs until the sender's signal. */
export function startRangers({
  settings,
  world,
  surface,
  clock,
  wire,
  sender,
  onKeyRefused,
  environment,
}: StartRangersOptions): Promise<void> {
  const { seed, mode } = settings;
  const patrols = mode === 'on';
  const rangerOf = (post: RangerPost): Ranger =>
    createRanger({
      userName: post.userName,
      seed,
      surface,
      clock,
      patrols,
      session: createSession(post, sender),
      patrolAt: patrols ? patrolOf(seed, post, surface) : () => ({ lng: post.home.lng, lat: post.home.lat }),
      // In quiet mode nothing burns, so rangers find no fire.
      burningAt: patrols ? world.burningAt : () => [],
    });
  return runSquad({
    wire,
    clock: environment.clock,
    random: environment.random,
    pause: environment.pause,
    signal: sender.signal,
    rangers: roster.map(rangerOf),
    hasSignal: (userName, wallMs) => !patrols || hasSignal(seed, userName, wallMs),
    onRefused: (who, why) => environment.warn(notices.refused(`${notices.rangers} ${who}`, why)),
    onKeyRefused: onKeyRefused,
  });
}

/** Plans the patrol on first use: planning all twenty at once would block the thread. */
function patrolOf(seed: number, post: RangerPost, surface: Surface): Patrol['positionAt'] {
  let patrol: Patrol | null = null;
  return (ms) => {
    patrol ??= createPatrol(seed, post, surface);
    return patrol.positionAt(ms);
  };
}

type StartCrowdOptions = Pick<StartRangersOptions, 'clock' | 'wire' | 'sender' | 'onKeyRefused' | 'environment'> & {
  readonly settings: Pick<Settings, 'seed' | 'scale'>;
};

/** Runs until the sender's signal. */
export function startCrowd({
  settings: { seed, scale },
  clock,
  wire,
  sender,
  onKeyRefused,
  environment,
}: StartCrowdOptions): Promise<void> {
  return runCrowd({
    wire,
    clock,
    wallClock: environment.clock,
    pause: environment.pause,
    signal: sender.signal,
    walkers: walkersOf(seed, walkersAt(scale)),
    session: createSession(SURVEYOR, sender),
    onMade: (made, requested) => environment.warn(notices.walkers(made, requested)),
    onRefused: (who, why) => environment.warn(notices.refused(`${notices.rangers} ${who}`, why)),
    onKeyRefused: onKeyRefused,
  });
}
