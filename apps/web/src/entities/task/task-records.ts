// Every task this desk knows, by id: those in hand from the first load, whatever a list has shown since, all kept true by live updates.
import { isInHand, type NamedTask } from '@lookout/domain';
import { liveRecords } from '../../stores/live-records.ts';

/** Finished tasks beyond this are forgotten, oldest first; one in hand never is. */
export const FINISHED_KEPT = 1_000;

const newestFirst = (a: NamedTask, b: NamedTask): number => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

export const taskRecords = liveRecords<NamedTask>({
  key: ({ id }) => id,
  order: newestFirst,
  load: (client, quietly) => client.tasks.taskOpen(quietly),
  said: { 'task-changed': ({ task }) => [{ put: task }] },
  retention: { most: FINISHED_KEPT, keeps: isInHand, countsKept: false },
});
