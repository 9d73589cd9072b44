// A row's schemas on what came in: params, query and body, each fault with its field.
import type { Row } from '@lookout/contract';
import { type FieldFault, fieldFault, refuseFaults } from '../acting/refusal.ts';

export interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Schema = NonNullable<Row['input']>;

/** @throws Refusal 422 with `[{ path, message }]` */
export function validate(row: Pick<Row, 'params' | 'query' | 'input'>, parts: Parts): Parts {
  const faults: FieldFault[] = [];
  const read = (schema: Schema | undefined, value: unknown, otherwise: unknown): unknown => {
    if (!schema) return otherwise;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      faults.push(fieldFault(issue.path.map(String).join('.'), 'not-as-required', { said: issue.message }));
    return undefined;
  };
  const parsed = {
    params: read(row.params, parts.params, {}),
    query: read(row.query, parts.query, {}),
    body: read(row.input, parts.body, undefined),
  };
  refuseFaults(faults.slice(0, MOST_FAULTS));
  return parsed;
}

// A list of ten thousand wrong things is told by its first hundred.
const MOST_FAULTS = 100;
