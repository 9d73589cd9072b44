import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A pool or the connection of one transaction: repositories work on either. */
export type Db = Kysely<Tables>;

/** The time now; passed in so that tests own it. */
export type Clock = () => Date;
