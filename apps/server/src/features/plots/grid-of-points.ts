// Where a drawing lies: the smallest grid that holds all its points, inside the writer's own.
import { commonGrid, covers, type GridNo, type Position } from '@lookout/domain';
import { invalid } from '../../acting/refusal.ts';
import type { Places } from '../../services/places.ts';

/** @throws Refusal 422 naming `path`, with the number of the point, when one lies outside China or outside `own` */
export function gridOfPoints(points: readonly Position[], { gridAt }: Pick<Places, 'gridAt'>, own: GridNo, path: string): GridNo {
  const grids = points.map((point, index) => {
    const gridNo = gridAt(point, own);
    if (gridNo === null) throw invalid(`${path}.${index}`, 'outside-china');
    if (!covers(own, gridNo)) throw invalid(`${path}.${index}`, 'outside-own-grid');
    return gridNo;
  });
  return commonGrid(grids);
}
