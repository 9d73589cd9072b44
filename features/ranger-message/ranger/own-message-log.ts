// A ranger's messages with the desk: those stored on the server and those queued on this phone, by fire. Pure.

import type { Entry, Sendable } from '@lookout/web/patrol/upload-queue.ts';
import type { NamedTask } from '../../task/task.ts';
import { type RangerMessage, waitsForRanger } from '../ranger-message.ts';

export interface MessageEntry extends Sendable {
  /** The id of the message, generated once: sent again, it is the same message. */
  readonly messageId: string;
  readonly fireId: string;
  readonly fireName: string;
  readonly content: string;
}

/** 待发, 已发, 已读; null for a received message. */
type LineState = 'waiting' | 'refused' | 'sent' | 'read' | null;

export interface MessageLine {
  readonly id: string;
  /** null: written by the ranger himself. */
  readonly from: string | null;
  readonly content: string;
  /** Epoch milliseconds by the server's clock. */
  readonly at: number;
  readonly state: LineState;
  /** Why the message was refused. */
  readonly why: string | null;
  /** The queue key of a message that is not sent yet. */
  readonly entryKey: string | null;
}

export interface Talk {
  readonly fireId: string;
  readonly fireName: string;
  /** Oldest first. */
  readonly lines: readonly MessageLine[];
}

/** @param aheadMilliseconds how far the server's clock is ahead of the phone's. @returns the fire with the newest message first */
export function talksOf(known: readonly RangerMessage[], entries: readonly Entry<MessageEntry>[], aheadMilliseconds: number): Talk[] {
  const there = new Set(known.map(({ id }) => id));
  const lines = [
    ...known.map((message) => ({ fireId: message.fireId, fireName: message.fireName, line: lineOf(message) })),
    ...entries
      .filter(({ messageId }) => !there.has(messageId))
      .map((entry) => ({ fireId: entry.fireId, fireName: entry.fireName, line: lineOfEntry(entry, aheadMilliseconds) })),
  ].sort((a, b) => a.line.at - b.line.at);
  const talks = [...Map.groupBy(lines, ({ fireId }) => fireId)].map(([fireId, own]) => ({
    fireId,
    fireName: own.at(-1)?.fireName ?? '',
    lines: own.map(({ line }) => line),
  }));
  return talks.sort((a, b) => (b.lines.at(-1)?.at ?? 0) - (a.lines.at(-1)?.at ?? 0));
}

const lineOf = ({ id, sender, author, content, writtenAt, read }: RangerMessage): MessageLine => ({
  id,
  from: sender === 'desk' ? author : null,
  content,
  at: writtenAt.getTime(),
  state: sender === 'desk' ? null : read === null ? 'sent' : 'read',
  why: null,
  entryKey: null,
});

const lineOfEntry = ({ key, messageId, content, writtenAt, stage }: Entry<MessageEntry>, ahead: number): MessageLine => ({
  id: messageId,
  from: null,
  content,
  at: writtenAt + ahead,
  state: stage.kind,
  why: stage.kind === 'refused' ? (stage.fields[0]?.message ?? stage.message) : null,
  entryKey: stage.kind === 'sent' ? null : key,
});

export const unreadOf = (known: readonly RangerMessage[]): readonly RangerMessage[] => known.filter(waitsForRanger);

export interface OwnFire {
  readonly fireId: string;
  readonly fireName: string;
}

/**
 * The fires that the ranger may write about: those of his tasks, his own reports, and his messages. Each once, with the fires of his
 * messages first.
 */
export function ownFires(talks: readonly Talk[], tasks: readonly NamedTask[], reports: readonly OwnFire[]): OwnFire[] {
  const all = [
    ...talks,
    ...tasks.flatMap(({ fireId, address, content }) => (fireId === null ? [] : [{ fireId, fireName: address || content }])),
    ...reports,
  ];
  return [...new Map(all.toReversed().map(({ fireId, fireName }) => [fireId, { fireId, fireName }])).values()].toReversed();
}
