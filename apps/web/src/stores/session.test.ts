import { describe, expect, it } from 'vitest';
import { createSession, documentCookies, type LoginReply, type UserInfo } from './session.ts';

const reply: LoginReply = {
  access_token: 'tok',
  token_type: 'Bearer',
  expires_in: 3600,
  gridNo: '513200',
  accid: 'acc',
  imToken: 'im',
  groupId: '001003001',
  systemName: '林火瞭望',
  fullName: '阿坝州值班员',
};
const info: UserInfo = {
  userDTO: {
    groupId: '001003001',
    id: 'u',
    userName: 'aba',
    fullName: '阿坝州值班员',
    gridNo: '513200',
    gridName: '阿坝',
    headUrl: null,
    topic: '513221',
  },
  menuDTOS: [{ menuCode: 'bpMonitor', menuName: '预警监测', icon: null, path: null, parentCode: null, sort: 1, visible: true }],
  elementCodes: ['userAdmin', 'somethingNew'],
};

function aBrowser() {
  const cookies = new Map<string, { value: string; seconds: number }>();
  const stored = new Map<string, string>();
  const opened = () =>
    createSession(
      {
        read: (name) => cookies.get(name)?.value ?? null,
        write: (name, value, seconds) => void cookies.set(name, { value, seconds }),
        remove: (name) => void cookies.delete(name),
      },
      { getItem: (k) => stored.get(k) ?? null, setItem: (k, v) => void stored.set(k, v), removeItem: (k) => void stored.delete(k) },
    );
  return { cookies, kept: stored, session: opened(), reopened: opened };
}

describe('the session', () => {
  // Proves §4.10a, §9.1b
  it('stores the token in cookie and store, no longer than the session or seven days', () => {
    const { session, cookies } = aBrowser();
    session.begin(reply);
    expect(session.get().token).toBe('tok');
    expect(cookies.get('token')).toEqual({ value: 'tok', seconds: 3600 });
    session.begin({ ...reply, expires_in: 30 * 24 * 3600 });
    expect(cookies.get('token')?.seconds).toBe(604_800);
  });

  // Proves §3.19a
  it('stores the five values in local storage and cookie; the topic is the user’s own once it is known', () => {
    const { session, cookies, kept } = aBrowser();
    session.begin(reply);
    expect(session.stored('topic')).toBe('513200');
    session.setInfo(info);
    for (const [name, value] of Object.entries({
      groupId: '001003001',
      gridNo: '513200',
      topic: '513221',
      systemName: '林火瞭望',
      fullName: '阿坝州值班员',
    })) {
      expect(kept.get(name)).toBe(value);
      expect(cookies.get(name)?.value).toBe(value);
    }
  });

  // Proves §6.4, §7.30c
  it.each([
    ['what its cookie says', '513222', '513222'],
    ['the own grid without one', null, '513200'],
    ['the own grid where the cookie names none', 'topic', '513200'],
    ['the own grid where the fence does not open the one named', '410781', '513200'],
    ['the own grid where the one named is wider', '510000', '513200'],
  ])('the topic of fire alarms is %s', (_, cookie, topic) => {
    const { session, cookies, reopened } = aBrowser();
    expect(session.topic()).toBeNull();
    session.begin(reply);
    session.setInfo(info);
    expect(session.topic()).toBe('513221');
    // The page is reopened, with a cookie that was changed meanwhile.
    const later = reopened();
    later.setInfo({ ...info, userDTO: { ...info.userDTO, topic: '513200' } });
    expect(later.topic()).toBe('513221');
    if (cookie === null) cookies.delete('topic');
    else cookies.set('topic', { value: cookie, seconds: 60 });
    const last = reopened();
    last.setInfo({ ...info, userDTO: { ...info.userDTO, topic: '513200' } });
    expect(last.topic()).toBe(topic);
  });

  it('rights are the known menu and element codes', () => {
    const { session } = aBrowser();
    session.begin(reply);
    session.setInfo(info);
    expect(session.get().rights).toEqual(new Set(['watch-alarms', 'administer-users']));
  });

  // Proves §4.10b
  it('ending the session clears token, menus and rights everywhere', () => {
    const { session, cookies, kept } = aBrowser();
    session.begin(reply);
    session.setInfo(info);
    session.end();
    expect(session.get()).toEqual({ token: null, accid: null, info: null, rights: new Set() });
    expect([...cookies.keys(), ...kept.keys()]).toEqual([]);
  });

  it('the cookie is Lax, for the whole site, and Secure on https', () => {
    const document = { cookie: '' };
    documentCookies(document, false).write('token', 'a b', 10);
    expect(document.cookie).toBe('token=a%20b; path=/; SameSite=Lax; max-age=10');
    documentCookies(document, true).write('token', 'x', 10);
    expect(document.cookie).toContain('; Secure');
    expect(documentCookies({ cookie: 'a=1; token=a%20b' }, false).read('token')).toBe('a b');
  });
});
