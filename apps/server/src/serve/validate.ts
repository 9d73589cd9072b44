// A row's schemas on what came in: params, query and body, each fault with its field.
import { type Row, readBySchema } from '@lookout/contract';
import { type FieldFault, refuseFaults } from '../acting/refusal.ts';

interface Parts {
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
    const outcome = readBySchema(schema, value);
    if (outcome.ok) return outcome.value;
    faults.push(...outcome.error);
    return undefined;
  };
  const parsed = {
    params: read(row.params, parts.params, {}),
    query: read(row.query, parts.query, {}),
    body: read(row.input, parts.body, undefined),
  };
  refuseFaults(faults);
  return parsed;
}
