// The port between the live subscriber and a broker: one connection attempt a call, no reconnecting of its own.

export interface TransportHooks {
  /** Connected and subscribed to every topic. */
  readonly onOpen: () => void;
  /**
   * `refused`: the broker does not know this session (any more). Called once; nothing comes after it.
   * @param silentMs for how long nothing had been heard when the line was given up; 0 when the other end closed it
   */
  readonly onClose: (reason: 'closed' | 'refused', silentMs?: number) => void;
  readonly onMessage: (topic: string, payload: string) => void;
}

export interface Connection {
  readonly close: () => void;
}

export type Transport = (hooks: TransportHooks) => Connection;
