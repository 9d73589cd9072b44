// Errors of calls about the safety of people (人员安全).
import { business, conflict } from '@lookout/contract';

export const safetyErrors = {
  'safety-over': business('该人员已没有安全告警', 'There is no alarm about this person any more'),
  'safety-taken': conflict<{ by: string }>(
    ({ by }) => `${by}已接手`,
    ({ by }) => `${by} has taken it`,
  ),
} as const;
