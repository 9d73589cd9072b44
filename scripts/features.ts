// Writes features/*.generated.ts: the contract, the catalogue of errors, the events, live messages, live records, readers, store, server and
// layers of the globe, assembled from the features' files by their roles, and the list of migrations. A new feature is a folder. `npm run
// features` writes; with --check it only compares and fails, naming what is out of step.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A source file: the module as a list imports it, its text, and the feature it belongs to ('' for the kernel). */
type Source = readonly [module: string, text: string, feature: string];

/** What a list imports, and how it is assembled. */
interface List {
  readonly about: string;
  /** Other imports that the list's text needs. */
  readonly imports?: readonly string[];
  /** Where its files are and where it is written; default: the features. */
  readonly folder?: string;
  readonly files: string;
  /** The list imports types only. */
  readonly types?: true;
  /** The list exports what it finds, instead of assembling it. */
  readonly exports?: true;
  /** Modules of the kernel that belong to the list, and their files. */
  readonly kernel?: readonly (readonly [module: string, file: string])[];
  /** The names that a file exports for the list, with their details. */
  readonly found: (text: string) => readonly Found[];
  readonly write: (entries: readonly Entry[]) => string;
}

interface Found {
  readonly name: string;
  readonly key?: string;
}
type Entry = Found & { readonly feature: string };

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const quoted = (key: string): string => (key.includes('-') ? `'${key}'` : key);
const lines = (all: readonly string[]): string => all.map((one) => `  ${one},\n`).join('');
const exported = (pattern: string) => (text: string) => [...text.matchAll(new RegExp(pattern, 'gm'))].map(([, name = '']) => ({ name }));
const byFeature = (entries: readonly Entry[]): readonly (readonly [feature: string, names: readonly string[]])[] =>
  [...Map.groupBy(entries, ({ feature }) => feature)].map(([feature, of]) => [feature, of.map(({ name }) => name)]);

/** An object of events, listed under the first part of its events' kinds. */
const objectsIn = (text: string): readonly Found[] =>
  [...text.matchAll(/^export const (\w+) = eventObject<[\s\S]*?keeping: \{[^']*'([\w-]+)\./gm)].map(([, name = '', key = '']) => ({
    name,
    key,
  }));

/** Live messages, listed under the kind of their object. */
const liveIn = (text: string): readonly Found[] =>
  [...text.matchAll(/^export const (\w+): LiveMessagesOf<'([\w-]+)'>/gm)].map(([, name = '', key = '']) => ({ name, key }));

/** A repository, listed under its name without `Repository`, with the clock if it takes one. */
const repositoriesIn = (text: string): readonly Found[] =>
  [...text.matchAll(/^export (?:const|function) ((\w+)Repository)\b[^(]*\(([^)]*)\)/gm)].map(([, name = '', key = '', takes = '']) => ({
    name,
    key: `${key}: ${name}(db${/\bclock\b/.test(takes) ? ', clock' : ''})`,
  }));

/** A list of a desk at a past moment, listed under its name without `past`. */
const pastIn = (after: string) => (text: string) =>
  [...text.matchAll(new RegExp(`^export const past(\\w+)${after}`, 'gm'))].map(([, name = '']) => ({
    name: `past${name}`,
    key: name.charAt(0).toLowerCase() + name.slice(1),
  }));

export const LISTS: Readonly<Record<string, List>> = {
  calls: {
    about: 'The whole contract: every call once, by feature.',
    files: '*/*.calls.ts',
    found: exported('^export const (\\w+Calls)\\b'),
    write: (entries) =>
      `export const contract = {\n${lines(
        byFeature(entries).map(([feature, names]) =>
          names.length === 1 ? `${camel(feature)}: ${names[0]}` : `${camel(feature)}: { ${names.map((name) => `...${name}`).join(', ')} }`,
        ),
      )}};\n`,
  },
  errors: {
    about:
      'All errors by code, and the parts they come from: a code that stands in two of them would silently take the place of the other.',
    files: '*/*.errors.ts',
    kernel: ['general', 'files', 'imports'].map((name) => [
      `@lookout/contract/errors/${name}.ts`,
      `packages/contract/src/errors/${name}.ts`,
    ]),
    found: exported('^export const (\\w+Errors)\\b'),
    write: (entries) =>
      `export const CATALOGUE_PARTS: readonly object[] = [\n${lines(entries.map(({ name }) => name))}];\n\nexport const catalogue = {\n${lines(entries.map(({ name }) => `...${name}`))}};\n`,
  },
  objects: {
    about: 'Every kind of object whose events are in the log, by the first part of the kinds of its events.',
    files: '*/*.ts',
    kernel: [['@lookout/domain/register.ts', 'packages/domain/src/register.ts']],
    found: objectsIn,
    write: (entries) => `export const objects = {\n${lines(entries.map(({ key = '', name }) => `${quoted(key)}: ${name}`))}};\n`,
  },
  readers: {
    about: 'How a client reads the replies of calls, by the name that a row gives.',
    files: '*/*.wire.ts',
    found: exported('^export const (\\w+Readers)\\b'),
    write: (entries) => `export const readers = {\n${lines(entries.map(({ name }) => `...${name}`))}} as const;\n`,
  },
  topics: {
    about: 'The live messages of every feature, by topic.',
    files: '*/*.topics.ts',
    found: exported('^export const (\\w+TopicMessages)\\b'),
    write: (entries) => `export const TOPIC_MESSAGES = [\n${lines(entries.map(({ name }) => `...${name}`))}];\n`,
  },
  live: {
    about: 'The live messages that the events of each kind of object publish.',
    files: '*/*.live.ts',
    found: liveIn,
    write: (entries) => `export const liveMessages = {\n${lines(entries.map(({ key = '', name }) => `${quoted(key)}: ${name}`))}};\n`,
  },
  records: {
    about: 'The records that a desk loads once and keeps up to date by live messages.',
    files: '*/parts/*-records.ts',
    found: exported('^export const (\\w+Records)\\b'),
    write: (entries) => `export const RECORDS = [\n${lines(entries.map(({ name }) => name))}];\n`,
  },
  tables: {
    about: 'The tables of every feature, for kysely.',
    types: true,
    files: '*/*.tables.ts',
    found: exported('^export interface (\\w+Tables)\\b'),
    write: (entries) =>
      `declare module '@lookout/store/tables.ts' {\n  interface Tables\n    extends ${entries.map(({ name }) => name).join(',\n      ')} {}\n}\n`,
  },
  repositories: {
    about: 'All repositories, over a connection or within a transaction.',
    imports: ["import type { Clock, Db } from '@lookout/store/sql.ts';"],
    files: '*/*.store.ts',
    kernel: ['audit', 'daily-budgets', 'events', 'job-leases', 'log-parts', 'settings', 'uploads'].map((name) => [
      `@lookout/store/repositories/${name}.ts`,
      `packages/store/src/repositories/${name}.ts`,
    ]),
    found: repositoriesIn,
    write: (entries) => `export const repositories = (db: Db, clock: Clock) => ({\n${lines(entries.map(({ key = '' }) => key))}});\n`,
  },
  'past-lists': {
    about: 'The lists of a desk at a past moment, for the replay.',
    files: '*/past-*.store.ts',
    found: pastIn(': PastList<'),
    write: (entries) => `export const PAST_LISTS = {\n${lines(entries.map(({ key = '', name }) => `${key}: ${name}`))}};\n`,
  },
  'past-schemas': {
    about: 'The schemas of the lists of a desk at a past moment.',
    files: '*/*.schema.ts',
    found: pastIn(' = z\\.array\\('),
    write: (entries) => `export const pastSchemas = {\n${lines(entries.map(({ key = '', name }) => `${key}: ${name}`))}};\n`,
  },
  globe: {
    about:
      'The globe with the layers of all features, the only script that contains Cesium. Pages load it on demand (apps/web/src/globe/room.ts) and\n// mount the layers through it: `mount…`, colours and legends, and what a layer samples.',
    exports: true,
    imports: ["export * from '@lookout/map';"],
    files: '*/layer/**/*.ts',
    found: exported('^export (?:const|function) (mount\\w+|sample\\w+|\\w+Colour|\\w+_COLOURS|\\w+_LEGEND)\\b'),
    write: () => '',
  },
  migrations: {
    about: 'Every migration, in the order of its number.',
    folder: 'packages/store/src/migrations',
    imports: ["import type { Migration } from './migration.ts';"],
    files: '[0-9]*.ts',
    found: exported('^export const (\\w+): Migration\\b'),
    write: (entries) => `export const MIGRATIONS: readonly Migration[] = [\n${lines(entries.map(({ name }) => name))}];\n`,
  },
  servers: {
    about: 'All features of the server; each has the handlers of its calls.',
    files: '*/*.server.ts',
    found: exported('^export const (\\w+): ServerFeature<'),
    write: (entries) => `export const SERVERS = {\n${lines(entries.map(({ name }) => name))}};\n`,
  },
};

const HEADER = '// Generated by `npm run features`; do not edit by hand.\n';

export function listText({ about, imports = [], types, exports, found, write }: List, sources: readonly Source[]): string {
  const entries = sources.flatMap(([module, text, feature]) => found(text).map((one) => ({ ...one, module, feature })));
  const verb = `${exports ? 'export' : 'import'} ${types ? 'type ' : ''}`;
  const imported = [...Map.groupBy(entries, ({ module }) => module)].map(
    ([module, of]) => `${verb}{ ${of.map(({ name }) => name).join(', ')} } from '${module}';`,
  );
  const assembled = exports ? '' : `\n${write(entries)}`;
  return `${HEADER}// ${about}\n${[...imports, ...imported].join('\n')}\n${assembled}`;
}

/** The lists of a clone, by file. */
export function lists(root: string): ReadonlyMap<string, string> {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const isRole = (pattern: string, file: string) =>
    (pattern === '*/*.ts' ? /^[^/]+\/[^/.]+\.ts$/ : /./).test(file) && !/\.(test|harness)\./.test(file);
  return new Map(
    Object.entries(LISTS).map(([name, list]) => {
      const kernel = (list.kernel ?? []).map(([module, file]): Source => [module, read(file), '']);
      const { folder = 'features' } = list;
      const own = globSync(list.files, { cwd: path.join(root, folder) })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => isRole(list.files, file))
        .toSorted()
        .map((file): Source => [`./${file}`, read(`${folder}/${file}`), file.split('/')[0] ?? '']);
      return [`${folder}/${name}.generated.ts`, listText(list, [...kernel, ...own])];
    }),
  );
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..');
  const isCheck = process.argv.includes('--check');
  const stale = [...lists(root)].filter(
    ([file, text]) => !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), 'utf8') !== text,
  );
  if (!isCheck) {
    for (const [file, text] of stale) writeFileSync(path.join(root, file), text);
  }
  const names = stale.map(([file]) => file).join(', ');
  if (stale.length > 0) console.error(isCheck ? `out of step, run \`npm run features\`: ${names}` : `wrote ${names}`);
  process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
}
