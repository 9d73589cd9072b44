// What SECURITY_POLICY=strict asks for beside the specification's rules (decision 0046).
import { type Capability, isDesk, isRanger } from '@lookout/domain';
import type { Account } from '@lookout/features/admin/accounts.store.ts';

export const SECURITY_POLICIES = ['standard', 'strict'] as const;
export type SecurityPolicy = (typeof SECURITY_POLICIES)[number];

/**
 * `gm`: China's commercial ciphers (SM2, SM3, SM4) for what is encrypted, signed and summed from now on; what was is read and verified either way
 * (decisions 0099, 0100).
 */
/** Where a ranger's page keeps what it needs without a line. `memory`: it opens only with a line, and what is not sent is lost when it is closed. */
export const PHONE_STORAGES = ['phone', 'memory'] as const;
export type PhoneStorage = (typeof PHONE_STORAGES)[number];

export const CRYPTO_SUITES = ['international', 'gm'] as const;
export type CryptoSuite = (typeof CRYPTO_SUITES)[number];

/** Under strict a session ends after so long, used or not. */
export const STRICT_SESSION_HOURS = 12;
export const STRICT_IDLE_MINUTES = 30;
/** How many sessions an account may have under strict, and how long a password is good that its user has not chosen. */
export const STRICT_SESSIONS = 10;
export const STRICT_GIVEN_PASSWORD_DAYS = 7;

/** The settings of which a password and a session depend. */
export interface PasswordBounds {
  readonly securityPolicy: SecurityPolicy;
  readonly sessionsMost: number | null;
  readonly givenPasswordDays: number | null;
}

/** The most sessions of an account; null: as many as it likes. The demo's accounts are everybody's and are not bounded by it. */
export const sessionsMost = ({ securityPolicy, sessionsMost: set }: PasswordBounds): number | null =>
  set ?? (securityPolicy === 'strict' ? STRICT_SESSIONS : null);

type GivenPassword = Pick<Account, 'passwordGivenAt'>;

const givenPasswordDays = ({ securityPolicy, givenPasswordDays: set }: PasswordBounds): number | null =>
  set ?? (securityPolicy === 'strict' ? STRICT_GIVEN_PASSWORD_DAYS : null);

/** When a password ends that an administrator or the first start gave; null: its user chose it, or such passwords do not end here. */
export function givenPasswordEndsAt({ passwordGivenAt }: GivenPassword, bounds: PasswordBounds): Date | null {
  const days = givenPasswordDays(bounds);
  return passwordGivenAt === null || days === null ? null : new Date(passwordGivenAt.getTime() + days * 86_400_000);
}

/** Whether a session opens only what changes the password, which its user has not chosen. */
export const mustChangePassword = ({ passwordGivenAt }: GivenPassword, bounds: PasswordBounds): boolean =>
  passwordGivenAt !== null && givenPasswordDays(bounds) !== null;

/** Who administers users can make himself anybody. The demo's accounts are everybody's: a factor of one visitor would keep out all others. */
export const needsSecondFactor = ({ rights, demo }: Pick<Account, 'rights' | 'demo'>): boolean =>
  !demo && rights.includes('administer-users');

/**
 * Whether only what its user does keeps a session from ending by idleness: a page that is open does not, and what it asks for by itself does not. A duty desk
 * must not go dark at night because nobody touched it (decision 0046), and a ranger's phone reports where he is while it lies in his pocket.
 */
export const isKeptByActs = ({ securityPolicy }: Pick<PasswordBounds, 'securityPolicy'>, rights: ReadonlySet<Capability>): boolean =>
  securityPolicy === 'strict' && !isDesk(rights) && !isRanger([...rights]);

/** How long a session may last and lie idle under strict. */
export const strictBounds = ({ sessionIdleMinutes }: { readonly sessionIdleMinutes: number }) => ({
  idleSeconds: sessionIdleMinutes * 60,
  lifeSeconds: STRICT_SESSION_HOURS * 3600,
});
