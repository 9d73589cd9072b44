import type { OwnRoom } from '../manifest/web-feature.ts';
import { lazily } from '../shared/lazily.ts';
import type { SessionStore } from '../stores/session.ts';
import type { PatrolProps } from './PatrolPage.tsx';

interface RangerRoom extends OwnRoom<PatrolProps> {
  /**
   * Without an answer from the server: restores the user who was last logged in here. @returns false: there is none, or he has logged out
   */
  readonly recall: (session: SessionStore) => Promise<boolean>;
  /** At logout: deletes what the page stores on this phone and can load from the server again. */
  readonly forget: (owner: string) => Promise<void>;
}

const storedIdentity = () => import('./offline/stored-identity.ts');

/** The ranger's page: outside the main shell, made for a phone. */
export const patrol: RangerRoom = {
  path: '/patrol',
  Page: lazily(async () => (await import('./PatrolPage.tsx')).PatrolPage),
  recall: async (session) => (await storedIdentity()).recallIdentity(session),
  forget: async (owner) => (await storedIdentity()).forgetIdentity(owner),
};
