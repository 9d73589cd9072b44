// A grid's boundary and centre as they travel, for the user's area and the grid calls alike.
import type { GridRow, SourcedArea } from '@lookout/store';

export function writeArea({ no, name, centre }: GridRow, area: SourcedArea | null) {
  const at = area?.centre ?? centre;
  return {
    gridNo: no,
    gridName: name,
    areasPoint: area && JSON.stringify(area.boundary),
    centerLocationPoint: at && `POINT(${at.lng} ${at.lat})`,
    // 示意: only an imported boundary is an official one.
    approximate: area?.source !== 'imported',
  };
}
