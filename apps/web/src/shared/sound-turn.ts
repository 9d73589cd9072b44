// Only one of a session's windows plays the sound: the focused one, or else a random one. A window that yielded to another plays it after
// all if the other does not, because one sound too many is better than none.
import { type After, byTimer } from './sound-gate.ts';

/** How long an unfocused window waits for other windows' claims. */
const LISTENS_MS = 100;
/** How long it then waits for the other to sound. */
const WAITS_MS = 1_000;

/** The lower rank goes first: 0 for the focused window, otherwise a random number above 0. */
type Rank = number;
type Message = { readonly kind: 'claims'; readonly rank: Rank } | { readonly kind: 'sounded' };

export interface SoundTurn {
  /**
   * Calls `sound` at once or within little more than a second, unless another window sounds meanwhile. Further calls during that time
   * belong to the same turn.
   */
  readonly take: (sound: () => void) => void;
  /** @param listener called whenever another window has sounded */
  readonly onOther: (listener: () => void) => void;
  readonly stop: () => void;
}

/** For a window that does not coordinate with others. */
export const OWN_TURN: SoundTurn = { take: (sound) => sound(), onOther: () => undefined, stop: () => undefined };

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** @param isInFront whether this window has the focus */
export function createSoundTurn(channel: Channel, isInFront: () => boolean, random: () => number, after: After = byTimer): SoundTurn {
  let others: (() => void) | null = null;
  let best: Rank = Number.POSITIVE_INFINITY;
  let stopForgetting: (() => void) | null = null;
  let stopWaiting: (() => void) | null = null;

  const post = (message: Message) => channel.postMessage(message);
  const end = () => {
    stopWaiting?.();
    stopWaiting = null;
  };
  const hearClaim = (rank: Rank) => {
    best = Math.min(best, rank);
    stopForgetting?.();
    stopForgetting = after(() => {
      best = Number.POSITIVE_INFINITY;
    }, WAITS_MS);
  };
  channel.onmessage = ({ data }: { readonly data: Message }) => {
    if (data.kind === 'claims') return hearClaim(data.rank);
    end();
    others?.();
  };

  return {
    take: (sound) => {
      if (stopWaiting !== null) return;
      const go = () => {
        stopWaiting = null;
        post({ kind: 'sounded' });
        sound();
      };
      const own: Rank = isInFront() ? 0 : 1 + random();
      if (own === 0) return go();
      post({ kind: 'claims', rank: own });
      stopWaiting = after(() => {
        if (own < best) return go();
        stopWaiting = after(go, WAITS_MS);
      }, LISTENS_MS);
    },
    onOther: (listener) => {
      others = listener;
    },
    stop: () => {
      end();
      stopForgetting?.();
      channel.close();
    },
  };
}

/** @param name identifies the session, so that two officers in one browser both hear their alarms */
export const soundTurnOf = (page: Document, name: string): SoundTurn =>
  createSoundTurn(new BroadcastChannel(`lookout-sound-${name}`), () => page.hasFocus(), Math.random);
