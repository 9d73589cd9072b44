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
export type MakePlayer = (element: HTMLVideoElement, url: string, hooks: PlayerHooks) => Player;

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
