// Orders and documents of a fire in the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { DocumentFields, FireDocument } from './fire-document.ts';
import type { FireOrder } from './fire-order.ts';
import type { WireFireDocument, WireFireOrder } from './situation.schema.ts';

export const writeFireOrder = (o: FireOrder): WireFireOrder => ({
  id: o.id,
  fireId: o.fireId,
  receivers: o.receivers.map(({ receipt, ...receiver }) => ({
    ...receiver,
    receipt: receipt && { time: formatTime(receipt.at), user: receipt.by, onBehalf: receipt.isOnBehalf, note: receipt.note },
  })),
  content: o.content,
  dueTime: o.dueAt && formatTime(o.dueAt),
  createUser: o.issuedBy,
  createTime: formatTime(o.issuedAt),
  withdrawal: o.withdrawal && { time: formatTime(o.withdrawal.at), user: o.withdrawal.by, reason: o.withdrawal.reason },
});

/** The inverse of `writeFireOrder`, to the second. */
export const readFireOrder = (w: WireFireOrder): FireOrder => ({
  id: w.id,
  fireId: w.fireId,
  receivers: w.receivers.map(({ receipt, ...receiver }) => ({
    ...receiver,
    receipt: receipt && { at: readTime(receipt.time), by: receipt.user, isOnBehalf: receipt.onBehalf, note: receipt.note },
  })),
  content: w.content,
  dueAt: w.dueTime === null ? null : readTime(w.dueTime),
  issuedBy: w.createUser,
  issuedAt: readTime(w.createTime),
  withdrawal: w.withdrawal && { at: readTime(w.withdrawal.time), by: w.withdrawal.user, reason: w.withdrawal.reason },
});

export const writeFireDocument = (d: FireDocument, nameOf: GridNames): WireFireDocument => ({
  id: d.id,
  fireId: d.fireId,
  gridNo: d.gridNo,
  gridName: nameOf(d.gridNo) ?? d.gridNo,
  kind: d.kind,
  language: d.language,
  drill: d.isDrill,
  revision: d.revision,
  fields: { ...d.fields },
  corrects: d.corrects && { ...d.corrects },
  createUser: d.createdBy,
  createTime: formatTime(d.createdAt),
  updateUser: d.changedBy,
  updateTime: formatTime(d.changedAt),
  issue: d.issue && { number: d.issue.number, user: d.issue.by, time: formatTime(d.issue.at), sha256: d.issue.sha256 },
});

/** The inverse of `writeFireDocument`, to the second. */
export const readFireDocument = (w: WireFireDocument): Named<FireDocument> => ({
  id: w.id,
  fireId: w.fireId,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  kind: w.kind,
  language: w.language,
  isDrill: w.drill,
  revision: w.revision,
  fields: w.fields as DocumentFields,
  corrects: w.corrects,
  createdBy: w.createUser,
  createdAt: readTime(w.createTime),
  changedBy: w.updateUser,
  changedAt: readTime(w.updateTime),
  issue: w.issue && { number: w.issue.number, by: w.issue.user, at: readTime(w.issue.time), sha256: w.issue.sha256 },
});

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const situationReaders = {
  'fire-order': readFireOrder,
  'fire-document': readFireDocument,
} as const;
