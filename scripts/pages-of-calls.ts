// Which page makes which call of the specification (docs/coverage/endpoints.tsv): found in the sources of the web app, written to docs/coverage.md
// by `npm run docs`; `npm run check` fails on a call without a page.
import type { Row } from '@lookout/contract';

export interface SpecifiedCall {
  readonly method: string;
  readonly path: string;
}

export interface CallWithPages extends SpecifiedCall {
  /** Files of the web app or of its client that make the call, in order. */
  readonly files: readonly string[];
}

/** @param table lines `method<TAB>path<TAB>note` below a heading */
export const readSpecifiedCalls = (table: string): SpecifiedCall[] =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [method = '', path = ''] = line.split('\t');
      return { method, path };
    });

type Rows = Readonly<Record<string, Readonly<Record<string, Pick<Row, 'method' | 'path' | 'alias'>>>>>;

/**
 * `client.feature.name`, also over a line break; `calls.name` of the requests about an alarm; `feature[kind]` of the lists of resources.
 */
const CALLED = /\.(\w+)\s*\.\s*(\w+)\b/g;
const REQUESTED = /\bcalls\.(\w+)\b/g;
const BY_KIND = /\.resource\[\w+\]/;
const OF_A_KIND = /^\/resource\/api\/(?!resourceList\b|grid\b)\w+\/list$/;
const ANY_PARAMETER = /\{[^}]+\}/g;

/** @param files name and text of the sources */
export function pagesOfCalls(
  specified: readonly SpecifiedCall[],
  contract: Rows,
  files: readonly (readonly [name: string, text: string])[],
): { readonly calls: readonly CallWithPages[]; readonly faults: readonly string[] } {
  const filesOf = new Map<string, Set<string>>();
  const use = (key: string, file: string) => filesOf.set(key, (filesOf.get(key) ?? new Set()).add(file));
  for (const [file, text] of files) {
    for (const [, feature = '', name = ''] of text.matchAll(CALLED)) use(`${feature}.${name}`, file);
    if (file.endsWith('alarm-requests.ts')) for (const [, name = ''] of text.matchAll(REQUESTED)) use(`alarm.${name}`, file);
    if (BY_KIND.test(text)) use('resource[kind]', file);
  }
  const places = Object.entries(contract).flatMap(([feature, rows]) =>
    Object.entries(rows).flatMap(([name, row]) =>
      [{ method: row.method, path: row.path }, ...(row.alias ?? [])].map(({ method, path }) => ({
        at: `${method} ${path.replace(ANY_PARAMETER, '{}')}`,
        path,
        key: `${feature}.${name}`,
      })),
    ),
  );
  const calls = specified.map((call): CallWithPages => {
    const { method, path } = call;
    const isOfKinds = path.includes('{resource}');
    const rows = isOfKinds
      ? places.filter((place) => OF_A_KIND.test(place.path))
      : places.filter(({ at }) => at === `${method} ${path.replace(ANY_PARAMETER, '{}')}`);
    const keys = [...rows.map(({ key }) => key), ...(isOfKinds ? ['resource[kind]'] : [])];
    return { ...call, files: [...new Set(keys.flatMap((key) => [...(filesOf.get(key) ?? [])]))].toSorted() };
  });
  const faults = calls.filter((call) => call.files.length === 0).map(({ method, path }) => `${method} ${path}: no page calls it`);
  return { calls, faults };
}

/** A section of docs/coverage.md. */
export function callsTable(calls: readonly CallWithPages[]): string {
  const rows = calls.map(
    ({ method, path, files }) => `| ${method} | \`${path}\` | ${files.map((file) => `\`${file}\``).join('<br>') || '—'} |`,
  );
  return `## Calls and where the web app makes them\n\n| method | path | made by |\n|---|---|---|\n${rows.join('\n')}\n`;
}
