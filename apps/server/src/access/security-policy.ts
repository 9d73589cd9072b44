// What SECURITY_POLICY=strict asks for beside the specification's rules (decision 0046).
import type { Account } from '@lookout/store';

export const SECURITY_POLICIES = ['standard', 'strict'] as const;
export type SecurityPolicy = (typeof SECURITY_POLICIES)[number];

/** Under strict a session ends after so long, used or not. */
export const STRICT_SESSION_HOURS = 12;
export const STRICT_IDLE_MINUTES = 30;

/** Who administers users can make himself anybody. The demo's accounts are everybody's: a factor of one visitor would keep out all others. */
export const needsSecondFactor = ({ rights, demo }: Pick<Account, 'rights' | 'demo'>): boolean =>
  !demo && rights.includes('administer-users');

/** How long a session may last and lie idle under strict. */
export const strictBounds = ({ sessionIdleMinutes }: { readonly sessionIdleMinutes: number }) => ({
  idleSeconds: sessionIdleMinutes * 60,
  lifeSeconds: STRICT_SESSION_HOURS * 3600,
});
