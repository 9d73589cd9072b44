// The dependencies of services and features. app.ts wires them; tests pass their own.

import type { GridNo } from '@lookout/domain';
import type { Gazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import type { LiveData } from '@lookout/features/live-messages.ts';
import type { DirectTopic } from '@lookout/features/live-topics.ts';
import type { Store } from '@lookout/features/store.ts';
import type { NumberedMessage } from '@lookout/live';
import type { MediaTimings, Tickets } from '@lookout/video';
import type { KeyRing } from '../access/keys.ts';
import type { OneTimeCodes } from '../access/one-time-codes.ts';
import type { PasswordDecryption } from '../access/password-decryption.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Signer } from '../access/signing.ts';
import type { Log } from '../log-lines/log.ts';
import type { Config } from '../settings/config.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { ChangeFeed } from './changes.ts';
import type { FileStore } from './files/file-store.ts';
import type { Journal, LogReader } from './journal.ts';
import type { Scanner } from './scanner.ts';
import type { SharedJobs } from './shared-jobs.ts';

/** A video ticket is valid for at least two minutes and is renewed during playback (docs/interface.md "Video"). */
export const TICKET_MS = 150_000;

/** How features publish live messages to the desks. */
export interface LivePublisher {
  /**
   * Called after a commit, with the committed messages where they are available, so that the log need not be read. A missed call only
   * delays delivery: the relay polls the log once a second.
   */
  committed(messages?: readonly NumberedMessage[]): void;
  /**
   * States committed numbers that will be passed to `committed` within a second. `deliverNow` is called when later numbers wait for
   * them.
   */
  expect(first: number, last: number, deliverNow: () => void): void;
  /** Publishes a message without a number, not replayed (positions), to all subscribers of this grid on all servers. */
  publishDirect<K extends DirectTopic>(kind: K, gridNo: GridNo, data: LiveData<K>): void;
}

/** Intervals that tests shorten. */
export interface Waits {
  readonly mediaTimings?: MediaTimings;
  /** How long a login attempt is delayed at an account whose password is being guessed from many addresses. */
  readonly slowLoginMs?: number;
  /** Poll intervals of the outbox, and of the rangers' accounts. */
  readonly outboxEveryMs?: number;
  readonly rangersPollMs?: number;
  /** Interval of the count of the rangers' days. */
  readonly attendanceEveryMs?: number;
  /** Interval of the computation of what rangers saw, in addition to the runs that readers cause. */
  readonly patrolSeenEveryMs?: number;
  /** Interval of the check for hazard points whose level has fallen, and of the rain. */
  readonly hazardsEveryMs?: number;
  /** Interval of the check of the recurring patrols. */
  readonly patrolsEveryMs?: number;
  /** Interval at which finished recordings are uploaded to the bucket. */
  readonly recordingsEveryMs?: number;
  /** Interval at which alarms are assigned to fires, in addition to the runs that new alarms cause. */
  readonly incidentsEveryMs?: number;
  /** Interval of the check for owed, late or unread reports, in addition to the checks that changes cause. */
  readonly reportingEveryMs?: number;
  /** Interval of the check for whom to notify of fires, in addition to the checks that changes cause. */
  readonly notificationsEveryMs?: number;
  /** Interval of the search for known heat in the last month. */
  readonly knownHeatEveryMs?: number;
  /** Interval of the check of the forecasts of fires that are worked on. */
  readonly spreadEveryMs?: number;
  /** Interval of the check of people near fires, in addition to the checks that a finished forecast causes. */
  readonly safetyEveryMs?: number;
  /** Interval of the check of who is under way. */
  readonly underWayEveryMs?: number;
  /** Interval at which traces are sent. */
  readonly tracesEveryMs?: number;
  /** Interval of the check of which cameras are online. */
  readonly camerasEveryMs?: number;
}

/** Registers metrics. */
interface Figures {
  /** A gauge that is read at each scrape; null: the value is not known now. */
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
  /** Stores pictures and finished recordings. */
  readonly files: FileStore;
  readonly waits: Waits;
  readonly metrics: Figures;
  /** null: tracing is off. */
  readonly tracing: Pick<Tracing, 'part'> | null;
  readonly live: LivePublisher;
  readonly changes: ChangeFeed;
  /** The current grids, seats and boundaries. */
  readonly gazetteer: () => Gazetteer;
  readonly journal: Journal;
  readonly logReader: LogReader;
  readonly passwords: Passwords;
  readonly keys: KeyRing;
  readonly signer: Signer;
  readonly passwordDecryption: PasswordDecryption;
  readonly oneTimeCodes: OneTimeCodes;
  /** Tickets for streams and recordings, used instead of a session's token. They expire with the session. */
  readonly tickets: Tickets;
  readonly scanner: Scanner;
  /** Jobs that only one of several servers runs. */
  readonly sharedJobs: SharedJobs;
  /** The accounts with a live connection to this server. */
  online(): ReadonlySet<string>;
  /** Records that a user has just used the session. */
  sessionUsed(tokenHash: Uint8Array): void;
  /** Called after sessions, rights or grids of accounts changed: connections of ended sessions are closed at once. */
  sessionsChanged(): void;
}
