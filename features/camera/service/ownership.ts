// Ownership of devices (decision 0044): a device's id, its address and its code on a platform belong to one grid. Must be called within the
// transaction that writes them, after `holdOwners` and before anything is written.

import { covers, type GridNo, NATION } from '@lookout/domain';
import type { Repositories } from '../../store.ts';
import { type Camera, shareOwner } from '../camera.ts';
import type { LinkedCamera } from '../cameras.store.ts';
import { isSameReach, type Reach, reachesOf, searchedBy } from './reach.ts';

/** Why a camera cannot be written. If one camera is at fault, the others of the same request are not. */
export type DeviceFault = 'device-held-elsewhere' | 'channel-on-record';

const EVERY = 1_000_000;

/** Whether a caller of this scope may give a camera of grid `wanted` an id or address that a camera of grid `holder` already has. */
const mayShare = (scope: GridNo, wanted: GridNo, holder: GridNo): boolean => covers(scope, holder) && shareOwner(wanted, holder);

/**
 * The faults of these cameras' device ids, by camera id.
 * @param leaving cameras of their devices that are removed in the same transaction
 */
export async function deviceFaults(
  tx: Pick<Repositories, 'cameras'>,
  scope: GridNo,
  wanted: readonly Camera[],
  leaving: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, DeviceFault>> {
  const deviceIds = [...new Set(wanted.map(({ deviceId }) => deviceId))];
  const { list } = await tx.cameras.list(NATION, { deviceIds }, { limit: EVERY });
  const stored = new Map(list.map((camera) => [camera.id, camera]));
  const written = new Set(wanted.map(({ id }) => id));
  const others = Map.groupBy([...wanted, ...list.filter(({ id }) => !written.has(id) && !leaving.has(id))], ({ deviceId }) => deviceId);
  const faults = new Map<string, DeviceFault>();
  for (const camera of wanted) {
    const before = stored.get(camera.id);
    // A conflict that existed before this rule is tolerated, even when the camera is edited.
    if (before?.deviceId === camera.deviceId && before.gridNo === camera.gridNo && before.channelNum === camera.channelNum) continue;
    const rivals = (others.get(camera.deviceId) ?? []).filter(({ id }) => id !== camera.id);
    if (rivals.some((rival) => !mayShare(scope, camera.gridNo, rival.gridNo))) faults.set(camera.id, 'device-held-elsewhere');
    else if (rivals.some(({ channelNum }) => channelNum === camera.channelNum)) faults.set(camera.id, 'channel-on-record');
  }
  return faults;
}

/**
 * The cameras that would reach a device of another owner, each with the field that causes it. Cameras are checked in order: if two collide,
 * the first wins.
 */
export async function ownedElsewhere(
  tx: Pick<Repositories, 'cameras'>,
  scope: GridNo,
  wanted: readonly LinkedCamera[],
): Promise<ReadonlyMap<string, Reach['field']>> {
  const searched = searchedBy(wanted.flatMap(reachesOf));
  const existing = new Map((await tx.cameras.reachedBy(searched)).map((linked) => [linked.camera.id, linked]));
  const elsewhere = new Map<string, Reach['field']>();
  for (const linked of wanted) {
    const { id, gridNo } = linked.camera;
    const before = existing.get(id);
    // A conflict that existed before this rule is tolerated, even when other fields are edited.
    const had = before?.camera.gridNo === gridNo ? reachesOf(before) : [];
    const fresh = reachesOf(linked).filter((reach) => !had.some((one) => isAlike(one, reach)));
    const rivals = [...existing.values()].filter(({ camera }) => camera.id !== id && !mayShare(scope, gridNo, camera.gridNo));
    const taken = rivals.flatMap(reachesOf);
    const collision = fresh.find((reach) => taken.some((one) => isSameReach(one, reach)));
    if (collision) elsewhere.set(id, collision.field);
    else existing.set(id, linked);
  }
  return elsewhere;
}

const isAlike = (a: Reach, b: Reach): boolean => a.end === b.end && a.part?.kind === b.part?.kind && a.part?.name === b.part?.name;
