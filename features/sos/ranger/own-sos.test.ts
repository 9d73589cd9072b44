import type { GridNo, Named } from '@lookout/domain';
import type { Entry, Stage } from '@lookout/web/patrol/upload-queue.ts';
import { newUuid } from '@lookout/web/shared/new-key.ts';
import { expect, it } from 'vitest';
import type { Sos } from '../sos.ts';
import { mayRaise, ownSosOf, type SosEntry } from './own-sos.ts';

const NOW = 1_700_000_000_000;
const raise = (stage: Stage, sosId = 'a', writtenAt = NOW): Entry<SosEntry> => ({
  key: sosId,
  sosId,
  owner: 'r',
  writtenAt,
  photos: [],
  what: 'raise',
  place: null,
  stage,
});
const cancel: Entry<SosEntry> = {
  key: 'c',
  sosId: 'a',
  owner: 'r',
  writtenAt: NOW + 1,
  photos: [],
  what: 'cancel',
  reason: '误触',
  stage: { kind: 'waiting', why: 'line' },
};
const WAITING: Stage = { kind: 'waiting', why: 'line' };
const SENT: Stage = { kind: 'sent', at: NOW + 5, id: 'a', photoCount: 0 };
const known = (over: Partial<Sos> = {}): Named<Sos> => ({
  id: 'a',
  userId: 'r',
  fullName: '护林员',
  phone: null,
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  place: null,
  address: null,
  raisedAt: new Date(NOW),
  receivedAt: new Date(NOW + 3),
  pressedAgain: null,
  calledAt: null,
  taken: null,
  cancelled: null,
  closed: null,
  revision: 1,
  ...over,
});
const taken = known({ taken: { at: new Date(NOW + 9), by: '值班员', accountId: 'o' } });
const closed = known({ closed: { at: new Date(NOW + 9), by: '值班员', outcome: 'rescued', note: null } });

it.each([
  ['nothing was raised', [], [], null],
  ['it waits for the line', [raise(WAITING)], null, 'waiting'],
  ['its answer was lost, but the server has it', [raise(WAITING)], [known()], 'delivered'],
  ['it has arrived', [raise(SENT)], null, 'delivered'],
  ['an officer has taken it', [raise(SENT)], [taken], 'delivered'],
  ['it was called off here and the server has not heard of it', [raise(SENT), cancel], [known()], 'cancelling'],
  ['it was closed', [raise(SENT)], [closed], 'over'],
  ['it was closed while its cancel was on the way', [raise(SENT), cancel], [closed], 'over'],
  ['it was raised by another phone', [], [taken], 'delivered'],
  ['it is long ago', [raise(SENT, 'a', NOW - 13 * 3_600_000)], [], null],
] as const)('%s', (_name, entries, mine, kind) => {
  expect(ownSosOf(entries, mine, NOW)?.kind ?? null).toBe(kind);
});

it('a second one is raised only after the first is over', () => {
  const kinds = [ownSosOf([], [], NOW), ownSosOf([raise(WAITING)], null, NOW), ownSosOf([raise(SENT)], [closed], NOW)];
  expect(kinds.map(mayRaise)).toEqual([true, false, true]);
});

it('the id of an SOS has the format that the server accepts', () => {
  expect(newUuid((bytes) => bytes.fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});
