// Shows the messages of a 422 at their inputs. Messages that belong to no input have already been shown by the interceptor.
import { CallFailed } from '@lookout/client';
import type { FormInstance } from 'antd';

/** @throws any error other than a failed call */
export function showFieldFaults(
  form: Pick<FormInstance, 'setFields'>,
  error: unknown,
  rename: Readonly<Record<string, string>> = {},
): void {
  if (!(error instanceof CallFailed)) throw error;
  form.setFields(error.fields.map(({ path, message }) => ({ name: rename[path] ?? path.split('.')[0] ?? path, errors: [message] })));
}
