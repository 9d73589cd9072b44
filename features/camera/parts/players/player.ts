// A player is made for one element and one address: it starts at once and is destroyed once. Another address needs a new player.

/** A fault of the transport or the decoder; its text is in the messages. */
export type PlayFault = 'broken' | 'unauthorized' | 'codec-unsupported';

export interface PlayerHooks {
  readonly onFault: (fault: PlayFault) => void;
}

export interface Player {
  /** Pauses, closes the connection, frees the decoder. Idempotent; no fault is reported afterwards. */
  destroy(): void;
}

/** As much of a <video> as players need. */
export type MediaElement = Pick<
  HTMLVideoElement,
  'src' | 'play' | 'pause' | 'load' | 'removeAttribute' | 'addEventListener' | 'removeEventListener' | 'canPlayType' | 'error'
>;

export type MakePlayer = (element: HTMLVideoElement, url: string, hooks: PlayerHooks) => Player;

let open = 0;

/** Players created and not yet destroyed. */
export const openPlayers = (): number => open;

/** @returns to be called when the player is destroyed */
export function countOpen(): () => void {
  open += 1;
  let counted = true;
  return () => {
    if (counted) open -= 1;
    counted = false;
  };
}

/** A browser may refuse autoplay or be stopped while starting; the user or the next player starts again. */
export const begin = (element: Pick<MediaElement, 'play'>): void => void element.play()?.catch(() => {});

/** Removes the source, which frees decoder and connection. */
export function emptied(element: MediaElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
