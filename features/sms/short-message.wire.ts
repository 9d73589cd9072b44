// Short messages in the specification's calls, with its spelling (fireNme).

import { formatTime, readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { readDrill, writeDrill } from '../exercise/drill.wire.ts';
import type { ShortMessage } from './short-message.ts';
import type { WireSms } from './sms.schema.ts';

export const writeShortMessage = (m: ShortMessage): WireSms => ({
  id: m.id,
  fireId: m.fireId,
  fireNme: m.fireName,
  phone: m.phone,
  receiver: m.receiver,
  content: m.content,
  state: m.state,
  attempts: m.attempts,
  reason: m.reason,
  createUser: m.fullName,
  createTime: formatTime(m.createdAt),
  sendTime: m.sentAt && formatTime(m.sentAt),
  gridNo: m.gridNo,
  ...writeDrill(m),
});

/** The inverse of `writeShortMessage`, to the second. */
export const readShortMessage = (w: WireSms): ShortMessage => ({
  id: w.id,
  fireId: w.fireId,
  fireName: w.fireNme,
  phone: w.phone,
  receiver: w.receiver,
  content: w.content,
  state: w.state,
  attempts: w.attempts,
  reason: w.reason,
  fullName: w.createUser,
  createdAt: readTime(w.createTime),
  sentAt: w.sendTime === null ? null : readTime(w.sendTime),
  gridNo: w.gridNo as GridNo,
  ...readDrill(w),
});

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const shortMessageReaders = {
  'short-message': readShortMessage,
} as const;
