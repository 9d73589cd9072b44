// The demo accounts, next to the login card. Each shows its grid and what its user sees; one click logs in with it.
import { useId } from 'react';
import { useLoginMessages } from './messages.ts';
import type { Credentials } from './sign-in.ts';
import type { SignOnWays } from './use-sign-on-ways.ts';

interface Props {
  readonly demo: NonNullable<SignOnWays['demo']>;
  readonly busy: boolean;
  readonly onEnter: (credentials: Credentials) => void;
}

export function DemoAccounts({ demo: { password, accounts }, busy, onEnter }: Props) {
  const { demoAccounts: messages } = useLoginMessages();
  const title = useId();
  return (
    <section className="login-card login-demo" aria-labelledby={title}>
      <h2 id={title}>{messages.title}</h2>
      <p className="hint">{messages.hint(password)}</p>
      <ul>
        {accounts.map(({ userName, fullName, gridNo, gridName, sees }) => (
          <li key={userName}>
            <button type="button" disabled={busy} onClick={() => onEnter({ userName, password })}>
              <span className="login-demo-who">
                <span lang="zh">{fullName}</span> <code>{userName}</code>
              </span>
              <span className="hint">
                <span lang="zh">{gridName}</span> <span className="tabular">{gridNo}</span>
              </span>
              <span className="login-demo-sees hint">{messages.sees[sees]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
