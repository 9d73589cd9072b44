// The people of the load mode against one server (`--scale`, DEMO_SCALE).
import { createSession, notices, runCrowd, SURVEYOR, walkersAt, walkersOf } from '@lookout/sim';
import type { Settings } from './settings.ts';
import type { RangerNeeds } from './start-rangers.ts';

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
    onMade: (made, wished) => around.warn(notices.walkers(made, wished)),
    onRefused: (who, why) => around.warn(notices.refused(`${notices.rangers} ${who}`, why)),
    onKeyRefused: keyRefused,
  });
}
