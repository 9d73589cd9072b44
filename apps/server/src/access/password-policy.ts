// The rule for a new password: the specification's, and under SECURITY_POLICY=strict a longer one with a block list.
import { ok, type Result, refuse } from '@lookout/domain';
import { type PasswordFault, parsePassword } from '@lookout/features/auth/password.ts';
import type { SecurityPolicy } from './security-policy.ts';

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly userName: string;
  readonly fullName: string;
}

/** Words of this product and its trade, as somebody in a hurry would use them; and the demo's passwords, which stand in its manual. */
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
/** A shorter name is part of too many words. */
const SHORTEST_NAME = 3;
const FEWEST_DIFFERENT = 5;

/** The thirty thousand most common ones; read when the first is asked for. */
let common: Promise<ReadonlySet<string>> | null = null;
const loadCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...OWN_WORDS]);
};

/** @returns the password as it is, or the first rule that it breaks */
export type PasswordRule = (text: string, owner: PasswordOwner) => Result<string, PasswordFault>;

/** The rule of this policy, ready for many passwords. */
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

/** A listed password counts with digits and symbols around it, or written twice: that is how a long rule is met without thinking. */
function isCommon(lower: string, listed: ReadonlySet<string>): boolean {
  if (new Set(lower).size < FEWEST_DIFFERENT) return true;
  const plain = lower.replaceAll(/[^a-z0-9]/g, '');
  const letters = plain.replaceAll(/[0-9]/g, '');
  return [lower, plain, letters, plain.replace(/^[0-9]+|[0-9]+$/g, '')].some((core) => listed.has(core) || listed.has(halfOf(core)));
}

/** Of something written twice or more times; else all of it. */
const halfOf = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text;
