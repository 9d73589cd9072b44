// How people and machines travel, for the model. Which modes each kind may use is a table of the contract.

import type { Mover } from '@lookout/fire-model';
import { TRAVEL_MODES_OF_KIND, type TravelKind, type TravelMode } from '../travel.calls.ts';

const HELICOPTER = 'mi-171';

const vehicle = (name: 'car' | 'fire-engine' | 'motorcycle'): Mover => ({ means: 'vehicle', vehicle: name });

/** A person within 300 m of a road is assumed to have his vehicle there. Others go on foot. */
export const MOVER_OF_MODE: Readonly<Record<TravelMode, Mover>> = {
  foot: { means: 'foot' },
  car: vehicle('car'),
  'fire-engine': vehicle('fire-engine'),
  motorcycle: vehicle('motorcycle'),
  helicopter: { means: 'helicopter', helicopter: HELICOPTER },
};

export const moverOf = (kind: TravelKind): Mover => MOVER_OF_MODE[TRAVEL_MODES_OF_KIND[kind][0]];
