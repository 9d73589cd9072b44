// /oss: signs a user in from a portal, with the token in the address or with the one stored in this browser. The page shows which account
// it is, and the session begins only after a click: a link sent by someone else must not replace the account that is logged in.
import { CallFailed, type Client } from '@lookout/client';
import type { ErrorCode, Got } from '@lookout/contract';
import type { signOnCalls } from '@lookout/features/auth/sign-on.calls.ts';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useServices, useSession } from '../../shared/services.ts';
import { atSite } from '../../shared/site.ts';
import { usePageTitle } from '../../shared/use-page-title.ts';
import { loginMessage } from '../login/sign-in.ts';
import { useSignOnWays } from '../login/use-sign-on-ways.ts';
import type { Arrival } from './arrival.ts';
import { EntryPage } from './EntryPage.tsx';
import { useSignOnMessages } from './messages.ts';

type PortalUser = Got<typeof signOnCalls.portalUser>;

type State =
  | { readonly kind: 'asking' | 'nothing' }
  | { readonly kind: 'ready' | 'entering'; readonly user: PortalUser }
  | { readonly kind: 'failed'; readonly message: string };

interface OssProps {
  readonly arrival: Pick<Arrival, 'takeToken'>;
  readonly onEntered: (target: string | null) => void;
}

const NOTHING: ErrorCode = 'no-portal-token';

export function OssPage({ arrival, onEntered }: OssProps) {
  const messages = useSignOnMessages();
  usePageTitle(messages.oss.title);
  const { client, session } = useServices();
  const { info } = useSession();
  const { search } = useLocation();
  const [token] = useState(arrival.takeToken);
  const [state, setState] = useState<State>({ kind: 'asking' });
  const { noAnswer } = messages;

  const failed = useCallback(
    (error: unknown) => {
      // The address had no token and none was stored.
      const isNothing = error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.refusal === NOTHING;
      setState(isNothing ? { kind: 'nothing' } : { kind: 'failed', message: loginMessage(error, noAnswer) });
    },
    [noAnswer],
  );
  const ask = useCallback(async () => {
    setState({ kind: 'asking' });
    try {
      setState({ kind: 'ready', user: await client.auth.portalUser({ body: { token }, silent: true, occasion: 'login' }) });
    } catch (error) {
      failed(error);
    }
  }, [client, token, failed]);
  const enter = async (user: PortalUser) => {
    setState({ kind: 'entering', user });
    try {
      session.begin(await client.auth.portalLogin({ body: { token }, silent: true, occasion: 'login' }));
      onEntered(new URLSearchParams(search).get('redirect'));
    } catch (error) {
      failed(error);
    }
  };

  // Runs once per visit, whatever changes on the page meanwhile (its language).
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void ask(), []);

  if (state.kind === 'ready' || state.kind === 'entering')
    return (
      <EntryPage>
        <h2>{messages.oss.title}</h2>
        <p className="entry-text">{messages.oss.asWhom(state.user.fullName, state.user.userName, state.user.gridName)}</p>
        {info && <p className="entry-text">{messages.oss.inPlaceOf(info.userDTO.fullName)}</p>}
        <div className="entry-acts">
          <button
            type="button"
            className="plain-button plain-primary"
            disabled={state.kind === 'entering'}
            onClick={() => void enter(state.user)}
          >
            {messages.oss.confirm(state.user.fullName)}
          </button>
          <Link className="plain-button" to={info ? '/manage' : `/login${search}`}>
            {info ? messages.oss.stay(info.userDTO.fullName) : messages.back}
          </Link>
        </div>
      </EntryPage>
    );
  if (state.kind === 'asking')
    return (
      <EntryPage>
        <h2>{messages.oss.title}</h2>
        <p className="entry-text" role="status">
          {messages.oss.entering}
        </p>
      </EntryPage>
    );
  return (
    <EntryPage>
      <h2>{state.kind === 'failed' ? messages.failed : messages.oss.title}</h2>
      {state.kind === 'failed' ? (
        <p className="login-fault login-form-fault" role="alert">
          {state.message}
        </p>
      ) : (
        <p className="entry-text">{messages.oss.nothing}</p>
      )}
      {info && <p className="entry-text">{messages.signedInAs(info.userDTO.fullName)}</p>}
      <HowOn client={client}>
        {info && (
          <Link className="plain-button plain-primary" to="/manage">
            {messages.enter}
          </Link>
        )}
        {state.kind === 'failed' && (
          <button type="button" className="plain-button" onClick={() => void ask()}>
            {messages.again}
          </button>
        )}
        <Link className="plain-button" to={`/login${search}`}>
          {messages.back}
        </Link>
      </HowOn>
    </EntryPage>
  );
}

/** The ways to proceed depend on what is configured here. */
function HowOn({ client, children }: { readonly client: Client; readonly children: React.ReactNode }) {
  const messages = useSignOnMessages();
  const ways = useSignOnWays();
  const portal = ways?.portal ?? null;
  return (
    <>
      {ways && <p className="entry-text">{portal === null ? messages.oss.notSet : messages.oss.how}</p>}
      <div className="entry-acts">
        {portal?.url && (
          <a className="plain-button plain-primary" href={atSite(portal.url)}>
            {messages.oss.portal}
          </a>
        )}
        {children}
      </div>
      {portal?.isDemo && <DemoPortal client={client} />}
    </>
  );
}

function DemoPortal({ client }: { readonly client: Client }) {
  const messages = useSignOnMessages();
  const [accounts, setAccounts] = useState<Got<typeof signOnCalls.demoPortalAccounts> | 'failed' | null>(null);
  const load = useCallback(() => {
    client.auth.demoPortalAccounts({ silent: true, occasion: 'background' }).then(setAccounts, () => setAccounts('failed'));
  }, [client]);
  useEffect(load, [load]);

  const enter = async (userName: string) => {
    try {
      const { token } = await client.auth.demoPortalToken({ body: { userName }, silent: true, occasion: 'login' });
      // The page is opened as a portal opens it: through the address, with a full page load.
      location.assign(atSite(`/oss?token=${encodeURIComponent(token)}`));
    } catch {
      setAccounts('failed');
    }
  };
  return (
    <div className="entry-part">
      <h3>
        {messages.oss.demoTitle} <span className="entry-tag">{messages.oss.demoTag}</span>
      </h3>
      <p className="entry-text">{messages.oss.demoHint}</p>
      {accounts === 'failed' ? (
        <p role="alert">
          {messages.oss.demoFailed}{' '}
          <button type="button" className="plain-button" onClick={load}>
            {messages.again}
          </button>
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard
        <ul className="entry-list" tabIndex={0} aria-label={messages.oss.demoTitle}>
          {(accounts ?? []).map(({ userName, fullName, gridName }) => (
            <li key={userName} className="entry-row">
              <span className="entry-row-name cut">
                {fullName} <span className="hint">{gridName}</span>
              </span>
              <button
                type="button"
                className="plain-button"
                aria-label={messages.oss.demoEnter(fullName)}
                onClick={() => void enter(userName)}
              >
                {messages.enter}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
