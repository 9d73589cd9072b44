// The choice of cameras and monitoring points by whether they are online. Pure.

export type OnlineFilter = 'all' | 'online' | 'offline';

interface Stated {
  readonly online: boolean;
}

export const passesOnline = ({ online }: Stated, filter: OnlineFilter): boolean => filter === 'all' || online === (filter === 'online');
