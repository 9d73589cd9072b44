// The cameras that see the place of a look, and what keeps each from turning there.

import { type GridNo, NATION } from '@lookout/domain';
import { camerasThatSee, canSee, destination, type Sightline, type Surface, type Viewpoint } from '@lookout/geo';
import { takeLock } from '@lookout/video';
import { LRUCache } from 'lru-cache';
import { isInSector } from '../../camera/camera.ts';
import { isThermal } from '../../camera/channel.ts';
import type { ReachedCamera } from '../../camera/service/cameras.ts';
import type { Head } from '../../camera/service/heads.ts';
import { SEEN_FROM_METRES } from '../../camera/service/seeing-cameras.ts';
import { around, fieldOfViewDegrees, zoomOfField } from '../../camera/service/view.ts';
import { fieldFor, type LookCandidate, type SecondLook } from '../second-look.ts';
import type { LookNeeds } from './needs.ts';
import { SECOND_LOOK_OPERATOR } from './operator.ts';
import { isOnIn, type SecondLookPolicies } from './queue.ts';

/** A head that sees the place of a look. Its angles are as the camera reports them. */
export interface SeeingHead extends LookCandidate {
  readonly camera: ReachedCamera;
  /** Of its monitoring point, as officers know it. */
  readonly name: string;
  readonly ptzHead: Head;
  /** The thermal channel that turns with it; null: none. */
  readonly thermal: ReachedCamera | null;
  readonly panDegrees: number;
  readonly tiltDegrees: number;
  /** null: the lens is not set up, and the zoom stays as it is. */
  readonly zoom: number | null;
  readonly fieldDegrees: number | null;
}

/** The state of all cameras at one moment, from which the candidates of many looks are found. */
export interface CameraMoment {
  /** All cameras that see the place, with the hindrance of each. */
  candidatesFor(look: SecondLook): Promise<SeeingHead[]>;
}

/** Sight lines are computed once for a look: a tower that is moved or added within this time counts afterwards. */
const SIGHT_MS = 60_000;
const MOST_SIGHTS = 2_000;
/** Smoke has risen so far when a camera arrives. */
const SMOKE_METRES = 50;
/** Places around, on a circle of this share of the uncertainty. */
const AROUND = 8;
const AROUND_SHARE = 0.7;

export interface Sight {
  readonly cameraId: string;
  readonly sightline: Sightline;
}

export function watchCandidates({ store, video, elevation, clock, config }: LookNeeds): () => Promise<CameraMoment> {
  const sights = new LRUCache<string, readonly Sight[]>({ max: MOST_SIGHTS, ttl: SIGHT_MS });

  const sightsOf = (look: SecondLook, cameras: readonly ReachedCamera[]): readonly Sight[] => {
    const known = sights.get(look.id);
    if (known) return known;
    const towers = cameras.flatMap(({ camera }) =>
      camera.towerHeightMetres === null ? [] : [{ ...camera.position, towerHeightMetres: camera.towerHeightMetres, cameraId: camera.id }],
    );
    const own = sightsOfPlace(look, towers, elevation().surfaceAround(look.position));
    sights.set(look.id, own);
    return own;
  };

  return async () => {
    const cameras = await video.cameras.linked(NATION);
    const byId = new Map(cameras.map((one) => [one.camera.id, one]));
    const [policies, off, resting] = await Promise.all([
      store.secondLooks.policies(),
      store.secondLooks.camerasOff(),
      store.secondLooks.restingHeads(),
    ]);
    const heads = new Map<string, Promise<Omit<HeadNow, 'name'>>>();
    const now = clock();
    const headOf = (one: ReachedCamera): Promise<Omit<HeadNow, 'name'>> => {
      const known = heads.get(one.camera.id) ?? readHead(one);
      heads.set(one.camera.id, known);
      return known;
    };
    const readHead = async ({ camera }: ReachedCamera): Promise<Omit<HeadNow, 'name'>> => {
      const ptzHead = await video.heads.of(camera);
      const { lock } = await video.heads.state(ptzHead);
      return { ptzHead, isFree: takeLock(lock, SECOND_LOOK_OPERATOR, now).ok };
    };
    const names = await pointNames({ store }, cameras);
    const surroundings = { policies, off, resting, byDefault: config.secondLook };

    return {
      async candidatesFor(look) {
        const found: SeeingHead[] = [];
        for (const { cameraId, sightline } of sightsOf(look, cameras)) {
          const camera = byId.get(cameraId);
          if (camera === undefined) continue;
          const thermal = cameras.find((one) => isThermal(one.camera) && isOneHead(one, camera)) ?? null;
          const name = names.get(camera.camera.monitoringPointId ?? '') ?? camera.camera.name;
          found.push(candidateOf(look, camera, sightline, { ...(await headOf(camera)), name }, thermal, surroundings));
        }
        return found;
      },
    };
  };
}

interface Tower extends Viewpoint {
  readonly cameraId: string;
}

/**
 * The cameras that see the ground at the place, or smoke above it or above the ground around it, where the fire may be as well. Each is
 * aimed at the place itself, so that all of this lies in the middle third of its picture.
 */
export function sightsOfPlace(
  { position, radiusMetres }: Pick<SecondLook, 'position' | 'radiusMetres'>,
  towers: readonly Tower[],
  surface: Surface,
): Sight[] {
  const found = new Map<string, Sightline>();
  const smoke = { ...position, aboveGroundMetres: SMOKE_METRES };
  const around = Array.from({ length: AROUND }, (_, n) => ({
    ...destination(position, (n * 360) / AROUND, radiusMetres * AROUND_SHARE),
    aboveGroundMetres: SMOKE_METRES,
  }));
  for (const place of [position, smoke, ...around]) {
    const left = towers.filter(({ cameraId }) => !found.has(cameraId));
    for (const { camera, sightline } of camerasThatSee(place, left, surface, { maxDistanceMetres: SEEN_FROM_METRES })) {
      const aim = place === position ? sightline : canSee(camera, smoke, surface);
      if (aim !== null) found.set(camera.cameraId, aim);
    }
  }
  return [...found].map(([cameraId, sightline]) => ({ cameraId, sightline }));
}

interface HeadNow {
  readonly ptzHead: Head;
  readonly isFree: boolean;
  readonly name: string;
}

interface Surroundings {
  readonly policies: SecondLookPolicies;
  readonly off: ReadonlySet<string>;
  readonly resting: ReadonlySet<string>;
  readonly byDefault: boolean;
}

function candidateOf(
  { radiusMetres, gridNo }: SecondLook,
  camera: ReachedCamera,
  { azimuthDegrees, tiltDegrees, distanceMetres }: Sightline,
  { ptzHead, isFree, name }: HeadNow,
  thermal: ReachedCamera | null,
  { policies, off, resting, byDefault }: Surroundings,
): SeeingHead {
  const { link } = camera;
  const panDegrees = around(azimuthDegrees - camera.camera.northCorrectionDegrees);
  const ranges = link?.ranges ?? [];
  const isOn = (grid: GridNo): boolean => isOnIn(policies, grid, byDefault);
  const hindrance = (): SeeingHead['hindrance'] => {
    if (off.has(camera.camera.id) || !isOn(gridNo) || !isOn(camera.camera.gridNo)) return 'off';
    const isWithin = ranges.length === 0 || ranges.some((range) => isInSector(range, { horizontal: panDegrees, vertical: tiltDegrees }));
    if (camera.vendor === null || !isWithin) return 'fixed';
    if (!camera.camera.online) return 'offline';
    if (!isFree) return 'busy';
    return resting.has(ptzHead.name) ? 'resting' : null;
  };
  const zoom = link && zoomOfField(link, fieldFor(radiusMetres, distanceMetres));
  return {
    cameraId: camera.camera.id,
    head: ptzHead.name,
    distanceMetres,
    azimuthDegrees,
    isThermal: isThermal(camera.camera),
    hindrance: hindrance(),
    camera,
    name,
    ptzHead,
    thermal,
    panDegrees,
    tiltDegrees,
    zoom,
    fieldDegrees: link === null || zoom === null ? null : fieldOfViewDegrees(link, zoom),
  };
}

/** Whether two channels turn together. */
const isOneHead = ({ camera: a }: ReachedCamera, { camera: b }: ReachedCamera): boolean =>
  a.deviceId === b.deviceId && a.monitoringPointId === b.monitoringPointId && a.gridNo === b.gridNo;

async function pointNames({ store }: Pick<LookNeeds, 'store'>, cameras: readonly ReachedCamera[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(cameras.flatMap(({ camera }) => camera.monitoringPointId ?? []))];
  if (ids.length === 0) return new Map();
  const { list } = await store.monitoringPoints.list(NATION, { ids }, { limit: ids.length });
  return new Map(list.map(({ id, name }) => [id, name]));
}
