// To whom a message goes: numbers as typed, and users by the phone their account has.
import type { Account, Store } from '@lookout/store';
import { invalid } from '../../acting/refusal.ts';
import type { Context } from '../../serve/context.ts';

export interface Receiver {
  readonly phone: string;
  /** null: a number that was typed. */
  readonly name: string | null;
}

/** The phone of an account as a gateway takes it; null when there is none that could be one. */
export function phoneOf({ phone }: Pick<Account, 'phone'>): string | null {
  const digits = phone?.replace(/[\s-]/g, '') ?? '';
  return /^\+?[0-9]{5,20}$/.test(digits) ? digits : null;
}

/**
 * Each number once; where a user has it, under his name.
 * @throws Refusal 422 naming who is not there, who has no phone, or that there is nobody
 */
export async function receiversOf(
  { accounts }: Pick<Store, 'accounts'>,
  { scope }: Pick<Context, 'scope'>,
  { phones, userIds }: { readonly phones: readonly string[]; readonly userIds: readonly string[] },
): Promise<Receiver[]> {
  const ids = [...new Set(userIds)];
  const users = ids.length === 0 ? [] : (await accounts.list(scope, { ids, enabled: true }, { limit: ids.length })).list;
  if (users.length < ids.length) throw invalid('userIds', 'receivers-not-there', { count: ids.length - users.length });
  const phoneless = users.filter((user) => phoneOf(user) === null);
  if (phoneless.length > 0) throw invalid('userIds', 'receivers-without-phone', { fullNames: phoneless.map(({ fullName }) => fullName) });

  const byPhone = new Map<string, Receiver>();
  for (const user of users) {
    const phone = phoneOf(user);
    if (phone !== null) byPhone.set(phone, { phone, name: user.fullName });
  }
  for (const phone of phones) if (!byPhone.has(phone)) byPhone.set(phone, { phone, name: null });
  if (byPhone.size === 0) throw invalid('phones', 'no-receiver');
  return [...byPhone.values()];
}
