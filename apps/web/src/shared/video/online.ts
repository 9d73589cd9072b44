// Whether a camera or a monitoring point is online, and the choice by it. Pure.

export type OnlineFilter = 'all' | 'online' | 'offline';

interface Stated {
  readonly isOnline: '0' | '1' | null;
}

/** '0' is offline; null counts as online (specification §3). */
export const isOnline = ({ isOnline: state }: Stated): boolean => state !== '0';

export const passesOnline = (thing: Stated, filter: OnlineFilter): boolean => filter === 'all' || isOnline(thing) === (filter === 'online');
