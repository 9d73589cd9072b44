// The part of a run's terrain whose fuel is unknown. It stops the fire, and must not be mistaken for water.

import { type GrowthRequest, isKnownFuel } from '@lookout/fire-model';
import type { GroundWindow } from '../../terrain/service/ground-window.ts';
import { MOST_UNKNOWN_CLASSES, type SpreadUnknownGround } from '../spread-result.ts';

/** The share of the window without a known fuel, and its classes. */
export function unknownGroundOf(
  { table }: Pick<GroundWindow, 'table'>,
  { ground, fuels }: Pick<GrowthRequest, 'ground' | 'fuels'>,
): SpreadUnknownGround {
  const cells = fuels.map(() => 0);
  for (const fuel of ground.fuel) cells[fuel] = (cells[fuel] as number) + 1;
  const unknown = fuels.flatMap((fuel, index) => {
    const count = cells[index] as number;
    return isKnownFuel(fuel) || count === 0 ? [] : [{ count, class: table[index] }];
  });
  return {
    share: unknown.reduce((sum, { count }) => sum + count, 0) / ground.fuel.length,
    // The last fuel has no class: it stands for missing data.
    classes: unknown
      .toSorted((a, b) => b.count - a.count)
      .flatMap(({ class: of }) => (of === undefined ? [] : [{ scheme: of.scheme, value: of.value }]))
      .slice(0, MOST_UNKNOWN_CLASSES),
  };
}
