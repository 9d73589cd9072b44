// A fake server for the tests of rangers: stores tasks, accepts only forward progress, and records it.

import type { Row } from '@lookout/contract';
import type { Position } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { advance, type NamedTask, type TaskProgress, type TaskState } from '@lookout/features/task/task.ts';
import type { Answer } from '../wire/sender.ts';
import type { Session } from '../wire/session.ts';

export interface ProgressRecord {
  readonly taskId: string;
  readonly userId: string;
  readonly state: TaskProgress;
  readonly text?: string | null;
  readonly photos?: readonly string[];
  readonly position: Position;
  readonly at: string;
  readonly key: string | undefined;
}

export interface FakeTaskServer {
  readonly progress: ProgressRecord[];
  readonly pictures: Uint8Array[];
  send(userId: string, position: Position, task?: { id?: string; priority?: 1 | 2 | 3 | 4 }): string;
  cancel(taskId: string): void;
  stateOf(taskId: string): TaskState | undefined;
  /** The next calls fail with these answers, without effect. */
  failures: Answer<never>[];
  /** The response of this many next progress calls is lost, although the calls take effect. */
  lostResponses: number;
  sessionOf(userId: string): Omit<Session, 'encrypted'>;
}

const later: Answer<never> = { kind: 'later', why: 'ECONNREFUSED' };

export function createFakeTaskServer(clock: () => number): FakeTaskServer {
  const tasks: {
    id: string;
    userId: string;
    position: Position;
    priority: number;
    createdAtMs: number;
    state: TaskState;
    since: string;
    ended: boolean;
  }[] = [];
  const find = (id: string) => tasks.find((task) => task.id === id);
  const listedOf = ({ id, userId, position, priority, createdAtMs, state, since }: (typeof tasks)[number]) =>
    ({
      id,
      position,
      priority,
      createdAt: new Date(createdAtMs),
      members: [{ userId, state, stateAt: new Date(since) }],
    }) as unknown as NamedTask;

  const server: FakeTaskServer = {
    progress: [],
    pictures: [],
    failures: [],
    lostResponses: 0,
    send(userId, position, { id = `task-${tasks.length + 1}`, priority = 2 } = {}) {
      tasks.push({
        id,
        userId,
        position,
        priority,
        createdAtMs: clock(),
        state: 'sent',
        since: new Date(clock()).toISOString(),
        ended: false,
      });
      return id;
    },
    cancel(taskId) {
      const task = find(taskId);
      if (task) task.ended = true;
    },
    stateOf: (taskId) => find(taskId)?.state,
    sessionOf(userId) {
      const takeProgress = (body: ProgressRecord, key: string | undefined): Answer<unknown> => {
        const task = find(body.taskId);
        if (!task || task.ended) return { kind: 'refused', why: 'HTTP 409 任务已取消' };
        if (server.progress.some((one) => one.key === key && one.userId === userId)) return { kind: 'delivered', data: { id: key } };
        const next = advance(task.state, body.state);
        if (!next.ok) return { kind: 'refused', why: 'HTTP 409' };
        [task.state, task.since, task.ended] = [next.value, body.at, next.value === 'done'];
        server.progress.push({ ...body, userId, key });
        if (server.lostResponses > 0) {
          server.lostResponses -= 1;
          return later;
        }
        return { kind: 'delivered', data: { id: key } };
      };
      const call = (row: Row, body: unknown, key?: string): Answer<unknown> => {
        const failure = server.failures.shift();
        if (failure) return failure;
        if (row === contract.task.taskProgress) return takeProgress(body as ProgressRecord, key);
        if (row === contract.task.myTasks)
          return { kind: 'delivered', data: tasks.filter((task) => task.userId === userId && !task.ended).map(listedOf) };
        const { taskId } = body as { taskId: string };
        const steps = server.progress.filter((one) => one.taskId === taskId);
        return { kind: 'delivered', data: [{ taskId, userId, steps }] };
      };
      return {
        logIn: async () => ({ kind: 'delivered', data: userId }),
        call: async (row: Row, body: unknown, key?: string) => call(row, body, key) as Answer<never>,
        async picture(png) {
          server.pictures.push(png);
          return { kind: 'delivered', data: `photo-${server.pictures.length}` };
        },
      };
    },
  };
  return server;
}
