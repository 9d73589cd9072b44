import { z } from 'zod';

export const position = z.object({ lng: z.number(), lat: z.number() });
