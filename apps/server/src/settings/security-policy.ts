// What SECURITY_POLICY=strict requires in addition to the specification's rules (decision 0046).
import { type Capability, isDesk, isRanger } from '@lookout/domain';
import type { Account } from '@lookout/features/admin/admin.ts';

export const SECURITY_POLICIES = ['standard', 'strict'] as const;
export type SecurityPolicy = (typeof SECURITY_POLICIES)[number];

/**
 * Where a ranger's page stores what it needs offline. `memory`: the page opens only while it is online, and unsent data is lost when it is
 * closed.
 */
export const PHONE_STORAGES = ['phone', 'memory'] as const;
export type PhoneStorage = (typeof PHONE_STORAGES)[number];

/**
 * `gm`: new data is encrypted, signed and hashed with China's commercial ciphers (SM2, SM3, SM4). Existing data is decrypted and verified
 * under either suite (decisions 0099, 0100).
 */
export const CRYPTO_SUITES = ['international', 'gm'] as const;
export type CryptoSuite = (typeof CRYPTO_SUITES)[number];

/** Under strict a session ends after this time, whether it is used or not. */
export const STRICT_SESSION_HOURS = 12;
export const STRICT_IDLE_MINUTES = 30;
/** The most sessions of an account under strict, and how long a password is valid that the user has not chosen. */
export const STRICT_SESSIONS = 10;
export const STRICT_GIVEN_PASSWORD_DAYS = 7;

/** The settings that the rules for passwords and sessions depend on. */
export interface PasswordBounds {
  readonly securityPolicy: SecurityPolicy;
  readonly sessionsMost: number | null;
  readonly givenPasswordDays: number | null;
}

/** The most sessions of an account; null: unlimited. Demo accounts are shared by all visitors and have no such limit. */
export const sessionsMost = ({ securityPolicy, sessionsMost: set }: PasswordBounds): number | null =>
  set ?? (securityPolicy === 'strict' ? STRICT_SESSIONS : null);

type GivenPassword = Pick<Account, 'passwordGivenAt'>;

const givenPasswordDays = ({ securityPolicy, givenPasswordDays: set }: PasswordBounds): number | null =>
  set ?? (securityPolicy === 'strict' ? STRICT_GIVEN_PASSWORD_DAYS : null);

/** When a password expires that an administrator or the first start set; null: the user chose it, or such passwords do not expire here. */
export function givenPasswordEndsAt({ passwordGivenAt }: GivenPassword, bounds: PasswordBounds): Date | null {
  const days = givenPasswordDays(bounds);
  return passwordGivenAt === null || days === null ? null : new Date(passwordGivenAt.getTime() + days * 86_400_000);
}

/** Whether the session's only permitted call is changing the password, because the user has not chosen it. */
export const mustChangePassword = ({ passwordGivenAt }: GivenPassword, bounds: PasswordBounds): boolean =>
  passwordGivenAt !== null && givenPasswordDays(bounds) !== null;

/**
 * An administrator of users can gain the access of any user. Demo accounts are shared: a second factor set by one visitor would lock out
 * all others.
 */
export const needsSecondFactor = ({ rights, demo }: Pick<Account, 'rights' | 'demo'>): boolean =>
  !demo && rights.includes('administer-users');

/**
 * Whether only the user's own actions keep a session from expiring through idleness. An open page and its automatic requests then do not
 * count. Duty desks and rangers are exempt: a duty desk must not close at night because nobody touched it (decision 0046), and a ranger's
 * phone reports positions while it is in his pocket.
 */
export const isExtendedByActs = ({ securityPolicy }: Pick<PasswordBounds, 'securityPolicy'>, rights: ReadonlySet<Capability>): boolean =>
  securityPolicy === 'strict' && !isDesk(rights) && !isRanger([...rights]);

/** How long a session may last and be idle under strict. */
export const strictBounds = ({ sessionIdleMinutes }: { readonly sessionIdleMinutes: number }) => ({
  idleSeconds: sessionIdleMinutes * 60,
  lifeSeconds: STRICT_SESSION_HOURS * 3600,
});
