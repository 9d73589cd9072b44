// Long tests have a short form, run with every other test, and a full one by `BATTERY=full` (`npm run battery`). The server's tests use the
// same variable (apps/server/src/reliability/battery.ts).
export const isFullBattery = process.env.BATTERY === 'full';
