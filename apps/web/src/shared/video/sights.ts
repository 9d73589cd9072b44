// Which cameras see a place, one for each tower: its visible channel speaks for it.
import type { WireSeeingCamera } from '@lookout/contract';
import { isThermal } from './channels.ts';

/** Nearest first; of one tower the visible channel, of equal ones the one that is online. */
export function towersOf(cameras: readonly WireSeeingCamera[]): WireSeeingCamera[] {
  const rank = (camera: WireSeeingCamera) => (isThermal(camera) ? 2 : 0) + (camera.isOnline === '0' ? 1 : 0);
  const towers = Map.groupBy(cameras, ({ monitorId, id }) => monitorId ?? id);
  return [...towers.values()]
    .flatMap((channels) => channels.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1))
    .sort((a, b) => a.distance - b.distance);
}

/** The nearest that is online; where all are off, the nearest. */
export const bestOf = (towers: readonly WireSeeingCamera[]): WireSeeingCamera | null =>
  towers.find(({ isOnline }) => isOnline !== '0') ?? towers[0] ?? null;
