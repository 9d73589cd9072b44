// How several servers over one database hear each other at once. Nothing here is needed to be complete: the relay's head check is.
import type { Announcement, NumberedMessage } from './announcement.ts';

export interface TransportListener {
  /** Events another server has committed, in no certain order, possibly twice. */
  onEvents(events: readonly NumberedMessage[]): void;
  /** A message without a number (positions), from another server. */
  onDirect(topic: string, payload: Uint8Array): void;
}

export interface Transport {
  /** Begins to listen. @returns the stop. */
  start(listener: TransportListener): () => Promise<void>;
  /** Tells the others of an event this server committed. Never waits, never throws; may be lost while the broker is away. */
  announce(announcement: Announcement): void;
  /** The same for a message without a number. */
  direct(topic: string, payload: Uint8Array): void;
}

/** One server alone: nobody to tell. */
export const localTransport = (): Transport => ({
  start: () => async () => {},
  announce: () => {},
  direct: () => {},
});
