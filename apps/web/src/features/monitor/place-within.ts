import type { Alarm } from '@lookout/domain';

/** Beside the grid's name: the address of the source, else of the formatted one what follows the grid's names ("汶川县城北约3.2公里"). */
export function placeWithin({ formattedAddress, address }: Pick<Alarm, 'formattedAddress' | 'address'>): string {
  const comma = formattedAddress.indexOf('，');
  return address ?? (comma < 0 ? '' : formattedAddress.slice(comma + 1));
}
