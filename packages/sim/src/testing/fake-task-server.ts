// A server's desk for tasks in a few lines, for tests: knows tasks, lets rangers go forward only, and writes down everything it is told.
import { contract, formatTime, type Row, type WireTask } from '@lookout/contract';
import { advance, type Position, type TaskProgress, type TaskState } from '@lookout/domain';
import type { Answer } from '../wire/sender.ts';
import type { Session } from '../wire/session.ts';

export interface Said {
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
  readonly said: Said[];
  readonly pictures: Uint8Array[];
  send(userId: string, position: Position, task?: { id?: string; priority?: 1 | 2 | 3 | 4 }): string;
  cancel(taskId: string): void;
  stateOf(taskId: string): TaskState | undefined;
  /** What the next calls meet before they are heard. */
  trouble: Answer<never>[];
  /** The next progress is taken, but its answer is lost. */
  losesAnswers: number;
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
  const time = (at: string | number) => formatTime(new Date(at));
  const wireOf = ({ id, userId, position, priority, createdAtMs, state, since }: (typeof tasks)[number]) =>
    ({
      id,
      position,
      priority,
      createTime: time(createdAtMs),
      members: [{ userId, state, stateTime: time(since) }],
    }) as unknown as WireTask;

  const desk: FakeTaskServer = {
    said: [],
    pictures: [],
    trouble: [],
    losesAnswers: 0,
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
      const progress = (body: Said, key: string | undefined): Answer<unknown> => {
        const task = find(body.taskId);
        if (!task || task.ended) return { kind: 'refused', why: 'HTTP 409 任务已取消' };
        if (desk.said.some((one) => one.key === key && one.userId === userId)) return { kind: 'delivered', data: { id: key } };
        const next = advance(task.state, body.state);
        if (!next.ok) return { kind: 'refused', why: 'HTTP 409' };
        [task.state, task.since, task.ended] = [next.value, body.at, next.value === 'done'];
        desk.said.push({ ...body, userId, key });
        if (desk.losesAnswers > 0) {
          desk.losesAnswers -= 1;
          return later;
        }
        return { kind: 'delivered', data: { id: key } };
      };
      const call = (row: Row, body: unknown, key?: string): Answer<unknown> => {
        const trouble = desk.trouble.shift();
        if (trouble) return trouble;
        if (row === contract.tasks.taskProgress) return progress(body as Said, key);
        if (row === contract.tasks.myTasks)
          return { kind: 'delivered', data: tasks.filter((task) => task.userId === userId && !task.ended).map(wireOf) };
        const { taskId } = body as { taskId: string };
        const steps = desk.said.filter((one) => one.taskId === taskId);
        return { kind: 'delivered', data: [{ taskId, userId, steps }] };
      };
      return {
        enter: async () => ({ kind: 'delivered', data: userId }),
        call: async (row: Row, body: unknown, key?: string) => call(row, body, key) as Answer<never>,
        async picture(png) {
          desk.pictures.push(png);
          return { kind: 'delivered', data: `photo-${desk.pictures.length}` };
        },
      };
    },
  };
  return desk;
}
