// Cameras and their channels: naming and order, the camera that represents a tower, and the polled queries of cameras and directions.

import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Alarm, verdictOf } from '../../alarm/alarm.ts';
import { usePictureInterval } from '../../operating-mode/parts/mode-records.ts';
import type { CameraDirection, CheckedCamera, SeeingCamera } from '../camera.ts';
import { type Channel, isThermal } from '../channel.ts';

const byNumber = (a: Channel, b: Channel): number => (a.channelNum ?? 0) - (b.channelNum ?? 0) || a.name.localeCompare(b.name, 'zh-CN');

/**
 * The two channels shown side by side, visible first; null: there is no channel. Without a thermal channel a second visible one is used.
 */
export function pairOf<C extends Channel>(channels: readonly C[]): readonly [first: C | null, second: C | null] {
  const sorted = [...channels].sort(byNumber);
  const first = sorted.find((channel) => !isThermal(channel)) ?? sorted[0] ?? null;
  const others = sorted.filter((channel) => channel !== first);
  return [first, others.find(isThermal) ?? others[0] ?? null];
}

/** The channel to show: a visible one before a thermal one, online before offline; null: there is no channel. */
export const bestChannelOf = <C extends Channel & Stated>(channels: readonly C[]): C | null =>
  pairOf(channels.some(({ online }) => online) ? channels.filter(({ online }) => online) : channels)[0];

/** Whether the alarm was raised by a camera and is not judged yet. */
export const isOfNewCameraAlarm = ({ facts, response }: Pick<Alarm, 'facts' | 'response'>): boolean =>
  facts.kind === 'camera' && verdictOf(response) === 'unjudged' && response.stage === 'open';

/**
 * The camera that raised an alarm, or the best camera of its monitoring point; null: the camera is not registered here, or several match.
 */
export function cameraOfAlarm({ facts }: Pick<Alarm, 'facts'>, cameras: readonly CheckedCamera[]): CheckedCamera | null {
  if (facts.kind !== 'camera') return null;
  const { deviceId, monitoringPointId, isDeviceAmbiguous } = facts;
  if (isDeviceAmbiguous) return null;
  // Channels of the alarm's own point take precedence, and among them those of the alarm's device.
  const ofPoint = cameras.filter((camera) => monitoringPointId === null || camera.monitoringPointId === monitoringPointId);
  const own = deviceId === null ? [] : ofPoint.filter((camera) => camera.deviceId === deviceId);
  if (own.length === 0 && monitoringPointId === null) return null;
  return bestChannelOf(own.length > 0 ? own : ofPoint);
}

interface NamedChannel {
  readonly name: string;
  readonly monitoringPointName: string | null;
}

/** The channel's name without its monitoring point's. */
export function channelName({ name, monitoringPointName }: NamedChannel): string {
  const own = monitoringPointName !== null && name.startsWith(monitoringPointName) ? name.slice(monitoringPointName.length).trim() : name;
  return own === '' ? name : own;
}

/** The name in two parts: the point, which may be truncated, and the channel. */
export function nameParts(camera: NamedChannel): readonly [point: string, channel: string] {
  const channel = channelName(camera);
  return channel === camera.name ? ['', channel] : [camera.monitoringPointName ?? '', channel];
}

/** One camera for each tower that sees the position, nearest first: the visible channel, online before offline. */
export function towersOf(cameras: readonly SeeingCamera[]): SeeingCamera[] {
  const rank = (camera: SeeingCamera) => (isThermal(camera) ? 2 : 0) + (camera.online ? 0 : 1);
  const towers = Map.groupBy(cameras, ({ monitoringPointId, id }) => monitoringPointId ?? id);
  return [...towers.values()]
    .flatMap((channels) => channels.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1))
    .sort((a, b) => a.distanceMetres - b.distanceMetres);
}

/** The nearest online tower; the nearest if all are offline. */
export const bestOf = (towers: readonly SeeingCamera[]): SeeingCamera | null => towers.find(({ online }) => online) ?? towers[0] ?? null;

export type OnlineFilter = 'all' | 'online' | 'offline';

interface Stated {
  readonly online: boolean;
}

export const passesOnline = ({ online }: Stated, filter: OnlineFilter): boolean => filter === 'all' || online === (filter === 'online');

const CAMERAS_POLL_MS = 10_000;
const KEY = 'video-cameras';
export const CAMERAS_KEY = [KEY] as const;

/** The cameras of one monitoring point, the cameras with one name, or all cameras in the user's own grid. */
type CameraFilter = { readonly monitorId: string } | { readonly name: string } | Record<never, never>;

export function useCameras(filter: CameraFilter): UseQueryResult<readonly CheckedCamera[]> {
  const client = useClient();
  const mayWatch = useRight('watch-video');
  const refetchInterval = usePictureInterval(CAMERAS_POLL_MS);
  return useQuery({
    queryKey: [KEY, filter],
    enabled: mayWatch,
    queryFn: ({ signal }) => client.video.checkAll({ body: filter, occasion: 'background', silent: true, signal }),
    refetchInterval,
  });
}

const POSITION_POLL_MS = 1_000;
/** Poll interval while the camera moves, so that the display stops with the camera. */
const MOVING_POLL_MS = 250;
/** A camera that does not reply is polled less often. */
const AFTER_FAULT_MS = 5_000;

export const positionKey = (cameraId: string | null) => ['camera-position', cameraId] as const;

/** @param isSteering whether a steering button is held */
export function usePosition(cameraId: string | null, isSteering = false): UseQueryResult<CameraDirection> {
  const client = useClient();
  return useQuery({
    queryKey: positionKey(cameraId),
    enabled: cameraId !== null,
    queryFn: async ({ signal, client: queries }) => {
      const now = await client.camera.cameraPosition({
        query: { cameraId: cameraId ?? '' },
        occasion: 'background',
        silent: true,
        signal,
      });
      const before = queries.getQueryData<ReadDirection>(positionKey(cameraId));
      return { ...now, isMoving: before !== undefined && !isSameDirection(before, now) };
    },
    refetchInterval: ({ state }) =>
      state.status === 'error' ? AFTER_FAULT_MS : isSteering || state.data?.isMoving ? MOVING_POLL_MS : POSITION_POLL_MS,
    // An outdated direction must never be shown.
    gcTime: 0,
  });
}

interface ReadDirection extends CameraDirection {
  /** Whether the direction changed since the previous reading. */
  readonly isMoving: boolean;
}

const isSameDirection = (a: CameraDirection, b: CameraDirection): boolean =>
  a.horizontalDegrees === b.horizontalDegrees && a.verticalDegrees === b.verticalDegrees && a.zoom === b.zoom;

interface SteadyDirection {
  readonly id: string;
  readonly name: string;
  readonly position: { readonly lng: number; readonly lat: number };
}

/**
 * Shows the camera's view on the globe while the camera is watched and its direction is known. A failed query still contains the last
 * direction, so it is ignored.
 */
export function useSector(camera: SteadyDirection | null, { data, isError }: UseQueryResult<CameraDirection>): void {
  const position = isError ? undefined : data;
  const { cameraViews } = useServices().overlays;
  const [lng, lat] = [camera?.position.lng, camera?.position.lat];
  const [azimuth, fieldOfView] = [position?.azimuthDegrees, position?.fieldOfViewDegrees];
  const { id, name } = camera ?? {};
  useEffect(() => {
    if (id === undefined || name === undefined || lng === undefined || lat === undefined || azimuth === undefined) cameraViews.set([]);
    else cameraViews.set([{ id, name, lng, lat, azimuth, fieldOfView: fieldOfView ?? null }]);
  }, [cameraViews, id, name, lng, lat, azimuth, fieldOfView]);
  useEffect(() => () => cameraViews.set([]), [cameraViews]);
}
