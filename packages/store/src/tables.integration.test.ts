// The types of tables are maintained manually; this test compares them with the tables that the migrations create.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { startAnyServer } from './testing/databases.ts';
import { ask } from './testing/template.ts';

type Category = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'json' | 'array';

interface Column {
  /** null: the type does not show it (`unknown`, or JSON of a domain type). */
  readonly isNullable: boolean | null;
  /** null: a domain type, whose name does not show its category. */
  readonly category: Category | null;
  /** The database fills the column when an insert omits it. */
  readonly isGenerated: boolean;
}
type Table = ReadonlyMap<string, Column>;

const KEYWORDS: ReadonlyMap<ts.SyntaxKind, Category> = new Map([
  [ts.SyntaxKind.StringKeyword, 'string'],
  [ts.SyntaxKind.NumberKeyword, 'number'],
  [ts.SyntaxKind.BooleanKeyword, 'boolean'],
  [ts.SyntaxKind.ArrayType, 'array'],
]);
const NAMED: Readonly<Record<string, Category>> = { Date: 'Date', Buffer: 'Buffer', Json: 'json' };

const isNull = (type: ts.TypeNode): boolean => ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;

const partsOf = (type: ts.TypeNode): readonly ts.TypeNode[] => (ts.isUnionTypeNode(type) ? type.types : [type]);

function columnOf(type: ts.TypeNode): Column {
  if (ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Generated' && type.typeArguments?.[0])
    return { ...columnOf(type.typeArguments[0]), isGenerated: true };
  const [part, ...others] = partsOf(type).filter((one) => !isNull(one));
  const category = part && others.length === 0 ? categoryOf(part) : null;
  return { isNullable: nullabilityOf(type), category, isGenerated: false };
}

function nullabilityOf(type: ts.TypeNode): boolean | null {
  if (partsOf(type).some(isNull)) return true;
  if (type.kind === ts.SyntaxKind.UnknownKeyword || ts.isIndexedAccessTypeNode(type)) return null;
  const isJson = ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Json';
  return isJson && type.typeArguments?.[0] ? nullabilityOf(type.typeArguments[0]) : false;
}

function categoryOf(type: ts.TypeNode): Category | null {
  if (ts.isTypeReferenceNode(type)) return NAMED[type.typeName.getText()] ?? null;
  return KEYWORDS.get(ts.isTypeOperatorNode(type) ? type.type.kind : type.kind) ?? null;
}

/** All tables that the kernel and the features declare. */
function declaredTables(): ReadonlyMap<string, Table> {
  const root = join(import.meta.dirname, '../../..');
  const files = [
    join(import.meta.dirname, 'tables.ts'),
    ...globSync('features/*/*.tables.ts', { cwd: root }).map((file) => join(root, file)),
  ];
  const declarations = files.flatMap((file) =>
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true).statements.filter(ts.isInterfaceDeclaration),
  );
  const interfaces = new Map(declarations.map((one) => [one.name.text, one]));
  expect(interfaces.size, 'two interfaces have one name').toBe(declarations.length);
  const membersOf = (name: string): ts.PropertySignature[] => {
    const found = interfaces.get(name);
    if (found === undefined) throw new Error(`no interface ${name} in ${files.join(', ')}`);
    const parents = (found.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression.getText()));
    return [...parents.flatMap(membersOf), ...found.members.filter(ts.isPropertySignature)];
  };
  const tableOf = (type: ts.TypeNode): Table => {
    const members = ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : membersOf(type.getText());
    return new Map(members.map((one) => [one.name.getText(), columnOf(one.type as ts.TypeNode)]));
  };
  const tables = [...interfaces.keys()].filter((name) => name.endsWith('Tables')).flatMap(membersOf);
  return new Map(tables.map((one) => [one.name.getText(), tableOf(one.type as ts.TypeNode)]));
}

const CATEGORIES: Readonly<Record<string, Category>> = {
  text: 'string',
  uuid: 'string',
  character: 'string',
  'character varying': 'string',
  date: 'Date',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  ARRAY: 'array',
};

/** Tables that only SQL functions and statements use. */
const TABLES_ONLY_IN_SQL = ['asset_removed', 'daily_spent', 'log_keeping', 'log_part', 'migration', 'patrol_due', 'patrol_taken'];

const COLUMNS_ONLY_IN_SQL: ReadonlySet<string> = new Set([
  'camera.changed',
  'map_feature.area_hectares',
  'map_feature.attributes',
  'map_feature.class',
  'map_feature.extent',
  'map_feature.geometry',
  'map_feature.length_kilometres',
  'map_feature.span',
  'map_layer.extent',
  'map_mask.extent',
  'monitoring_point.changed',
  'resource.changed',
]);

/** @param url of a database with all migrations */
async function migratedTables(url: string): Promise<ReadonlyMap<string, Table>> {
  const columns = await ask<{ table: string; column: string; type: string; nullable: boolean; filled: boolean }>(
    url,
    `select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as nullable,
       column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as filled
     from information_schema.columns join pg_class on relname = table_name and not relispartition
     where table_schema = 'public' and relkind in ('r', 'p')`,
  );
  const tables = new Map<string, Map<string, Column>>();
  for (const { table, column, type, nullable, filled } of columns) {
    const found = tables.get(table) ?? new Map<string, Column>();
    tables.set(table, found.set(column, { isNullable: nullable, category: CATEGORIES[type] ?? null, isGenerated: filled }));
  }
  return tables;
}

/** A JSON list that is only read may be declared as a list. */
const isLike = (declared: Category, real: Category): boolean => declared === real || (declared === 'array' && real === 'json');

function faultsOf(declared: Column, real: Column): string[] {
  const faults = [
    declared.isNullable !== null && declared.isNullable !== real.isNullable && (real.isNullable ? 'may be null' : 'is never null'),
    declared.category !== null && real.category !== null && !isLike(declared.category, real.category) && `is ${real.category}`,
    declared.isGenerated && !real.isGenerated && !real.isNullable && 'has no default',
  ];
  return faults.filter((fault) => fault !== false);
}

it('every table and column is typed in tables.ts, with the category, nullability and default that the migrations give it', async () => {
  await using stops = new AsyncDisposableStack();
  const server = await startAnyServer();
  stops.defer(() => server.stop());
  const [declared, migrated] = [declaredTables(), await migratedTables(await server.newDatabase('migrated'))];
  expect([...migrated.keys()].filter((table) => !declared.has(table)).toSorted()).toEqual(TABLES_ONLY_IN_SQL);
  const differences = [...declared].flatMap(([table, columns]) => {
    const real = migrated.get(table);
    if (real === undefined) return [`${table}: no such table`];
    const missing = [...real.keys()]
      .filter((column) => !columns.has(column) && !COLUMNS_ONLY_IN_SQL.has(`${table}.${column}`))
      .map((column) => `${table}.${column}: not in tables.ts`);
    const others = [...columns].flatMap(([column, type]) => {
      const found = real.get(column);
      return (found === undefined ? ['no such column'] : faultsOf(type, found)).map((fault) => `${table}.${column}: ${fault}`);
    });
    return [...missing, ...others];
  });
  expect(differences).toEqual([]);
});
