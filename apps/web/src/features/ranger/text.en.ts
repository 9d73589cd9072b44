// The words of 护林管理, in English.
import type { RangerWords } from './text.zh-CN.ts';

export const rangerEn: RangerWords = {
  title: 'Rangers',
  search: 'Name, grid, phone',
  counts: (online, total) => `${online} online of ${total}`,
  filters: { all: 'All', online: 'Online', offline: 'Offline', busy: 'On a task' },
  filter: 'Filter',
  empty: 'There are no rangers in your grid yet',
  emptyHint: 'An administrator can make ranger accounts, or bring them in with npm run import -- people.',
  noneFound: 'No ranger fits',
  failed: 'The rangers could not be loaded',
  retry: 'Try again',
  stale: 'The line is lost; these are the last positions received',
  never: 'Never heard of',
  lastContact: (time) => `Last contact ${time}`,
  late: (time) => `sent late, received ${time}`,
  more: (n) => `${n} more are not listed: search or filter`,
  noPlace: 'Position unknown',
  busy: (n) => `${n} in hand`,
  online: 'Online',
  offline: 'Offline',
};
