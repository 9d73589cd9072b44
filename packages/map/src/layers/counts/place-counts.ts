// Resources and monitoring points counted by grid: what the server counted by kind, added up over the kinds that are shown.

/** How many things of one kind stand in a grid. */
export interface KindCount {
  readonly gridNo: string;
  readonly gridName: string;
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
}

/** One number for each grid, in the middle of what it counts; grids with 0 or less are left out (specification §9 "hidden when count is 0 or less"). */
export function addedUp(counts: readonly KindCount[]): KindCount[] {
  const sums = new Map<string, { gridName: string; count: number; lng: number; lat: number }>();
  for (const { gridNo, gridName, lng, lat, count } of counts) {
    if (count <= 0) continue;
    const sum = sums.get(gridNo) ?? { gridName, count: 0, lng: 0, lat: 0 };
    sums.set(gridNo, { gridName, count: sum.count + count, lng: sum.lng + count * lng, lat: sum.lat + count * lat });
  }
  return [...sums].map(([gridNo, { gridName, count, lng, lat }]) => ({ gridNo, gridName, count, lng: lng / count, lat: lat / count }));
}
