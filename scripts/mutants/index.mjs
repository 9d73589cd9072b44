// The planted faults of `npm run mutants`, one single-place fault per row: what goes wrong, where, and the test files that should turn red,
// the cheapest first. A new rule needs a row: without the rule in the product, which test would be red?
import { rules } from './rules.mjs';
import { screens } from './screens.mjs';
import { servers } from './servers.mjs';
import { stores } from './stores.mjs';

export const mutants = [...rules, ...stores, ...servers, ...screens];
