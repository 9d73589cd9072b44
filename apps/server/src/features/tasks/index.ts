// Dispatch and tasks: the handlers of contract `tasks`, the officer's side and the ranger's own.
import type { ServerFeature } from '../../feature.ts';
import { taskCancel } from './cancel.ts';
import { taskDispatch } from './dispatch.ts';
import { taskProgress } from './progress.ts';
import { taskReads } from './reads.ts';

export const tasks: ServerFeature<'tasks'> = {
  open: (room) => ({ calls: { ...taskDispatch(room), ...taskReads(room), ...taskCancel(room), ...taskProgress(room) } }),
};
