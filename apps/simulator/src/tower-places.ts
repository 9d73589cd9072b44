// Prints the positions of the demo's towers and the mounting of their cameras without starting any: `node
// apps/simulator/src/tower-places.ts N`.
import { createSurface, demoRelief } from '@lookout/geo';
import { towersOn } from '@lookout/sim/tower-places';

console.log(JSON.stringify(towersOn(createSurface(demoRelief())).slice(0, Number(process.argv[2]))));
