// The wire's Beijing times as instants, fast: a desk may hold 20,000 alarms.

/** `YYYY-MM-DD HH:mm:ss` (Beijing, as the contract writes every time) → epoch milliseconds; NaN when it is no time. */
export const instantOf = (wireTime: string): number => Date.parse(`${wireTime.replace(' ', 'T')}+08:00`);
