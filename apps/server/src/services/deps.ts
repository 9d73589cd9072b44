// What services and features are made from. app.ts wires it; tests hand in their own.
import type { LiveData } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import type { Store } from '@lookout/store';
import type { MediaTimings, Tickets } from '@lookout/video';
import type { PasswordDecryption } from '../access/password-decryption.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Config } from '../config.ts';
import type { Journal, LogReader } from './journal.ts';
import type { News } from './news.ts';
import type { Places } from './places.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** contract.md "Video": at least two minutes, renewed while playing. */
export const TICKET_MS = 150_000;

/** How features reach the desks, and what they keep in memory hears of changes. */
export interface Announcer extends News {
  /**
   * To be called after a commit, with what it committed where that is at hand (then nothing is read again).
   * Harmless to forget: the relay looks at the log once a second.
   */
  committed(messages?: readonly NumberedMessage[]): void;
  /** Numbers that are committed and will be given to `committed` within a second; `hurry` is called when others wait behind them. */
  expect(first: number, last: number, hurry: () => void): void;
  /** A message without a number, not replayed (positions): to everybody who may hear of this grid, on all servers. */
  tell(kind: 'teamTrajectory', gridNo: GridNo, data: LiveData<'teamTrajectory'>): void;
}

/** For tests: waits shorter than the service's. */
export interface Waits {
  readonly mediaTimings?: MediaTimings;
  /** Between two looks into the outbox of short messages, and at who the rangers are. */
  readonly smsEveryMs?: number;
  readonly rangersLookMs?: number;
}

/** What is counted, for whoever watches the server. */
interface Figures {
  /** A figure that is asked for when somebody looks. */
  gauge(name: string, help: string, read: () => number): void;
  readonly alarmsAccepted: { inc(labels: { readonly kind: string }, count: number): void };
}

export interface Deps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly log: Log;
  readonly config: Config;
  readonly waits: Waits;
  readonly metrics: Figures;
  readonly announcer: Announcer;
  /** Grids, seats and boundaries as they are known now. */
  readonly places: () => Places;
  readonly journal: Journal;
  readonly logReader: LogReader;
  readonly passwords: Passwords;
  readonly passwordDecryption: PasswordDecryption;
  /** What opens streams and recordings in place of a session's token; dead with the session. */
  readonly tickets: Tickets;
  /** The accounts with a live connection to this server. */
  online(): ReadonlySet<string>;
  /** To be called after sessions, rights or grids of accounts changed: open connections are looked at at once. */
  sessionsChanged(): void;
}
