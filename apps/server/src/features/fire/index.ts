// Alarms in and out: the handlers of contract `fire`.
import type { Contract } from '@lookout/contract';
import type { Store } from '@lookout/store';
import type { Handlers } from '../../serve/context.ts';
import type { Admission } from '../../services/admission.ts';
import type { Elevation } from '../../services/elevation.ts';
import type { GridBook } from '../../services/grid-book.ts';
import type { SatelliteIntake } from '../../services/satellite-intake.ts';
import { fireCreates } from './creates.ts';
import { fireFollowUp } from './follow-up.ts';
import { fireIngest } from './ingest.ts';
import { fireReads } from './reads.ts';

export interface FireDeps {
  readonly store: Store;
  readonly book: () => GridBook;
  readonly elevation: () => Elevation;
  readonly admission: Admission;
  readonly intake: SatelliteIntake;
}

export const fireHandlers = ({ store, book, elevation, admission, intake }: FireDeps): Handlers<Contract['fire']> => ({
  ...fireReads(store, book),
  ...fireFollowUp(store, book),
  ...fireCreates(store, admission, elevation),
  ...fireIngest(intake),
});
