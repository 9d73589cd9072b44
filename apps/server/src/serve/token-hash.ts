// How tokens are stored, and for how long what they mean is cached.
import { createHash } from 'node:crypto';

/** Tokens are stored and cached only as this hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** How long an answer about a token is cached: less than half of the promised second; the query itself takes the rest. */
export const KEEP_MS = 400;
