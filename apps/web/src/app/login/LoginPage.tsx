// /login: account and password, the second-factor code where the account needs one, and the other sign-on methods.
import { CallFailed } from '@lookout/client';
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { patrol } from '../../patrol/feature.ts';
import { useServices } from '../../shared/services.ts';
import { atSite } from '../../shared/site.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { usePageTitle } from '../../shared/use-page-title.ts';
import { ownPath } from '../guard.ts';
import { EntryPage } from '../sign-on/EntryPage.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { useLoginMessages } from './messages.ts';
import { asksForCode, beginOidc, type Credentials, loginMessage, signIn } from './sign-in.ts';
import { type SignOnWays, useSignOnWays } from './use-sign-on-ways.ts';

const isPatrol = (path: string): boolean => path === patrol.path || path.startsWith(`${patrol.path}?`);

type Faults = { readonly userName?: string; readonly password?: string; readonly code?: string; readonly form?: string };
/** Which second-factor input the form asks for; null: none yet. */
type SecondFactor = 'code' | 'recovery' | null;

export function LoginPage(props: { readonly onEntered: (search: string) => void }) {
  const messages = useLoginMessages();
  const shared = useSharedMessages();
  usePageTitle(null);
  const { client, session } = useServices();
  const { search } = useLocation();
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const [factor, setFactor] = useState<SecondFactor>(null);
  const [capsLock, setCapsLock] = useState(false);
  const ways = useSignOnWays();
  const userName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const ids = { userName: useId(), password: useId(), userFault: useId(), passwordFault: useId(), caps: useId() };

  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const otp = factor === null ? '' : (code.current?.value.trim() ?? '');
    const credentials = { userName: userName.current?.value.trim() ?? '', password: password.current?.value ?? '', otp };
    const missing: Faults = {
      ...(credentials.userName === '' ? { userName: messages.needUserName } : {}),
      ...(credentials.password === '' ? { password: messages.needPassword } : {}),
      ...(factor !== null && otp === '' ? { code: messages.needCode } : {}),
    };
    setFaults(missing);
    if (missing.userName || missing.password) return (missing.userName ? userName : password).current?.focus();
    if (missing.code) return code.current?.focus();
    await enter({ ...credentials, otp: factor === 'code' ? otp.replaceAll(/\s/g, '') : otp });
  };

  const enter = async (credentials: Credentials) => {
    setBusy(true);
    try {
      const target = new URLSearchParams(search).get('redirect') ?? '';
      session.begin(await signIn(client, credentials, isPatrol(target) ? 'app' : 'web'));
      props.onEntered(search);
    } catch (error) {
      setBusy(false);
      if (asksForCode(error)) {
        setFaults({});
        setFactor((before) => before ?? 'code');
        return;
      }
      const isCodeWrong = factor !== null && error instanceof CallFailed && error.outcome.kind === 'warning';
      setFaults({ form: isCodeWrong ? messages.badCode : loginMessage(error, messages.noAnswer) });
      (factor === null ? password : code).current?.select();
    }
  };

  /** Fills the fields and submits the ordinary form, so that the user sees the steps and can repeat them. */
  const enterDemo = (credentials: Credentials) => {
    if (userName.current) userName.current.value = credentials.userName;
    if (password.current) password.current.value = credentials.password;
    setFaults({});
    setFactor(null);
    void enter(credentials);
  };

  return (
    <EntryPage
      card={(content) => (
        <form className="login-card" onSubmit={(e) => void submit(e)} noValidate aria-busy={busy}>
          {content}
        </form>
      )}
      beside={ways?.demo && <DemoAccounts demo={ways.demo} busy={busy} onEnter={enterDemo} />}
    >
      <div className="plain-field">
        <label htmlFor={ids.userName}>{messages.userName}</label>
        <input
          ref={userName}
          id={ids.userName}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page's only purpose is this field
          autoFocus
          aria-invalid={faults.userName !== undefined}
          aria-describedby={faults.userName ? ids.userFault : undefined}
        />
        {faults.userName && (
          <p id={ids.userFault} className="login-fault">
            {faults.userName}
          </p>
        )}
      </div>
      <div className="plain-field">
        <label htmlFor={ids.password}>{messages.password}</label>
        <div className="login-password">
          <input
            ref={password}
            id={ids.password}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            onKeyDown={watchCaps}
            onKeyUp={watchCaps}
            aria-invalid={faults.password !== undefined}
            aria-describedby={[faults.password && ids.passwordFault, capsLock && ids.caps].filter(Boolean).join(' ') || undefined}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={shown ? messages.hidePassword : messages.showPassword}
            onClick={() => setShown(!shown)}
          >
            <Eye open={shown} />
          </button>
        </div>
        {capsLock && (
          <p id={ids.caps} className="login-hint" role="status">
            {messages.capsLock}
          </p>
        )}
        {faults.password && (
          <p id={ids.passwordFault} className="login-fault">
            {faults.password}
          </p>
        )}
      </div>
      {factor !== null && <CodeField key={factor} factor={factor} input={code} fault={faults.code} onAsk={setFactor} />}
      {new URLSearchParams(search).get('notice') === 'password-changed' && !faults.form && (
        <p className="login-notice" role="status">
          {shared.password.changed}
        </p>
      )}
      <div role="alert">{faults.form && <p className="login-fault login-form-fault">{faults.form}</p>}</div>
      <button className="plain-button plain-primary login-submit" type="submit" disabled={busy}>
        {busy ? messages.busy : messages.submit}
      </button>
      {ways && <OutsideWays ways={ways} search={search} onFault={(form) => setFaults({ form })} />}
    </EntryPage>
  );
}

interface CodeProps {
  readonly factor: NonNullable<SecondFactor>;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly fault: string | undefined;
  readonly onAsk: (factor: NonNullable<SecondFactor>) => void;
}

/** The field for the second-factor code, shown once the server has asked for it: the authenticator's code or a recovery code. */
function CodeField({ factor, input, fault, onAsk }: CodeProps) {
  const messages = useLoginMessages();
  const ids = { code: useId(), hint: useId(), fault: useId() };
  const isCode = factor === 'code';
  return (
    <div className="plain-field">
      <label htmlFor={ids.code}>{isCode ? messages.code : messages.recoveryCode}</label>
      <input
        ref={input}
        id={ids.code}
        name="otp"
        autoComplete={isCode ? 'one-time-code' : 'off'}
        inputMode={isCode ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: it appears because it is what is missing
        autoFocus
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${ids.hint} ${ids.fault}` : ids.hint}
      />
      <p id={ids.hint} className="hint" role="status">
        {isCode ? messages.codeHint : messages.recoveryHint}
      </p>
      {fault && (
        <p id={ids.fault} className="login-fault">
          {fault}
        </p>
      )}
      <button type="button" className="login-other-code" onClick={() => onAsk(isCode ? 'recovery' : 'code')}>
        {isCode ? messages.useRecovery : messages.useCode}
      </button>
    </div>
  );
}

interface OutsideProps {
  readonly ways: Pick<SignOnWays, 'portal' | 'oidc'>;
  readonly search: string;
  readonly onFault: (message: string) => void;
}

/** 统一身份登录, where a portal or an identity provider is configured. */
function OutsideWays({ ways, search, onFault }: OutsideProps) {
  const messages = useLoginMessages();
  const { client } = useServices();

  const begin = () =>
    void beginOidc(client, ownPath(new URLSearchParams(search).get('redirect'), location.origin)).catch((error: unknown) =>
      onFault(loginMessage(error, messages.noAnswer)),
    );
  if (ways.portal === null && !ways.oidc) return null;
  const portal = ways.oidc ? messages.portal : messages.single;
  return (
    <div className="login-outside">
      {ways.oidc && (
        <button type="button" className="plain-button" onClick={begin}>
          {messages.single}
        </button>
      )}
      {ways.portal && (
        <a className="plain-button" href={atSite(ways.portal.url ?? `/oss${search}`)}>
          {ways.portal.isDemo ? messages.demo(portal) : portal}
        </a>
      )}
    </div>
  );
}

const Eye = ({ open }: { readonly open: boolean }) => (
  <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7z" />
    <circle cx="12" cy="12" r="3" />
    {!open && <path d="M4 4l16 16" />}
  </svg>
);
