import type { Row } from '@lookout/contract';
import { hasCheckedWhole } from '../acting/authority.ts';
import type { Context } from './context.ts';

/**
 * Checks an answer against its row, in tests.
 * @param answer with its times as text
 * @throws Error when it does not match, has a field that the row lacks, or was given without the authority that the row needs
 */
export function checkAnswer(name: string, row: Row, answer: unknown, context: Context): void {
  checkReply(name, row, answer);
  if (row.authority === 'whole' && !hasCheckedWhole(context))
    throw new Error(`${name} changes what several grids see, and has not asked for the authority over it`);
}

function checkReply(name: string, row: Row, answer: unknown): void {
  const values =
    row.envelope === 'list'
      ? (answer as { rows: unknown[] }).rows
      : row.envelope === 'page'
        ? (answer as { list: unknown[] }).list
        : row.envelope === 'message'
          ? []
          : [answer];
  for (const value of values) {
    const result = row.reply.safeParse(value);
    if (!result.success) throw new Error(`${name} does not answer as its row says: ${result.error.message}`);
    const unlisted = unlistedField(value, result.data);
    if (unlisted !== null) throw new Error(`${name} answers with ${unlisted}, which its row does not have`);
  }
}

/** The path of a field that the schema does not have. null: there is none. */
function unlistedField(value: unknown, parsed: unknown): string | null {
  if (typeof value !== 'object' || value === null || typeof parsed !== 'object' || parsed === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    if (!Object.hasOwn(parsed, name)) return name;
    const below = unlistedField(inner, (parsed as Readonly<Record<string, unknown>>)[name]);
    if (below !== null) return `${name}.${below}`;
  }
  return null;
}
