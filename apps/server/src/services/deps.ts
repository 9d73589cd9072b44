// The dependencies of services and features. app.ts wires them; tests pass their own.

import type { GridNo } from '@lookout/domain';
import type { Gazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import type { LiveData } from '@lookout/features/live-messages.ts';
import type { Store } from '@lookout/features/store.ts';
import type { NumberedMessage } from '@lookout/live';
import type { MediaTimings, Tickets } from '@lookout/video';
import type { KeyRing } from '../access/keys.ts';
import type { OneTimeCodes } from '../access/one-time-codes.ts';
import type { PasswordDecryption } from '../access/password-decryption.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Signer } from '../access/signing.ts';
import type { Config } from '../config.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { FileStore } from './files/file-store.ts';
import type { Journal, LogReader } from './journal.ts';
import type { News } from './news.ts';
import type { Scanner } from './scanner.ts';
import type { SharedJobs } from './shared-jobs.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** contract.md "Video": at least two minutes, renewed while playing. */
export const TICKET_MS = 150_000;

/** How features publish to the desks and subscribe to changes. */
export interface Announcer extends News {
  /**
   * To be called after a commit, with the committed messages where they are at hand, so that the log need not be read.
   * A missed call only delays delivery: the relay polls the log once a second.
   */
  committed(messages?: readonly NumberedMessage[]): void;
  /** Committed numbers that will be passed to `committed` within a second; `deliverNow` is called when later ones wait for them. */
  expect(first: number, last: number, deliverNow: () => void): void;
  /** Publishes a message without a number, not replayed (positions), to all subscribers of this grid on all servers. */
  publishDirect(kind: 'teamTrajectory', gridNo: GridNo, data: LiveData<'teamTrajectory'>): void;
}

/** For tests: shorter intervals than in operation. */
export interface Waits {
  readonly mediaTimings?: MediaTimings;
  /** How long a guess waits at an account that is being guessed at from many addresses. */
  readonly slowLoginMs?: number;
  /** Poll intervals of the outbox, and of the rangers' accounts. */
  readonly outboxEveryMs?: number;
  readonly rangersPollMs?: number;
  /** Between two counts of the rangers' days. */
  readonly attendanceEveryMs?: number;
  /** Between two looks at hazard points whose level has fallen, and at the rain. */
  readonly hazardsEveryMs?: number;
  /** Between two looks at the recurring patrols. */
  readonly patrolsEveryMs?: number;
  /** Between two sendings of finished recordings to the bucket. */
  readonly recordingsEveryMs?: number;
  /** Between two looks at which alarms are of which fire, beside those that new alarms cause. */
  readonly incidentsEveryMs?: number;
  /** Between two looks at which reports are owed, late or unread, beside those that changes cause. */
  readonly reportingEveryMs?: number;
  /** Between two looks at whom to tell of fires, beside those that changes cause. */
  readonly notificationsEveryMs?: number;
  /** Between two searches of the last month for known heat. */
  readonly knownHeatEveryMs?: number;
  /** Between two looks at the forecasts of fires that are worked on. */
  readonly spreadEveryMs?: number;
  /** Between two checks of the people near fires, beside those that a finished forecast causes. */
  readonly safetyEveryMs?: number;
  /** Between two looks at who is under way. */
  readonly underWayEveryMs?: number;
  /** Between two sendings of traces. */
  readonly tracesEveryMs?: number;
  /** Between two checks of which cameras are online. */
  readonly camerasEveryMs?: number;
}

/** Metrics. */
interface Figures {
  /** A gauge that is read at each scrape; null: not known now. */
  gauge(name: string, help: string, read: () => number | null): void;
  readonly alarmsAccepted: { inc(labels: { readonly kind: string }, count: number): void };
  readonly alarmsRefused: { inc(labels: { readonly kind: string }, count: number): void };
  readonly outboxSent: { inc(labels: { readonly channel: string }): void };
  readonly outboxFailed: { inc(labels: { readonly channel: string; readonly end: 'retried' | 'given-up' }): void };
}

export interface Deps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly log: Log;
  readonly config: Config;
  /** Of pictures and finished recordings. */
  readonly files: FileStore;
  readonly waits: Waits;
  readonly metrics: Figures;
  /** null: tracing is off. */
  readonly tracing: Pick<Tracing, 'part'> | null;
  readonly announcer: Announcer;
  /** The current grids, seats and boundaries. */
  readonly gazetteer: () => Gazetteer;
  readonly journal: Journal;
  readonly logReader: LogReader;
  readonly passwords: Passwords;
  readonly keys: KeyRing;
  readonly signer: Signer;
  readonly passwordDecryption: PasswordDecryption;
  readonly oneTimeCodes: OneTimeCodes;
  /** Tickets for streams and recordings, instead of a session's token; they die with the session. */
  readonly tickets: Tickets;
  readonly scanner: Scanner;
  /** What only one of several servers does. */
  readonly sharedJobs: SharedJobs;
  /** The accounts with a live connection to this server. */
  online(): ReadonlySet<string>;
  /** Notes that its user has used a session just now. */
  sessionUsed(tokenHash: Uint8Array): void;
  /** To be called after sessions, rights or grids of accounts changed: dead connections are closed at once. */
  sessionsChanged(): void;
}
