import type { OwnRoom } from '../manifest/web-feature.ts';
import { lazily } from '../shared/lazily.ts';
import type { SessionStore } from '../stores/session.ts';
import type { PatrolProps } from './PatrolPage.tsx';

interface RangerRoom extends OwnRoom<PatrolProps> {
  /** Without an answer of the server: who was logged in here last. @returns false: nobody, or he has logged out */
  readonly recall: (session: SessionStore) => Promise<boolean>;
  /** At logout: what the page keeps on this phone and the server can give again. */
  readonly forget: (owner: string) => Promise<void>;
}

const keptIdentity = () => import('./offline/kept-identity.ts');

/** The ranger's page: outside the main shell, made for a phone. */
export const patrol: RangerRoom = {
  path: '/patrol',
  Page: lazily(async () => (await import('./PatrolPage.tsx')).PatrolPage),
  recall: async (session) => (await keptIdentity()).recallIdentity(session),
  forget: async (owner) => (await keptIdentity()).forgetIdentity(owner),
};
