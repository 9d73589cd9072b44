// Accounts, groups, menus and the audit.

import { type Capability, type GridNo, type Named, parseGridNo } from '@lookout/domain';

export interface Account {
  readonly id: string;
  /** Unique without regard to case. */
  readonly userName: string;
  readonly passwordHash: string;
  /** When someone other than the user set the password; null: the user chose it. */
  readonly passwordGivenAt: Date | null;
  readonly fullName: string;
  readonly headUrl: string | null;
  readonly phone: string | null;
  readonly gridNo: GridNo;
  readonly groupId: string;
  /** Bound to this device (Sichuan); null: any. */
  readonly deviceId: string | null;
  /** The cookie's topic; null: the grid number. */
  readonly topic: string | null;
  readonly enabled: boolean;
  readonly demo: boolean;
  readonly rights: readonly Capability[];
  /** Further grids that the user may switch to, in addition to the account's own grid. */
  readonly grids: readonly GridNo[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What an administrator enters of an account. */
export type AccountDraft = Pick<
  Account,
  'fullName' | 'headUrl' | 'phone' | 'gridNo' | 'groupId' | 'deviceId' | 'topic' | 'enabled' | 'rights' | 'grids'
>;

/** An account as administrators see it, without its password. */
export type ListedAccount = Named<AccountDraft & Pick<Account, 'id' | 'userName' | 'createdAt'>> & {
  /** null: no such group. */
  readonly groupName: string | null;
  readonly isOnline: boolean;
  readonly hasSecondFactor: boolean;
  /** Linked to an outside identity (a portal, an OpenID Connect provider) at a first sign-on. */
  readonly hasOutsideIdentity: boolean;
};

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

export interface Menu {
  readonly code: string;
  readonly name: string;
  readonly icon: string | null;
  readonly parentCode: string | null;
  readonly kind: 'menu' | 'element';
  readonly path: string | null;
  readonly order: number;
  readonly visible: boolean;
}

/** A row of the audit as its readers see it, without its hash. */
export interface AuditLine {
  readonly id: number;
  readonly at: Date;
  readonly userName: string | null;
  /** Network address of the actor. */
  readonly address: string | null;
  readonly act: string;
  /** A string, because older versions may have written other kinds. */
  readonly targetKind: string | null;
  readonly targetId: string | null;
  /** null: the row belongs to no grid and is visible only to the nation. */
  readonly gridNo: GridNo | null;
  /** `ok`, or `refused:` with the error code. */
  readonly outcome: string;
  /** Fields of the act, and under `events` the summaries of its events. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** An audit row with the names of the grids in its detail, by number. */
export interface ListedAuditLine extends AuditLine {
  readonly gridNames: Readonly<Record<string, string>>;
}

/** Upper limit, more than the nation has counties. */
export const MOST_GRIDS_NAMED = 4_000;

const NAMES_GRIDS = /gridNos?$/i;

/** The grids that an audit row's detail names, at any depth. */
export function gridsInDetail(detail: unknown): GridNo[] {
  if (Array.isArray(detail)) return detail.flatMap(gridsInDetail);
  if (typeof detail !== 'object' || detail === null) return [];
  return Object.entries(detail).flatMap(([key, value]) =>
    NAMES_GRIDS.test(key) ? [value].flat().flatMap((no) => parseGridNo(no) ?? []) : gridsInDetail(value),
  );
}
