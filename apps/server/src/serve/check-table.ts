// What must be true of the tables before anything listens: a call, a raw route or a topic without a rule stops the start.
import { type Row, TOPIC_KINDS, topicRights } from '@lookout/contract';
import type { RawRoute } from './raw-route.ts';

const SCOPES = new Set<string>(['none', 'list', 'object', 'position', 'nation'] satisfies Row['scope'][]);

type Checked = Pick<Row, 'method' | 'path' | 'permission' | 'scope'>;

/** @throws Error naming every row without permission or scope, every act without a name, and every topic without a right */
export function checkTable(rows: Readonly<Record<string, Row>>, rawRoutes: readonly RawRoute[]): void {
  const faults: string[] = [];
  for (const [name, row] of Object.entries(rows)) {
    faults.push(...faultsOf(name, row));
    if (row.effect === 'write' && !row.act) faults.push(`${name}: a write without an act for the audit`);
    if (row.effect === 'write' && row.method === 'GET' && row.tokenInQuery)
      faults.push(`${name}: a GET that writes takes its token only from the header`);
  }
  for (const route of rawRoutes) faults.push(...faultsOf(route.name, route));
  for (const kind of TOPIC_KINDS) if (!topicRights[kind]) faults.push(`topic ${kind}: no right`);
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
