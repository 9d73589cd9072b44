// Which grids have fire weather: every prefecture (and province without any), and the counties of the prefectures that somebody belongs to.
import { type GridNo, levelOf, NATION, type Position, parentOf } from '@lookout/domain';
import type { GridCatalogue } from '../grid-catalogue.ts';

export interface WatchedGrid {
  readonly no: GridNo;
  readonly centre: Position;
}

/** @param homes the grids that accounts belong to. @returns theirs first, then the rest of the country; what has no known place is left out */
export function watchedGrids(grids: GridCatalogue, homes: readonly GridNo[]): WatchedGrid[] {
  const provinces = grids.childrenOf(NATION).map(({ no }) => no);
  const country = provinces.flatMap((province) => {
    // Beijing's one prefecture, "the districts of the city", is nowhere by itself.
    const prefectures = grids.childrenOf(province).filter(({ no, centre }) => levelOf(no) === 'prefecture' && centre !== null);
    return prefectures.length > 0 ? prefectures.map(({ no }) => no) : [province];
  });
  const watched = new Set(homes.flatMap((home) => prefectureOf(home) ?? []));
  const near = [...watched].flatMap((prefecture) => [prefecture, ...grids.childrenOf(prefecture).map(({ no }) => no)]);
  return [...new Set([...near, ...country])].flatMap((no) => {
    const centre = grids.find(no)?.centre;
    return centre ? [{ no, centre }] : [];
  });
}

/** The prefecture that a grid is or lies in; null of a province and the nation. */
function prefectureOf(no: GridNo): GridNo | null {
  for (let at: GridNo | null = no; at !== null; at = parentOf(at)) if (levelOf(at) === 'prefecture') return at;
  return null;
}
