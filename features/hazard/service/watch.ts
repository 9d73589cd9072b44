// The watch over hazard points: after readings, rain or an edit, the highest level that is reached raises, changes or ends a warning. The
// watch runs in the transaction that stores the cause, under the lock of each point, so that two servers never warn twice.
import { randomUUID } from 'node:crypto';
import { actorName } from '@lookout/domain';
import type { Act } from '@lookout/server/acting/act.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { NewSms } from '../../sms/sms.store.ts';
import type { Repositories } from '../../store.ts';
import {
  applyToHazardWarning,
  type Hazard,
  type HazardWarning,
  type HazardWarningEvent,
  lookAt,
  strongest,
  type WarningCause,
  warningChange,
} from '../hazard.ts';
import { hazardMessage } from '../hazard-message.wire.ts';
import type { WatchedHazard } from '../hazards.store.ts';

export interface Measured {
  /** Locked, with its current readings and rain. */
  readonly point: WatchedHazard;
  /** The highest level reached since the last check; null: not above the current one. */
  readonly peak: WarningCause | null;
}

export interface WatchRoom {
  readonly nameOf: (gridNo: Hazard['gridNo']) => string | null;
  /** True if a gateway sends short messages. Without a gateway, they are stored in the outbox. */
  readonly hasGateway: boolean;
}

/**
 * Checks locked points once, and saves their watches, warnings and messages.
 * @returns the events, which must be recorded last in the transaction
 */
export async function look(tx: Repositories, act: Act, measured: readonly Measured[], room: WatchRoom): Promise<Happened[]> {
  const open = await tx.hazardWarnings.lockOpenOf(measured.map(({ point }) => point.hazard.id));
  const looks = measured.map((one) => ({ point: one.point, ...lookAtPoint(one, open.get(one.point.hazard.id) ?? null, act) }));
  await tx.hazards.saveWatches(looks.map(({ point: { hazard, rainCause }, watch }) => ({ id: hazard.id, watch, rainCause })));
  // One query for each point with a new level. These are few, however many readings arrive.
  for (const { happened } of looks) {
    const last = happened.at(-1);
    if (last) await tx.hazardWarnings.save(last.after);
  }
  await tx.sms.add(looks.flatMap(({ point, happened }) => happened.flatMap((one) => messageAbout(one, point.hazard, act, room))));
  return looks.flatMap(({ happened }) => happened);
}

interface WarningHappened extends Happened {
  readonly event: HazardWarningEvent;
  readonly after: HazardWarning;
}

function lookAtPoint({ point, peak }: Measured, open: HazardWarning | null, act: Act) {
  const { hazard, rainCause, monitors } = point;
  const now = strongest([...monitors.map(({ cause }) => cause), rainCause]);
  const { watch, turns } = lookAt(point.watch, { peak, now }, act.now);
  let warning = open;
  const happened: WarningHappened[] = [];
  for (const turn of turns) {
    const change = warningChange(warning, turn, (cause) => newWarning(hazard, cause, act.now));
    if (change === null) continue;
    const about = change.kind === 'hazard-warning.raised' ? change.payload.warning : warning;
    if (about === null) throw new Error('a change of no warning');
    const event = eventOf(act, change, { objectId: about.id, gridNo: about.gridNo }) as HazardWarningEvent;
    const after = applyToHazardWarning(warning, event, actorName(act.actor));
    if (after === null) throw new Error('a warning that was changed is gone');
    warning = after;
    happened.push({ event, after });
  }
  return { watch, happened };
}

const newWarning = (hazard: Hazard, cause: WarningCause, now: Date): HazardWarning => ({
  id: randomUUID(),
  hazardId: hazard.id,
  hazardName: hazard.name,
  hazardKind: hazard.kind,
  position: hazard.position,
  people: hazard.people,
  gridNo: hazard.gridNo,
  level: cause.level,
  highest: cause.level,
  cause,
  raisedAt: now,
  changedAt: now,
  acknowledged: null,
  handled: null,
  closed: null,
});

/** The message to the duty person when a warning is raised or rises. */
function messageAbout({ event, after }: WarningHappened, hazard: Hazard, act: Act, { nameOf, hasGateway }: WatchRoom): NewSms[] {
  const isWorse = event.kind === 'hazard-warning.raised' || event.kind === 'hazard-warning.risen';
  const phone = hazard.dutyPhone?.replace(/[\s()-]/g, '') ?? '';
  if (!isWorse || !/^\+?[0-9]{5,20}$/.test(phone)) return [];
  const { gridNo } = after;
  return [
    {
      id: randomUUID(),
      fireId: null,
      fireName: hazard.name,
      phone,
      receiver: hazard.dutyName,
      content: hazardMessage(after, nameOf(gridNo) ?? ''),
      accountId: act.actor.kind === 'officer' ? act.actor.accountId : null,
      fullName: actorName(act.actor),
      state: hasGateway ? 'waiting' : 'kept',
      nextAttemptAt: hasGateway ? act.now : null,
      gridNo,
      createdAt: act.now,
    },
  ];
}
