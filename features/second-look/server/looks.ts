// Carries out second looks. The server that has the job takes looks from the queue; the rows of the database decide which looks are under way
// and which heads may turn, so that two servers that both believe to have the job do nothing twice. The looks of a server that died are taken
// over: their cameras go back, and they wait again.

import { NATION } from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import type { Happened } from '@lookout/server/services/journal.ts';
import { type Polling, poll } from '@lookout/server/services/poll.ts';
import type { Repositories } from '../../store.ts';
import {
  chooseCameras,
  FRESH_MS,
  hottestOf,
  inOrder,
  isOver,
  type LookReason,
  type LookView,
  type SecondLook,
  type SecondLookPayloads,
  verdictOf,
} from '../second-look.ts';
import { createJudge } from '../service/judge.ts';
import { type CameraMoment, type SeeingHead, watchCandidates } from './candidates.ts';
import { happenedTo, lookedAtAlarm } from './events.ts';
import { lookWith } from './look.ts';
import type { LookNeeds } from './needs.ts';
import { goBack } from './turning.ts';

/** Looks at a time. A look costs pictures of some cameras and a second of a worker thread. */
const MOST_AT_ONCE = 8;
/** Of a flood only so many are compared; the oldest. */
const MOST_COMPARED = 1_000;
/** Looks tried in one run; the rest follow a second later. */
const MOST_TRIED = 50;
const EVERY_MS = 1_000;
/** While nothing waits and nothing is looked at. */
const REST_MS = 2_000;

export function runLooks(room: LookNeeds): Polling {
  const { store, sharedJobs, log, clock } = room;
  const judge = createJudge();
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const momentOf = watchCandidates(room);
  let isAnyWaiting = false;

  const begin = (look: SecondLook, heads: readonly SeeingHead[]): void => {
    const work = carryOut({ ...room, judge }, look, heads, stopping.signal)
      .catch((error: unknown) => {
        log.warn({ err: error, lookId: look.id }, 'a second look failed');
        return endLook(room, look.id, { verdict: 'unclear', reason: 'failed' }).catch((again: unknown) =>
          log.warn({ err: again, lookId: look.id }, 'a failed second look could not be ended; it is taken up again'),
        );
      })
      .finally(() => running.delete(look.id));
    running.set(look.id, work);
  };

  const run = async (): Promise<void> => {
    await store.secondLooks.keepLooking([...running.keys()]);
    for (const id of await store.secondLooks.takeAbandoned()) if (!running.has(id)) await takeUpAgain(room, id);
    const waiting = inOrder(await store.secondLooks.waiting(MOST_COMPARED), clock());
    isAnyWaiting = waiting.length > 0;
    if (!isAnyWaiting || running.size >= MOST_AT_ONCE) return;
    const cameras = await momentOf();
    const begun = new Set<string>();
    for (const look of waiting.slice(0, MOST_TRIED)) {
      if (stopping.signal.aborted || running.size >= MOST_AT_ONCE) break;
      const heads = await readyFor(room, look, cameras);
      // A head that another look has just been given is asked for again at the next run.
      if (heads === null || heads.some(({ head }) => begun.has(head))) continue;
      for (const { head } of heads) begun.add(head);
      begin(look, heads);
    }
  };
  const polling = poll({
    run: sharedJobs.alone('second-look', run),
    everyMs: () => sharedJobs.pause('second-look', isAnyWaiting || running.size > 0 ? EVERY_MS : REST_MS)(),
    failed: (error) => log.warn({ err: error }, 'second looks cannot be carried out'),
  });
  return {
    wake: () => polling.wake(),
    async stop() {
      stopping.abort();
      await polling.stop();
      await Promise.all(running.values());
      await judge.stop();
    },
  };
}

/** @returns the cameras for a look; null: it waits, or was ended without any */
async function readyFor(room: LookNeeds, look: SecondLook, moment: CameraMoment): Promise<readonly SeeingHead[] | null> {
  const { store, clock } = room;
  const alarms = await store.incidents.alarmsOf(look.alarmIds);
  const end = async (reason: LookReason): Promise<null> => {
    await endLook(room, look.id, { verdict: null, reason });
    return null;
  };
  if (isOver(alarms)) return end('alarm-over');
  const { cameras, reason, mayWait } = chooseCameras(await moment.candidatesFor(look));
  if (cameras.length > 0) return cameras;
  if (!mayWait) return end(reason ?? 'unseen');
  if (clock().getTime() - look.askedAt.getTime() > FRESH_MS) return end('too-late');
  if (reason !== look.reason) await changeLook(room, look.id, 'second-look.changed', (before) => ({ ...before, reason }));
  return null;
}

async function carryOut(
  room: LookNeeds & { readonly judge: ReturnType<typeof createJudge> },
  look: SecondLook,
  heads: readonly SeeingHead[],
  stopped: AbortSignal,
): Promise<void> {
  const { clock } = room;
  const begun = await changeLook(room, look.id, 'second-look.changed', (before) =>
    // Another server has taken it meanwhile.
    before.state === 'waiting' ? { ...before, state: 'looking', reason: null, beganAt: clock(), views: heads.map(viewOf) } : null,
  );
  if (begun === null) return;
  const save = async (view: LookView): Promise<void> => {
    await changeLook(room, look.id, 'second-look.changed', (before) =>
      before.state === 'looking'
        ? {
            ...before,
            views: before.views.map((one) => (one.cameraId === view.cameraId ? view : one)),
            heat: hottestOf([...before.views, view]),
          }
        : null,
    );
  };
  const isAlarmOver = async (): Promise<boolean> => {
    const current = await room.store.secondLooks.find(look.id);
    return current === null || isOver(await room.store.incidents.alarmsOf(current.alarmIds));
  };
  const ended = await Promise.all(
    heads.map((head) => lookWith(room, { look: begun, head, view: viewOf(head), save, isAlarmOver, stopped })),
  );
  if (ended.some(({ reason }) => reason === 'interrupted')) return waitAgain(room, look.id);
  // None could be turned, and all for reasons that pass: another look may be served first.
  if (ended.every(({ verdict, reason }) => verdict === null && (reason === 'resting' || reason === 'busy')))
    return waitAgain(room, look.id);
  await endLook(room, look.id, { ...verdictOf(ended), views: ended });
}

const viewOf = ({ cameraId, name, distanceMetres, azimuthDegrees, fieldDegrees }: SeeingHead): LookView => ({
  cameraId,
  cameraName: name,
  distanceMetres: Math.round(distanceMetres),
  azimuthDegrees,
  fieldDegrees,
  verdict: null,
  reason: null,
  frames: 0,
  pictureId: null,
  takenAt: null,
  heat: null,
  box: null,
});

/** The look waits again, as if it had not begun. */
async function waitAgain(room: LookNeeds, id: string): Promise<void> {
  await changeLook(room, id, 'second-look.changed', (before) =>
    before.state === 'looking' ? { ...before, state: 'waiting', views: [], heat: null, beganAt: null } : null,
  );
}

/** The server that carried it out died. */
async function takeUpAgain(room: LookNeeds, id: string): Promise<void> {
  for (const turned of await room.store.secondLooks.headsOf(id)) await goBack(room, turned);
  await waitAgain(room, id);
}

/** Changes a look under its row's lock, because alarms join it meanwhile. @returns null: nothing was changed */
async function changeLook(
  { store, journal, clock }: LookNeeds,
  id: string,
  kind: keyof SecondLookPayloads,
  change: (before: SecondLook) => SecondLook | null,
  also: (tx: Repositories, after: SecondLook) => Promise<readonly Happened[]> = async () => [],
): Promise<SecondLook | null> {
  const { look, messages } = await store.transaction(
    async (tx): Promise<{ readonly look: SecondLook | null; readonly messages: readonly NumberedMessage[] }> => {
      const before = await tx.secondLooks.lockForUpdate(id);
      const look = before && change(before);
      if (!look) return { look: null, messages: [] };
      await tx.secondLooks.save(look);
      return { look, messages: await journal.append(tx, [happenedTo(kind, look, clock()), ...(await also(tx, look))]) };
    },
  );
  journal.publish(messages);
  return look;
}

/** Ends a look, and adds a line to the history of each of its alarms. */
async function endLook(
  room: LookNeeds,
  id: string,
  end: Pick<SecondLook, 'verdict' | 'reason'> & { readonly views?: readonly LookView[] },
): Promise<void> {
  const endedAt = room.clock();
  await changeLook(
    room,
    id,
    'second-look.ended',
    (before) => {
      if (before.state === 'done') return null;
      const views = end.views ?? before.views;
      return { ...before, ...end, views, heat: hottestOf(views), state: 'done', endedAt };
    },
    async (tx, after) => {
      const lines: Happened[] = [];
      for (const alarmId of after.alarmIds) {
        const alarm = await tx.alarms.lockForUpdate(NATION, alarmId);
        if (alarm !== null) lines.push(lookedAtAlarm(alarm, after, endedAt));
      }
      return lines;
    },
  );
}
