// The channels of a monitoring point as they are shown: visible light first, thermal beside it.
import type { CameraDirection, CheckedCamera, SeeingCamera } from '@lookout/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient, useRight, useServices } from '../../shared/services.ts';

interface Channel {
  readonly cameraType: string | null;
  readonly channelNum: number | null;
  readonly name: string;
}

/** Wire words for a thermal channel: ours, and what vendors and imports write (the last two are “heat” and “infrared” in Chinese). */
const THERMAL = /thermal|infrared|^ir$|\u70ed|\u7ea2\u5916/i;

export const isThermal = ({ cameraType, name }: Channel): boolean => THERMAL.test(cameraType ?? name);

const byNumber = (a: Channel, b: Channel): number => (a.channelNum ?? 0) - (b.channelNum ?? 0) || a.name.localeCompare(b.name, 'zh-CN');

/** The two that are shown side by side; null: there is none such. A second visible channel stands in where no thermal one is. */
export function pairOf<C extends Channel>(channels: readonly C[]): readonly [first: C | null, second: C | null] {
  const sorted = [...channels].sort(byNumber);
  const first = sorted.find((channel) => !isThermal(channel)) ?? sorted[0] ?? null;
  const others = sorted.filter((channel) => channel !== first);
  return [first, others.find(isThermal) ?? others[0] ?? null];
}

interface NamedChannel {
  readonly name: string;
  readonly monitorName: string | null;
}

/** Below its point a channel need not repeat the point's name. */
export function channelName({ name, monitorName }: NamedChannel): string {
  const own = monitorName !== null && name.startsWith(monitorName) ? name.slice(monitorName.length).trim() : name;
  return own === '' ? name : own;
}

/** The name in two: what may be cut where there is no room, and what tells the channels of one point apart. */
export function nameParts(camera: NamedChannel): readonly [point: string, channel: string] {
  const channel = channelName(camera);
  return channel === camera.name ? ['', channel] : [camera.monitorName ?? '', channel];
}

// Which cameras see a place, one for each tower: its visible channel speaks for it.

/** Nearest first; of one tower the visible channel, of equal ones the one that is online. */
export function towersOf(cameras: readonly SeeingCamera[]): SeeingCamera[] {
  const rank = (camera: SeeingCamera) => (isThermal(camera) ? 2 : 0) + (camera.online ? 0 : 1);
  const towers = Map.groupBy(cameras, ({ monitorId, id }) => monitorId ?? id);
  return [...towers.values()]
    .flatMap((channels) => channels.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1))
    .sort((a, b) => a.distanceMetres - b.distanceMetres);
}

/** The nearest that is online; where all are off, the nearest. */
export const bestOf = (towers: readonly SeeingCamera[]): SeeingCamera | null => towers.find(({ online }) => online) ?? towers[0] ?? null;

// The choice of cameras and monitoring points by whether they are online. Pure.

export type OnlineFilter = 'all' | 'online' | 'offline';

interface Stated {
  readonly online: boolean;
}

export const passesOnline = ({ online }: Stated, filter: OnlineFilter): boolean => filter === 'all' || online === (filter === 'online');

// Cameras with the state of their video, looked at again every ten seconds while somebody looks at them.

const CHECKED_AGAIN_MS = 10_000;
const KEY = 'video-cameras';
export const CAMERAS_KEY = [KEY] as const;

/** Which cameras: of one monitoring point, of one name, or all of the own grid. */
type CameraFilter = { readonly monitorId: string } | { readonly name: string } | Record<never, never>;

export function useCameras(filter: CameraFilter): UseQueryResult<readonly CheckedCamera[]> {
  const client = useClient();
  const mayWatch = useRight('bpReplay');
  return useQuery({
    queryKey: [KEY, filter],
    enabled: mayWatch,
    queryFn: ({ signal }) => client.video.checkAll({ body: filter, occasion: 'background', silent: true, signal }),
    refetchInterval: CHECKED_AGAIN_MS,
  });
}

// Where a camera looks: asked once a second while somebody sees it, never from a hidden page.

const ASKED_AGAIN_MS = 1_000;
/** A camera that does not answer is not pressed. */
const AFTER_FAULT_MS = 5_000;

export function usePosition(cameraId: string | null): UseQueryResult<CameraDirection> {
  const client = useClient();
  return useQuery({
    queryKey: ['camera-position', cameraId],
    enabled: cameraId !== null,
    queryFn: ({ signal }) =>
      client.steering.cameraPosition({ query: { cameraId: cameraId ?? '' }, occasion: 'background', silent: true, signal }),
    refetchInterval: ({ state }) => (state.status === 'error' ? AFTER_FAULT_MS : ASKED_AGAIN_MS),
    // What was true a minute ago is no direction to point by.
    gcTime: 0,
  });
}

interface Standing {
  readonly id: string;
  readonly name: string;
  readonly position: { readonly lng: number; readonly lat: number };
}

/** Its view on the globe follows it, as long as it is watched. */
export function useSector(camera: Standing | null, position: CameraDirection | undefined): void {
  const { cameraViews } = useServices().overlays;
  const [lng, lat] = [camera?.position.lng, camera?.position.lat];
  const [azimuth, fieldOfView] = [position?.azimuthDegrees, position?.fieldOfViewDegrees];
  const { id, name } = camera ?? {};
  useEffect(() => {
    if (id === undefined || name === undefined || lng === undefined || lat === undefined || azimuth === undefined) return;
    cameraViews.set([{ id, name, lng, lat, azimuth, fieldOfView: fieldOfView ?? null }]);
  }, [cameraViews, id, name, lng, lat, azimuth, fieldOfView]);
  useEffect(() => () => cameraViews.set([]), [cameraViews]);
}
