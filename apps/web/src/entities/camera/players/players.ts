// The players as a table; each with its library is fetched when the first of its kind opens.
import type { StreamReply } from '@lookout/contract';

export type PlayerKind = NonNullable<StreamReply['protocol']>;

export const players: Readonly<Record<PlayerKind, () => Promise<MakePlayer>>> = {
  hls: async () => {
    const [{ HlsPlayer }, { default: Hls }] = await Promise.all([import('./hls-player.ts'), import('hls.js')]);
    return (element, url, hooks) => new HlsPlayer(Hls, element, url, hooks);
  },
  flv: async () => {
    const [{ FlvPlayer }, { default: mpegts }] = await Promise.all([import('./flv-player.ts'), import('mpegts.js')]);
    // Its faults are told in words on the screen; the console is for ours.
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    return (element, url, hooks) => new FlvPlayer(mpegts, element, url, hooks);
  },
  mp4: async () => {
    const { Mp4Player } = await import('./mp4-player.ts');
    return (element, url, hooks) => new Mp4Player(element, url, hooks);
  },
};

/**
 * Specification §4: "A URL ending .mp4 plays as history playback, otherwise as a live stream"; which live one, the reply says.
 * The end is that of the path: a ticket may follow it.
 */
export function streamKind(url: string, protocol: StreamReply['protocol']): PlayerKind {
  const path = url.replace(/[?#].*$/, '');
  if (path.toLowerCase().endsWith('.mp4')) return 'mp4';
  if (protocol === 'hls' || protocol === 'flv') return protocol;
  return path.toLowerCase().endsWith('.m3u8') ? 'hls' : 'flv';
}

// What a player is: made for one element and one address, it begins at once and ends for good. One that has a new address is a new player.

/** What the transport or the decoder says; words are found elsewhere. */
export type PlayFault = 'broken' | 'unauthorized' | 'codec-unsupported';

export interface PlayerHooks {
  readonly onFault: (fault: PlayFault) => void;
}

export interface Player {
  /** Pauses, closes the connection, lets the decoder go. Harmless when done twice; nothing is told afterwards. */
  destroy(): void;
}

/** As much of a <video> as players need. */
export type MediaElement = Pick<
  HTMLVideoElement,
  'src' | 'play' | 'pause' | 'load' | 'removeAttribute' | 'addEventListener' | 'removeEventListener' | 'canPlayType' | 'error'
>;

/** Loads what it needs, then plays. */
type MakePlayer = (element: HTMLVideoElement, url: string, hooks: PlayerHooks) => Player;

let open = 0;

/** Players that were made and not destroyed yet: 0 when nothing plays. */
export const openPlayers = (): number => open;

/** @returns to be called once, when it is destroyed */
export function countOpen(): () => void {
  open += 1;
  let counted = true;
  return () => {
    if (counted) open -= 1;
    counted = false;
  };
}

/** A browser may refuse to begin by itself, or be stopped while it begins: the person, or the next player, begins again. */
export const begin = (element: Pick<MediaElement, 'play'>): void => void element.play()?.catch(() => {});

/** An element without a source has no decoder and no connection. */
export function emptied(element: MediaElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
