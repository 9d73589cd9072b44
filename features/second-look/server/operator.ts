// Second looks ask whether a head is free as an operator would, and never take its lock.
import type { Operator } from '@lookout/video';
import { SECOND_LOOK_NAME } from '../second-look.ts';

export const SECOND_LOOK_OPERATOR: Operator = { session: 'second-look', name: SECOND_LOOK_NAME };
