// Where a drawing lies: the smallest grid that holds all its points, inside the writer's own.
import { commonGrid, covers, type GridNo, type Position } from '@lookout/domain';
import { OUT_OF_GRID } from '../../serve/fence.ts';
import { invalid } from '../../serve/refusal.ts';
import { refusalWords } from '../../services/admission.ts';
import type { Places } from '../../services/places.ts';

/** @throws Refusal 422 naming `path`, with the number of the point, when one lies outside China or outside `own` */
export function gridOfPoints(points: readonly Position[], { gridAt }: Pick<Places, 'gridAt'>, own: GridNo, path: string): GridNo {
  const grids = points.map((point, index) => {
    const gridNo = gridAt(point, own);
    if (gridNo === null) throw invalid([{ path: `${path}.${index}`, message: refusalWords['outside-china'] }]);
    if (!covers(own, gridNo)) throw invalid([{ path: `${path}.${index}`, message: OUT_OF_GRID }]);
    return gridNo;
  });
  return commonGrid(grids);
}
