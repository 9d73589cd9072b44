// A message between a desk and a ranger in the wire format.

import { formatTime, readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { WireRangerMessage } from './ranger-message.schema.ts';
import type { RangerMessage } from './ranger-message.ts';

export const writeRangerMessage = (m: RangerMessage): WireRangerMessage => ({
  id: m.id,
  fireId: m.fireId,
  fireName: m.fireName,
  gridNo: m.gridNo,
  userId: m.userId,
  fullName: m.fullName,
  sender: m.sender,
  createUserId: m.authorId,
  createUser: m.author,
  content: m.content,
  writeTime: formatTime(m.writtenAt),
  receiveTime: formatTime(m.receivedAt),
  readTime: m.read && formatTime(m.read.at),
  readUser: m.read?.by ?? null,
});

/** The inverse of `writeRangerMessage`, to the second. */
export const readRangerMessage = (m: WireRangerMessage): RangerMessage => ({
  id: m.id,
  fireId: m.fireId,
  fireName: m.fireName,
  gridNo: m.gridNo as GridNo,
  userId: m.userId,
  fullName: m.fullName,
  sender: m.sender,
  authorId: m.createUserId,
  author: m.createUser,
  content: m.content,
  writtenAt: readTime(m.writeTime),
  receivedAt: readTime(m.receiveTime),
  read: m.readTime === null ? null : { at: readTime(m.readTime), by: m.readUser ?? '' },
});

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const rangerMessageReaders = {
  'ranger-message': readRangerMessage,
} as const;
