// A log in memory that behaves as the store promises: numbers without gaps, in commit order.
import type { GridNo } from '@lookout/domain';
import type { NumberedMessage } from './announcement.ts';
import type { Log } from './broker.ts';

export interface MemoryLog {
  commit(count?: number): NumberedMessage[];
  readAfter(seq: number, limit: number): Promise<NumberedMessage[]>;
  head(): Promise<number>;
  /** How often each was asked. */
  readonly asked: { reads: number; heads: number };
  isAway: boolean;
  all(): readonly NumberedMessage[];
}

export function createMemoryLog(before = 0): MemoryLog {
  const events: NumberedMessage[] = [];
  const asked = { reads: 0, heads: 0 };
  const commit = (count = 1): NumberedMessage[] => {
    const made = Array.from({ length: count }, (_, i): NumberedMessage => {
      const seq = events.length + 1 + i;
      return { seq, kind: 'newFire', gridNo: '513221' as GridNo, at: '2026-11-21T00:00:00.000Z', data: { id: `alarm-${seq}` } };
    });
    events.push(...made);
    return made;
  };
  commit(before);
  const log: MemoryLog = {
    commit,
    asked,
    isAway: false,
    async readAfter(seq, limit) {
      asked.reads += 1;
      if (log.isAway) throw new Error('database away');
      return events.slice(seq, seq + limit);
    },
    async head() {
      asked.heads += 1;
      if (log.isAway) throw new Error('database away');
      return events.length;
    },
    all: () => events,
  };
  return log;
}

export interface NotedLog extends Log {
  readonly noted: { level: 'info' | 'warn' | 'error'; message: string }[];
}

export function createNotedLog(): NotedLog {
  const noted: NotedLog['noted'] = [];
  const note = (level: 'info' | 'warn' | 'error') => (_fields: object, message: string) => void noted.push({ level, message });
  return { noted, info: note('info'), warn: note('warn'), error: note('error') };
}
