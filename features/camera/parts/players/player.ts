// A player is created for one element and one address. It starts at once and is destroyed once. Another address needs a new player.

/** A fault of the transport or the decoder. Its text is defined in the messages. */
export type PlayFault = 'broken' | 'unauthorized' | 'codec-unsupported';

export interface PlayerHooks {
  readonly onFault: (fault: PlayFault) => void;
}

export interface Player {
  /** Pauses, closes the connection and frees the decoder. Idempotent. No fault is reported afterwards. */
  destroy(): void;
}

/** The part of a <video> element that players use. */
export type MediaElement = Pick<
  HTMLVideoElement,
  'src' | 'play' | 'pause' | 'load' | 'removeAttribute' | 'addEventListener' | 'removeEventListener' | 'canPlayType' | 'error'
>;

export type MakePlayer = (element: HTMLVideoElement, url: string, hooks: PlayerHooks) => Player;

let open = 0;

/** Players created and not yet destroyed. */
export const openPlayers = (): number => open;

/** @returns a function to call when the player is destroyed */
export function countOpen(): () => void {
  open += 1;
  let counted = true;
  return () => {
    if (counted) open -= 1;
    counted = false;
  };
}

/** A browser may refuse autoplay or be interrupted while starting. The user or the next player starts playback again. */
export const begin = (element: Pick<MediaElement, 'play'>): void => void element.play()?.catch(() => {});

/** Removes the source, which frees the decoder and the connection. */
export function emptied(element: MediaElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
