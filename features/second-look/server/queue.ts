// Queues second looks. One server follows the log for all, after alarms were stored, so that no alarm waits for it. An alarm that no camera
// could see gets no look, and alarms close to each other share one.

import { randomUUID } from 'node:crypto';
import { type GridNo, haversineMetres, NATION, nearestOf, type Position } from '@lookout/domain';
import { covarianceOf } from '@lookout/fusion';
import { ellipse95 } from '@lookout/geo';
import type { NumberedMessage } from '@lookout/live';
import { followLog } from '@lookout/server/services/follow-log.ts';
import type { Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Polling } from '@lookout/server/services/poll.ts';
import type { Alarm } from '../../alarm/alarm.ts';
import { SEEN_FROM_METRES } from '../../camera/service/seeing-cameras.ts';
import { newestFireLevels } from '../../danger/service/fire-levels.ts';
import type { Repositories } from '../../store.ts';
import { lookPriority, mayServe, needsLook, SERVES_MS, type SecondLook, type SecondLookPolicy, servesAt } from '../second-look.ts';
import { happenedTo, lookedAtAlarm } from './events.ts';

/** Alarms of one file are queued together, after incident/server/association.ts has joined them to fires. */
const GATHER_MS = 200;
const EVERY_MS = 5_000;

type Needs = Pick<Room, 'store' | 'journal' | 'changes' | 'sharedJobs' | 'rightOfWay' | 'video' | 'clock' | 'log' | 'config'>;

/** @param queued called after looks were queued */
export function queueLooks(room: Needs, queued: () => void): Polling {
  const { store, journal, changes, sharedJobs, rightOfWay, clock, log } = room;
  return followLog({
    name: 'second-look-queue',
    changes,
    sharedJobs,
    about: ['alarm'],
    gatherMs: GATHER_MS,
    everyMs: EVERY_MS,
    mayGoOn: () => rightOfWay.untilFilesAreIn(),
    async step() {
      const { messages, more } = await store.transaction((tx) => readOn(tx, room, clock()));
      journal.publish(messages);
      if (messages.length > 0) queued();
      return { more };
    },
    failed: (error) => log.warn({ err: error }, 'second looks could not be queued'),
  });
}

/** What grids have set. */
export type SecondLookPolicies = ReadonlyMap<GridNo, SecondLookPolicy>;

/** Whether second looks are on in a grid. */
export const isOnIn = (policies: SecondLookPolicies, gridNo: GridNo, byDefault: boolean): boolean =>
  nearestOf(policies, gridNo)?.isOn ?? byDefault;

/** Reads the next section of the log and queues what it requires. */
async function readOn(
  tx: Repositories,
  { journal, video, config }: Needs,
  now: Date,
): Promise<{ readonly messages: readonly NumberedMessage[]; readonly more: boolean }> {
  const seq = await tx.secondLooks.readingForUpdate();
  const { next, more, alarmIds } = await tx.incidents.readAfter(seq);
  if (next === seq) return { messages: [], more: false };
  await tx.secondLooks.saveReading(next);
  const looked = await tx.secondLooks.lookedAt(alarmIds);
  const policies = await tx.secondLooks.policies();
  const fresh = (await tx.incidents.alarmsOf(alarmIds.filter((id) => !looked.has(id)))).filter(
    (alarm) => needsLook(alarm, now) && isOnIn(policies, alarm.gridNo, config.secondLook),
  );
  if (fresh.length === 0) return { messages: [], more };
  // Cameras that this server can reach, by position alone: the terrain is looked at when a look's turn comes.
  const cameras = await video.cameras.linked(NATION);
  const near = fresh.filter(({ position }) => cameras.some(({ camera }) => isNear(camera.position, position)));
  if (near.length === 0) return { messages: [], more };
  const levelOf = await newestFireLevels(tx, NATION);
  const members = new Map((await tx.incidents.membersOf(near.map(({ id }) => id))).map((member) => [member.alarmId, member]));
  const changed = new Map<string, { readonly isNew: boolean; readonly look: SecondLook }>();
  for (const alarm of near) {
    const radiusMetres = ellipse95(covarianceOf(alarm, null)).semiMajorMetres;
    const priority = lookPriority(levelOf(alarm.gridNo), members.get(alarm.id)?.evidence.probability ?? null);
    const known = [...(await tx.secondLooks.around(alarm.position, new Date(now.getTime() - SERVES_MS))), ...onlyNew(changed)];
    const serving = known.find((look) => mayServe(look) && servesAt(look.radiusMetres, haversineMetres(look.position, alarm.position)));
    if (serving === undefined) {
      const look = newLook(alarm, { radiusMetres, priority, now });
      changed.set(look.id, { isNew: true, look });
      continue;
    }
    const before = changed.get(serving.id) ?? { isNew: false, look: serving };
    const alarmIdsNow = [...before.look.alarmIds, alarm.id];
    changed.set(serving.id, {
      ...before,
      look: { ...before.look, alarmIds: alarmIdsNow, priority: Math.max(before.look.priority, priority) },
    });
  }
  const happened: Happened[] = [];
  for (const { isNew, look } of changed.values()) {
    if (isNew) await tx.secondLooks.add(look);
    const saved = isNew ? look : await joinInto(tx, look);
    happened.push(happenedTo(isNew ? 'second-look.asked' : 'second-look.changed', saved, now));
    // The look that serves them has ended already.
    if (saved.state === 'done')
      for (const alarm of near) if (saved.alarmIds.includes(alarm.id)) happened.push(lookedAtAlarm(alarm, saved, now));
  }
  return { messages: await journal.append(tx, happened), more };
}

/** More than the degrees of latitude within `SEEN_FROM_METRES`: it decides most pairs of a national file, and costs nothing. */
const NEAR_LATITUDE_DEGREES = 0.3;

const isNear = (a: Position, b: Position): boolean =>
  Math.abs(a.lat - b.lat) <= NEAR_LATITUDE_DEGREES && haversineMetres(a, b) <= SEEN_FROM_METRES;

const onlyNew = (changed: ReadonlyMap<string, { readonly isNew: boolean; readonly look: SecondLook }>): SecondLook[] =>
  [...changed.values()].flatMap(({ isNew, look }) => (isNew ? [look] : []));

/** Adds alarms to a look that may be under way on another server: its row is locked and read again. */
async function joinInto(tx: Repositories, { id, alarmIds, priority }: SecondLook): Promise<SecondLook> {
  const current = await tx.secondLooks.lockForUpdate(id);
  if (current === null) throw new Error(`second look ${id} is gone`);
  const look = { ...current, alarmIds: [...new Set([...current.alarmIds, ...alarmIds])], priority };
  await tx.secondLooks.save(look);
  await tx.secondLooks.join(id, alarmIds);
  return look;
}

const newLook = (
  { id, gridNo, position }: Alarm,
  { radiusMetres, priority, now }: { readonly radiusMetres: number; readonly priority: number; readonly now: Date },
): SecondLook => ({
  id: randomUUID(),
  gridNo,
  alarmIds: [id],
  position: { lng: position.lng, lat: position.lat },
  radiusMetres: Math.round(radiusMetres),
  priority,
  state: 'waiting',
  verdict: null,
  reason: null,
  heat: null,
  views: [],
  askedAt: now,
  beganAt: null,
  endedAt: null,
});
