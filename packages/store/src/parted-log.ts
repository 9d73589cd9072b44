// The logs that are stored by months.

export const PARTED_LOGS = ['event', 'audit'] as const;
export type PartedLog = (typeof PARTED_LOGS)[number];
