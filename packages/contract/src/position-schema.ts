// A position as it is sent: WGS 84 degrees.
import { z } from 'zod';

export const position = z.object({ lng: z.number(), lat: z.number() });
