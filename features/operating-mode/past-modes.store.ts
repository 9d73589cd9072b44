// The operating modes of a desk at a past moment: those that applied to its grid, and those set below it.

import { type Named, withGridName } from '@lookout/domain';
import type { PastList } from '@lookout/store/past.ts';
import { eventsRepository } from '@lookout/store/repositories/events.ts';
import { concernsDesk, type ModeSetting } from './operating-mode.ts';
import { operatingModesRepository } from './operating-modes.store.ts';

export const pastModes: PastList<Named<ModeSetting>> = async ({ db, seq, scope, nameOf }) => {
  const settings = await operatingModesRepository(db).all();
  const gridNos = settings.filter((setting) => concernsDesk(setting, scope)).map(({ gridNo }) => gridNo);
  // `statesOf` would leave out the grids above.
  const states = await eventsRepository(db).statesAt('mode', gridNos, seq);
  const modes = gridNos.flatMap((gridNo) => (states.get(gridNo) as ModeSetting | undefined) ?? []);
  return modes.map((setting) => withGridName(setting, nameOf));
};
