// The user's own account: the open sessions and the second factor.

import type { SignOnWay } from './sign-on.ts';

/** How the user signed on. */
export type SessionWay = 'password' | SignOnWay;

export interface OwnSession {
  readonly id: string;
  readonly createdAt: Date;
  /** Precise to the minute. */
  readonly usedAt: Date;
  readonly expiresAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly way: SessionWay;
  /** The session that sent the request. */
  readonly isThis: boolean;
}

/** The second factor of the user's own account. */
export interface OwnSecondFactor {
  /** null: it is off. */
  readonly turnedOnAt: Date | null;
  /** A second factor is mandatory for this account. */
  readonly isRequired: boolean;
  readonly recoveryCodesLeft: number;
}
