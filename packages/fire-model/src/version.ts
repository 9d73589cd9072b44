/** Changed with whatever changes what the models say: a forecast names it, so that one can tell why two differ. */
export const FIRE_MODEL_VERSION = '2026.11.2';
