/** How far a time may lie in the future: a clock that is a little ahead somewhere must not cost an alarm, a report or a position. */
export const FUTURE_TOLERANCE_MS = 10 * 60_000;
