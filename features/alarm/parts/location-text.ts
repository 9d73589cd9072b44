import type { Alarm } from '../alarm.ts';

/** The location within the grid: the source's address, else the formatted address without the grid's names ("汶川县城北约3.2公里"). */
export function locationWithin({ formattedAddress, address }: Pick<Alarm, 'formattedAddress' | 'address'>): string {
  const comma = formattedAddress.indexOf('，');
  return address ?? (comma < 0 ? '' : formattedAddress.slice(comma + 1));
}
