/** Of a wait for something, in milliseconds. */
export const WAIT_MS: number;
/** Of a unit or component test, in milliseconds. */
export const TEST_MS: number;
