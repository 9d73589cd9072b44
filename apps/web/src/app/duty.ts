// Keeps this desk up to date while somebody is logged in: where the log stands, then the open alarms and the fires in progress, then the live line.
import { type Client, isDeadSession, type Live, loadLive } from '@lookout/client';
import { EVENT_TOPICS, TOPIC_KINDS, topicOf, topicRights } from '@lookout/contract';
import { type GridNo, parseGridNo } from '@lookout/domain';
import type { LiveListener } from '../shared/services.ts';
import type { AlarmRecords } from '../stores/alarm-records.ts';
import type { ConnectionStore } from '../stores/connection.ts';
import type { PlotRecords } from '../stores/plot-records.ts';
import type { RangerRecords } from '../stores/ranger-records.ts';
import type { SessionStore } from '../stores/session.ts';
import type { TaskRecords } from '../stores/task-records.ts';

interface DutyRoom {
  readonly client: Client;
  readonly session: SessionStore;
  readonly connection: ConnectionStore;
  readonly alarms: AlarmRecords;
  readonly tasks: TaskRecords;
  readonly plots: PlotRecords;
  readonly rangers: RangerRecords;
  readonly tell: LiveListener;
  readonly sessionDied: (token: string | null) => void;
  /** The server stands on an earlier state: what is on the screen may never have been. Begin duty anew. */
  readonly rewound: () => void;
  /** A live message came that this page does not understand. */
  readonly unreadable: () => void;
  readonly mqttUrl: string;
  readonly clock: () => number;
}

export interface Duty {
  readonly stop: () => void;
  readonly reload: () => void;
  /** The browser says that the network is back. */
  readonly networkBack: () => void;
}

const RETRY_MS = 3_000;

/** The topics of a desk: every kind of its own grid, positions only with their right; alarm changes by the topic the user has (contract.md "Live"). */
export function topicsFor(gridNo: GridNo, topic: GridNo, seesRangers: boolean): string[] {
  const kinds = seesRangers ? TOPIC_KINDS : EVENT_TOPICS;
  return kinds.map((kind) => topicOf(kind, kind === 'fireAlarm' ? topic : gridNo));
}

/** Starts at once; a user without the right to see alarms keeps no line. */
export function startDuty(room: DutyRoom): Duty {
  const { client, session, connection, alarms, tasks, plots, rangers } = room;
  const { token, accid, info, rights } = session.get();
  const gridNo = parseGridNo(info?.userDTO.gridNo);
  const topic = parseGridNo(info?.userDTO.topic) ?? gridNo;
  if (token === null || accid === null || gridNo === null || topic === null || !rights.has('bpMonitor'))
    return { stop: () => {}, reload: () => {}, networkBack: () => {} };

  let stopped = false;
  let live: Live | null = null;
  let since = 0;
  let retry: ReturnType<typeof setTimeout> | null = null;

  const later = (run: () => void) => {
    // Alarms and tasks may both be waiting for their next try: the one that `stop` cannot name finds out by itself.
    if (!stopped) retry = setTimeout(() => !stopped && run(), RETRY_MS);
  };
  const died = () => {
    connection.line('dead');
    room.sessionDied(token);
  };

  const loadAlarms = async () => {
    if (alarms.state() !== 'loaded') alarms.setState('loading');
    const seq = since;
    try {
      const quietly = { occasion: 'background', silent: true } as const;
      const [open, burning] = await Promise.all([client.fire.latestAlarms(quietly), client.fire.inProgress(quietly)]);
      if (!stopped) alarms.load([...open, ...burning], seq);
    } catch (error) {
      if (stopped) return;
      if (alarms.state() !== 'loaded') alarms.setState('failed');
      // A lost line heals by itself: try again. A refusal was answered and stands; the list shows it with a retry.
      if (!isDeadSession(error)) later(() => void loadAlarms());
    }
  };

  const loadTasks = async () => {
    if (tasks.state() !== 'loaded') tasks.setState('loading');
    const seq = Math.max(since, tasks.seq());
    try {
      const inHand = await client.tasks.taskOpen({ occasion: 'background', silent: true });
      if (stopped) return;
      tasks.learn(inHand, seq);
      tasks.setState('loaded');
    } catch (error) {
      if (stopped) return;
      if (tasks.state() !== 'loaded') tasks.setState('failed');
      if (!isDeadSession(error)) later(() => void loadTasks());
    }
  };

  const loadPlots = async () => {
    if (plots.state() !== 'loaded') plots.setState('loading');
    const seq = Math.max(since, plots.seq());
    try {
      const drawn = await client.plots.plotList({ body: {}, occasion: 'background', silent: true });
      if (stopped) return;
      plots.learn(drawn, seq);
      plots.setState('loaded');
    } catch (error) {
      if (stopped) return;
      if (plots.state() !== 'loaded') plots.setState('failed');
      if (!isDeadSession(error)) later(() => void loadPlots());
    }
  };

  /** Positions are not replayed: after a gap the list says where everybody is. */
  const loadRangers = async () => {
    if (!rights.has('bpRanger')) return;
    if (rangers.state() !== 'loaded') rangers.setState('loading');
    try {
      const all = await client.rangers.rangerList({ body: {}, occasion: 'background', silent: true });
      if (!stopped) rangers.load(all);
    } catch (error) {
      if (stopped) return;
      if (rangers.state() !== 'loaded') rangers.setState('failed');
      if (!isDeadSession(error)) later(() => void loadRangers());
    }
  };

  const begin = async () => {
    connection.line('connecting');
    try {
      // Where the log stands BEFORE the list is read: whatever happens in between is in the log after it.
      const [{ last }, { createLive, mqttTransport }] = await Promise.all([
        client.duty.events({ query: { since: 0, limit: 1 }, occasion: 'background', silent: true }),
        loadLive(),
      ]);
      if (stopped) return;
      since = last;
      connection.heard();
      live = createLive({
        since,
        connect: mqttTransport({
          url: room.mqttUrl,
          accid,
          token: () => token,
          topics: topicsFor(gridNo, topic, rights.has(topicRights.teamTrajectory)),
          random: Math.random,
          clock: room.clock,
        }),
        fetchEvents: (from) => client.duty.events({ query: { since: from, limit: 1000 }, occasion: 'background', silent: true }),
        onUpdates: (updates, source) => {
          connection.heard();
          alarms.apply(updates);
          tasks.apply(updates);
          plots.apply(updates);
          rangers.apply(updates);
          room.tell(updates, source);
        },
        onUnreadable: room.unreadable,
        onState: connection.line,
        onConfirmed: connection.heard,
        onCaughtUp: (report) => {
          connection.caughtUp(report);
          void loadRangers();
        },
        onRewound: room.rewound,
        onDeadSession: died,
        clock: room.clock,
        random: Math.random,
        timers: { setTimeout: (run, ms) => setTimeout(run, ms), clearTimeout: (handle) => clearTimeout(handle) },
      });
      await Promise.all([loadAlarms(), loadTasks(), loadPlots(), loadRangers()]);
    } catch (error) {
      if (stopped) return;
      if (isDeadSession(error)) return died();
      connection.line('lost');
      later(() => void begin());
    }
  };

  void begin();
  return {
    stop: () => {
      stopped = true;
      if (retry !== null) clearTimeout(retry);
      live?.stop();
      connection.reset();
      alarms.clear();
      tasks.clear();
      plots.clear();
      rangers.clear();
    },
    reload: () => {
      void loadAlarms();
      void loadTasks();
      void loadPlots();
      void loadRangers();
    },
    networkBack: () => live?.retryNow(),
  };
}
