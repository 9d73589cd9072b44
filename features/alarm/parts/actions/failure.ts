// Why an action on an alarm failed.
import type { NamedAlarm } from '../../alarm.ts';

export interface ActionFailure {
  /**
   * `conflict`: another officer was first. `gone`: deleted, or moved out of the grid. `line`: no reply; the request may or may not have
   * arrived.
   */
  readonly why: 'conflict' | 'gone' | 'refused' | 'line';
  /** The server's message. */
  readonly message: string;
  /** After a conflict: the alarm's current state. */
  readonly current: NamedAlarm | null;
}
