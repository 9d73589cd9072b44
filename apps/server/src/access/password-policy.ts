// The rule for a new password: the specification's rule, and under SECURITY_POLICY=strict a longer minimum with a block list.
import { ok, type Result, refuse } from '@lookout/domain';
import { type PasswordFault, parsePassword } from '@lookout/features/auth/password.ts';
import type { SecurityPolicy } from '../settings/security-policy.ts';

/** The account that the password is for. */
export interface PasswordOwner {
  readonly userName: string;
  readonly fullName: string;
}

/** Terms of this product and its field that users are likely to choose, and the demo's password, which is printed in the manual. */
const OWN_WORDS = [
  'lookout',
  'firelookout',
  'forestfire',
  'wildfire',
  'linhuo',
  'linhuoliaowang',
  'liaowang',
  'linye',
  'fanghuo',
  'huojing',
  'zhiban',
  'lookout2026',
] as const;
/** A shorter name occurs by chance in too many passwords. */
const SHORTEST_NAME = 3;
const FEWEST_DIFFERENT = 5;

/** The thirty thousand most common passwords, loaded when the first password is checked. */
let common: Promise<ReadonlySet<string>> | null = null;
const loadCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...OWN_WORDS]);
};

/** @returns the password unchanged, or the first rule that it breaks */
export type PasswordRule = (text: string, owner: PasswordOwner) => Result<string, PasswordFault>;

/** Prepares the rule of this policy for checking many passwords. */
export async function openPasswordRule(policy: SecurityPolicy): Promise<PasswordRule> {
  if (policy !== 'strict') return (text) => parsePassword(text, policy);
  common ??= loadCommon();
  const listed = await common;
  return (text, owner) => {
    const parsed = parsePassword(text, policy);
    if (!parsed.ok) return parsed;
    const lower = text.toLowerCase();
    const names = [owner.userName, owner.fullName].map((name) => name.toLowerCase()).filter((name) => name.length >= SHORTEST_NAME);
    if (names.some((name) => lower.includes(name))) return refuse('own-name');
    return isCommon(lower, listed) ? refuse('common') : ok(text);
  };
}

export const checkNewPassword = async (
  text: string,
  policy: SecurityPolicy,
  owner: PasswordOwner,
): Promise<Result<string, PasswordFault>> => (await openPasswordRule(policy))(text, owner);

/**
 * A listed password is also recognised with digits and symbols around it, or repeated: these are the easiest ways to satisfy a rule about
 * length.
 */
function isCommon(lower: string, listed: ReadonlySet<string>): boolean {
  if (new Set(lower).size < FEWEST_DIFFERENT) return true;
  const plain = lower.replaceAll(/[^a-z0-9]/g, '');
  const letters = plain.replaceAll(/[0-9]/g, '');
  return [lower, plain, letters, plain.replace(/^[0-9]+|[0-9]+$/g, '')].some((core) => listed.has(core) || listed.has(halfOf(core)));
}

/** Returns the repeated part if the text is one part written twice or more times, otherwise the whole text. */
const halfOf = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text;
