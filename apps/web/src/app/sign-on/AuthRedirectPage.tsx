// /authredirect: the page to which an OpenID Connect provider sends the browser back with its answer.
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useServices, useSession } from '../../shared/services.ts';
import { usePageTitle } from '../../shared/use-page-title.ts';
import { beginOidc, loginMessage } from '../login/sign-in.ts';
import type { Arrival } from './arrival.ts';
import { EntryPage } from './EntryPage.tsx';
import { useSignOnMessages } from './messages.ts';

interface AuthRedirectProps {
  readonly arrival: Pick<Arrival, 'takeAnswer'>;
  readonly onEntered: (target: string | null) => void;
}

export function AuthRedirectPage({ arrival, onEntered }: AuthRedirectProps) {
  const messages = useSignOnMessages();
  usePageTitle(messages.redirect.title);
  const { client, session } = useServices();
  const { info } = useSession();
  const [answer] = useState(arrival.takeAnswer);
  const [fault, setFault] = useState<string | null>(null);

  // Runs once: the provider's answer is valid only once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (answer === null) return;
    client.auth.oidcFinish({ body: answer, silent: true, occasion: 'login' }).then(
      ({ redirect, ...reply }) => {
        session.begin(reply);
        onEntered(redirect);
      },
      (error: unknown) => setFault(loginMessage(error, messages.noAnswer)),
    );
  }, []);

  if (answer !== null && fault === null)
    return (
      <EntryPage>
        <h2>{messages.redirect.title}</h2>
        <p className="entry-text" role="status">
          {messages.redirect.entering}
        </p>
      </EntryPage>
    );
  const begin = () => void beginOidc(client, null).catch((error: unknown) => setFault(loginMessage(error, messages.noAnswer)));
  return (
    <EntryPage>
      <h2>{fault === null ? messages.redirect.title : messages.failed}</h2>
      {fault === null ? (
        <p className="entry-text">{messages.redirect.nothing}</p>
      ) : (
        <p className="login-fault login-form-fault" role="alert">
          {fault}
        </p>
      )}
      <p className="entry-text">{info ? messages.signedInAs(info.userDTO.fullName) : messages.redirect.how}</p>
      <div className="entry-acts">
        {info && (
          <Link className="plain-button plain-primary" to="/manage">
            {messages.enter}
          </Link>
        )}
        <button type="button" className="plain-button" onClick={begin}>
          {messages.redirect.begin}
        </button>
        <Link className="plain-button" to="/login">
          {messages.back}
        </Link>
      </div>
    </EntryPage>
  );
}
