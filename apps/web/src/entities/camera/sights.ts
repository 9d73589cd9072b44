// Which cameras see a place, one for each tower: its visible channel speaks for it.
import type { SeeingCamera } from '@lookout/domain';
import { isThermal } from './channels.ts';

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
