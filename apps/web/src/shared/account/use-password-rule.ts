// The rule of new passwords on this installation, for a form's field. A fault that only the server can detect (a common password) is
// returned as a fault of the field.
import { parsePassword } from '@lookout/features/auth/password.ts';
import { useSharedMessages } from '../text/messages.ts';
import { useInstallation } from '../use-installation.ts';

interface PasswordRule {
  /** The rule as text. */
  readonly text: string;
  readonly isMet: (password: string | undefined) => boolean;
  /** For antd's form. */
  readonly validator: (rule: unknown, password: string | undefined) => Promise<void>;
}

export function usePasswordRule(): PasswordRule {
  const { password: messages } = useSharedMessages();
  const policy = useInstallation().data?.passwordPolicy ?? 'standard';
  const text = policy === 'strict' ? messages.strictRule : messages.rule;
  const isMet = (password: string | undefined): boolean => parsePassword(password ?? '', policy).ok;
  return {
    text,
    isMet,
    validator: (_rule, password) => (isMet(password) ? Promise.resolve() : Promise.reject(new Error(text))),
  };
}
