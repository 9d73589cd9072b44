/** Changes with every change of the models' results. A forecast records it, so that differences between two forecasts can be explained. */
export const FIRE_MODEL_VERSION = '2026.11.2';
