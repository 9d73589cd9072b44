// Where every ranger of this desk was last, by account. The list call says it all once; `teamTrajectory` messages move them from then on.
import type { LiveMessage, TeamPosition, WireRanger, WireTask } from '@lookout/contract';
import { createRecords, type RecordsRead } from './records.ts';
import { isInHand, taskIn } from './task-records.ts';

/** In the order of names. */
export interface RangerRecords extends RecordsRead<WireRanger> {
  /** What the list call answered. A position heard meanwhile that is newer stands. */
  readonly load: (rangers: readonly WireRanger[]) => void;
  /** `teamTrajectory` messages move people, `delegate` messages give them tasks; others are passed over, and so is whom this desk does not know. */
  readonly apply: (messages: readonly LiveMessage[]) => void;
  readonly clear: () => void;
}

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createRangerRecords(nextFrame: (run: () => void) => void): RangerRecords {
  const { set, remove, size: _, clear, ...records } = createRecords<WireRanger>(nextFrame, byName);

  const move = ({ userId, position, actualUploadTime }: TeamPosition, receiveTime: string) => {
    const before = records.get(userId);
    // A burst after silence comes late: what was said earlier must not move anybody back.
    if (!before || actualUploadTime < (before.actualUploadTime ?? '')) return;
    set(userId, { ...before, position, actualUploadTime, receiveTime });
  };
  /** Who was given a task, or is done with it. */
  const takeTask = (task: WireTask) => {
    for (const { userId, state } of task.members) {
      const before = records.get(userId);
      if (!before) continue;
      const others = before.taskIds.filter((id) => id !== task.id);
      const taskIds = isInHand(task) && state !== 'done' ? [...others, task.id] : others;
      if (taskIds.length !== before.taskCount) set(userId, { ...before, taskIds, taskCount: taskIds.length });
    }
  };

  return {
    ...records,
    load: (rangers) => {
      const present = new Set(rangers.map(({ userId }) => userId));
      for (const { userId } of records.list()) if (!present.has(userId)) remove(userId);
      for (const ranger of rangers) {
        const before = records.get(ranger.userId);
        const isNewer = (before?.actualUploadTime ?? '') > (ranger.actualUploadTime ?? '');
        set(ranger.userId, isNewer && before ? { ...ranger, ...placeOf(before) } : ranger);
      }
      records.setState('loaded');
    },
    apply: (messages) => {
      for (const message of messages) {
        if (message.kind === 'teamTrajectory') move(message.data, message.at);
        else if (message.kind === 'delegate') takeTask(taskIn(message.data));
      }
    },
    clear,
  };
}

const names = new Intl.Collator('zh-CN');
const byName = (a: WireRanger, b: WireRanger): number => (a.fullName === b.fullName ? 0 : names.compare(a.fullName, b.fullName));

const placeOf = ({ position, actualUploadTime, receiveTime }: WireRanger) => ({ position, actualUploadTime, receiveTime });
