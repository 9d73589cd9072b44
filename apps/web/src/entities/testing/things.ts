// Tasks, rangers and plots for tests, as a desk holds them.
import type { LiveUpdate } from '@lookout/contract';
import type { GridNo, ListedRanger, Named, NamedTask, Plot, TaskMember, TaskState, TaskStatus, TrackPoint } from '@lookout/domain';

const WENCHUAN = { gridNo: '513221' as GridNo, gridName: 'Wenchuan' };

/** `2026-11-21 10:00:00`, Beijing time. */
export const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`);

export const aMember = (state: TaskState, userId = 'r'): Named<TaskMember> => ({
  ...WENCHUAN,
  ...{ userId, fullName: userId, state, stateAt: at('2026-11-21 10:00:00') },
});

/** What makes a task stand so. */
const standing: Readonly<Record<TaskStatus, Pick<NamedTask, 'members' | 'cancelledAt'>>> = {
  waiting: { members: [aMember('sent')], cancelledAt: null },
  'under-way': { members: [aMember('received')], cancelledAt: null },
  done: { members: [aMember('done')], cancelledAt: null },
  cancelled: { members: [aMember('received')], cancelledAt: at('2026-11-21 12:00:00') },
};

/** Sent to one ranger on 2026-11-21 at ten, Beijing time, for four hours. */
export const aTask = (id: string, status: TaskStatus = 'waiting', over: Partial<NamedTask> = {}): NamedTask => ({
  ...{ id, content: id, type: 'newly-found', priority: 2, position: { lng: 103, lat: 31 }, address: '', ...WENCHUAN },
  ...{ startsAt: at('2026-11-21 10:00:00'), endsAt: at('2026-11-21 14:00:00'), createdAt: at('2026-11-21 10:00:00') },
  ...{ fireId: null, fireKind: null, operatorId: 'o', operatorName: 'o', photos: [], reserve: null, cancelReason: null },
  ...{ peopleCount: 0, vehicleCount: 0, equipmentCount: 0 },
  ...standing[status],
  ...over,
});

/** Heard of when it was sent; null: never. */
export const heardAt = (time: string | null, lng = 103): TrackPoint | null =>
  time === null ? null : { position: { lng, lat: 31 }, at: at(time), receivedAt: at(time) };

export const aRanger = (userId: string, over: Partial<ListedRanger> = {}): ListedRanger => ({
  ...WENCHUAN,
  ...{ userId, fullName: userId, phone: null, last: null, taskIds: [], distanceMetres: null, bearingDegrees: null },
  ...over,
});

export const aPlot = (id: string, over: Partial<Named<Plot>> = {}): Named<Plot> => ({
  ...WENCHUAN,
  ...{ id, kind: 'point', name: id, points: [{ lng: 103, lat: 31 }], colour: 'red', widthPixels: 3, note: null, fireId: null },
  ...{ version: 1, createdBy: 'o', createdAt: at('2026-11-21 08:00:00'), changedBy: 'o', changedAt: at('2026-11-21 08:00:00') },
  ...over,
});

/** Where and when an update is told; a number makes it one of the log. */
export const told = (seq?: number): Pick<LiveUpdate, 'seq' | 'toldAt' | 'gridNo' | 'requestId'> => ({
  ...(seq !== undefined && { seq }),
  ...{ toldAt: at('2026-11-21 10:30:00'), gridNo: WENCHUAN.gridNo, requestId: null },
});
