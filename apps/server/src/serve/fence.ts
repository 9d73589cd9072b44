// Permission check and grid fence of one call, as pure functions of the row and the caller, and the check at the start that every row has
// both.
import { permits, type Row, type Topic, topicFaults } from '@lookout/contract';
import { type GridNo, NATION, narrow, parseGridNo } from '@lookout/domain';
import { TOPICS } from '@lookout/features/live-topics.ts';
import { invalid, refused } from '../acting/refusal.ts';
import type { Caller, RawRoute } from './context.ts';

type Guarded = Pick<Row, 'permission' | 'scope' | 'embeds' | 'whileSettingUp'>;

/** The scope of a caller without a grid: a county that does not exist, so that its queries find nothing. */
const NOWHERE = '999999' as GridNo;

/** The caller's widest grid. A feed key has the nation, because its alarms are accepted from anywhere. */
function ownGrid(caller: Caller): GridNo {
  switch (caller.kind) {
    case 'account':
    case 'embed':
      return caller.gridNo;
    case 'feed':
      return NATION;
    case 'nobody':
      return NOWHERE;
  }
}

/** @throws Refusal 401 when a session is needed and missing, 403 when the right (or the nation's grid) is missing */
export function requirePermission({ permission, scope, embeds = [], whileSettingUp }: Guarded, caller: Caller): void {
  if (permission === 'public') return;
  if (caller.kind === 'embed') {
    // An embedded map has no officer's right: it may call only the rows that declare embedded maps, and of these only what its token may
    // show.
    if (embeds === 'every' || embeds.some((layer) => caller.layers.has(layer))) return;
    throw refused('no-right');
  }
  if (caller.kind === 'nobody') throw refused('not-logged-in');
  if (caller.kind === 'feed') {
    if (typeof permission === 'object' && 'feedOr' in permission) return;
    throw refused('not-logged-in');
  }
  if (caller.mustChangePassword && !whileSettingUp) throw refused('password-change-needed');
  if (caller.mustSetUpSecondFactor && !whileSettingUp) throw refused('second-factor-needed');
  const needsNation = scope === 'nation' || (typeof permission === 'object' && 'feedOr' in permission && permission.national);
  if (!permits(permission, caller.rights) || (needsNation && caller.gridNo !== NATION)) throw refused('no-right');
}

/** How long 验证密码 remains valid. */
const VERIFIED_FOR_MS = 10 * 60_000;

interface Requested {
  /** The `Origin` header of the call. */
  readonly origin: unknown;
  readonly now: Date;
  readonly isStrict: boolean;
}

/**
 * 验证密码 protects irreversible calls on an unattended desk (decision 0026) and is required for calls from a page. Browsers send `Origin` with
 * every call that writes; a program with its own token sends none. Under strict only the caller's own password or code counts, or his
 * sign-on at an external provider (decision 0102).
 * @throws Refusal 501
 */
export function requireVerified({ verified }: Pick<Row, 'verified'>, caller: Caller, { origin, now, isStrict }: Requested): void {
  if (!verified || (verified === 'strict' && !isStrict) || origin === undefined || caller.kind !== 'account') return;
  const times = [caller.verifiedAt, isStrict ? caller.signedOnOutsideAt : null].flatMap((at) => (at === null ? [] : [at.getTime()]));
  if (now.getTime() - Math.max(Number.NEGATIVE_INFINITY, ...times) >= VERIFIED_FOR_MS)
    throw refused(isStrict ? 'own-verification-needed' : 'verification-needed');
}

/**
 * Returns the grid that the call is restricted to.
 * @param requested `gridNo` of query and body as received, unvalidated: a value that is no grid number is left to the row's schema
 * @throws Refusal 422 naming `gridNo` when a value is wider than, or beside, the caller's grid, or when two differ
 */
export function requireScope({ scope }: Guarded, caller: Caller, requested: readonly unknown[]): GridNo {
  const own = ownGrid(caller);
  if (scope !== 'list') return own;
  const given = requested.filter((value) => value !== undefined && value !== null);
  if (given.some((value) => typeof value !== 'string')) throw invalid('gridNo', 'grid-not-one-text');
  if (new Set(given).size > 1) throw invalid('gridNo', 'grids-differ');
  const narrowed = narrow(own, parseGridNo(given[0]));
  if (narrowed === null) throw invalid('gridNo', 'outside-own-grid');
  return narrowed;
}

/**
 * Narrows the scope by `field`, the specification's other name for `gridNo`. Like `gridNo` it may narrow, never widen.
 * @throws Refusal 422 naming the field
 */
export function within(scope: GridNo, field: 'gridNoba' | 'gridId', requested: GridNo | null | undefined): GridNo {
  const narrowed = narrow(scope, requested);
  if (narrowed === null) throw invalid(field, 'outside-own-grid');
  return narrowed;
}

const SCOPES = new Set<string>(['none', 'list', 'object', 'position', 'nation'] satisfies Row['scope'][]);

type Checked = Pick<Row, 'method' | 'path' | 'permission' | 'scope'>;

/** @throws Error naming every row without permission or scope, every act without a name, and every topic without a right or a scope */
export function checkTable(rows: Readonly<Record<string, Row>>, rawRoutes: readonly RawRoute[], topics: readonly Topic[] = TOPICS): void {
  const faults: string[] = [];
  for (const [name, row] of Object.entries(rows)) {
    faults.push(...faultsOf(name, row));
    if (row.effect === 'write' && row.embeds) faults.push(`${name}: a write that is open to embedded maps`);
    if (row.effect === 'write' && !row.act) faults.push(`${name}: a write without an act for the audit`);
    if (row.effect === 'write' && row.method === 'GET' && row.tokenInQuery)
      faults.push(`${name}: a GET that writes takes its token only from the header`);
  }
  for (const route of rawRoutes) faults.push(...faultsOf(route.name, route));
  faults.push(...topicFaults(topics));
  faults.push(...doublesOf([...Object.values(rows), ...rawRoutes]));
  if (faults.length > 0) throw new Error(`the call table is not whole:\n  ${faults.join('\n  ')}`);
}

function faultsOf(name: string, { permission, scope }: Checked): string[] {
  const faults: string[] = [];
  if (!permission) faults.push(`${name}: no permission`);
  else if (typeof permission === 'object') {
    const codes = 'anyOf' in permission ? permission.anyOf : permission.feedOr;
    if (!codes || codes.length === 0) faults.push(`${name}: a permission that names no right`);
  }
  if (!SCOPES.has(scope)) faults.push(`${name}: no scope`);
  if (permission === 'public' && scope !== 'none') faults.push(`${name}: public, but held to a grid`);
  return faults;
}

function doublesOf(calls: readonly Pick<Row, 'method' | 'path' | 'alias'>[]): string[] {
  const seen = new Set<string>();
  const spellings = calls
    .flatMap(({ method, path, alias = [] }) => [{ method, path }, ...alias])
    .map(({ method, path }) => `${method} ${path}`);
  return spellings.filter((spelling) => seen.size === seen.add(spelling).size).map((spelling) => `${spelling}: twice`);
}
