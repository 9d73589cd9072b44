// How those who may be sent travel: a table. What they drive is nowhere recorded, so each row is an assumption. 待核对.
import type { TravelKind, TravelMode } from '@lookout/contract';
import type { Mover } from '@lookout/fire-model';

const HELICOPTER = 'mi-171';

const vehicle = (name: 'car' | 'fire-engine' | 'motorcycle'): Mover => ({ means: 'vehicle', vehicle: name });

/** Whoever stands within 300 m of a road has a vehicle there; others go on foot. */
export const MOVERS: Readonly<Record<TravelKind, Mover>> = {
  ranger: vehicle('motorcycle'),
  team: vehicle('fire-engine'),
  materialRepository: vehicle('fire-engine'),
  HelicopterPoint: { means: 'helicopter', helicopter: HELICOPTER },
  fireCommand: vehicle('car'),
  checkStation: vehicle('car'),
  inspectionPost: vehicle('motorcycle'),
  watchTower: { means: 'foot' },
};

export const MOVER_OF_MODE: Readonly<Record<TravelMode, Mover>> = {
  foot: { means: 'foot' },
  car: vehicle('car'),
  'fire-engine': vehicle('fire-engine'),
  motorcycle: vehicle('motorcycle'),
  helicopter: { means: 'helicopter', helicopter: HELICOPTER },
};
