// /login: plain HTML without antd, so that the first page is small.
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { otherLanguage, setLanguage, useLanguage } from '../../shared/language.ts';
import { Mark } from '../../shared/Mark.tsx';
import { useServices } from '../../shared/services.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { usePageTitle } from '../../shared/use-page-title.ts';
import { useLoginMessages } from './messages.ts';
import './login.css';
import { loginMessage, signIn } from './sign-in.ts';

type Faults = { readonly userName?: string; readonly password?: string; readonly form?: string };

export function LoginPage(props: { readonly onEntered: (search: string) => void }) {
  const messages = useLoginMessages();
  const shared = useSharedMessages();
  const language = useLanguage();
  usePageTitle(null);
  const { client, session } = useServices();
  const { search } = useLocation();
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const userName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const ids = { userName: useId(), password: useId(), userFault: useId(), passwordFault: useId(), caps: useId() };

  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const credentials = { userName: userName.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    const missing: Faults = {
      ...(credentials.userName === '' ? { userName: messages.needUserName } : {}),
      ...(credentials.password === '' ? { password: messages.needPassword } : {}),
    };
    setFaults(missing);
    if (missing.userName || missing.password) return (missing.userName ? userName : password).current?.focus();
    setBusy(true);
    try {
      session.begin(await signIn(client, credentials));
      props.onEntered(search);
    } catch (error) {
      setFaults({ form: loginMessage(error, messages.noAnswer) });
      setBusy(false);
      password.current?.select();
    }
  };

  return (
    <main className="login">
      <Horizon />
      <form className="login-card" onSubmit={(e) => void submit(e)} noValidate aria-busy={busy}>
        <div className="login-brand">
          <Mark size={44} />
          <div>
            <h1>{shared.common.systemName}</h1>
            <p>{messages.subtitle}</p>
          </div>
        </div>
        <div className="plain-field">
          <label htmlFor={ids.userName}>{messages.userName}</label>
          <input
            ref={userName}
            id={ids.userName}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
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
        {new URLSearchParams(search).get('notice') === 'password-changed' && !faults.form && (
          <p className="login-notice" role="status">
            {shared.password.changed}
          </p>
        )}
        <div role="alert">{faults.form && <p className="login-fault login-form-fault">{faults.form}</p>}</div>
        <button className="plain-button plain-primary login-submit" type="submit" disabled={busy}>
          {busy ? messages.busy : messages.submit}
        </button>
        <div className="login-foot hint">
          <span>{messages.duty}</span>
          <button type="button" title={shared.common.languageLabel} onClick={() => setLanguage(otherLanguage(language))}>
            {shared.common.language}
          </button>
        </div>
      </form>
    </main>
  );
}

const Eye = ({ open }: { readonly open: boolean }) => (
  <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7z" />
    <circle cx="12" cy="12" r="3" />
    {!open && <path d="M4 4l16 16" />}
  </svg>
);

/** Mountain ridges as inline SVG, so that the page loads no image. */
const Horizon = () => (
  <svg className="login-horizon" viewBox="0 0 1600 500" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <path fill="#101c32" d="M0 250 140 190 260 235 400 130 560 240 690 175 830 260 990 150 1130 235 1270 170 1420 250 1600 160V500H0z" />
    <path fill="#0e1829" d="M0 330 180 270 330 325 500 235 650 330 820 265 980 340 1160 250 1330 335 1480 285 1600 320V500H0z" />
    <path fill="#0a1322" d="M0 410 210 360 420 415 640 345 860 420 1080 360 1300 425 1600 370V500H0z" />
  </svg>
);
