// A 422 names its fields: each message goes to the input it speaks of. What names no input of the form was already shown by the interceptor.
import { CallFailed } from '@lookout/client';
import type { FormInstance } from 'antd';

/** @throws what is no failed call */
export function showFieldFaults(
  form: Pick<FormInstance, 'setFields'>,
  error: unknown,
  rename: Readonly<Record<string, string>> = {},
): void {
  if (!(error instanceof CallFailed)) throw error;
  form.setFields(error.fields.map(({ path, message }) => ({ name: rename[path] ?? path.split('.')[0] ?? path, errors: [message] })));
}
