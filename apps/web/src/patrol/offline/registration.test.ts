import { expect, it, vi } from 'vitest';
import { type OfflineState, registerPatrolWorker } from './registration.ts';

/** A page in a browser with or without service workers. */
function aPage({
  isSecureContext = true,
  register,
}: {
  readonly isSecureContext?: boolean;
  readonly register?: () => Promise<unknown>;
} = {}) {
  const states: OfflineState[] = [];
  const events = new EventTarget();
  const reload = vi.fn();
  const container = register && Object.assign(events, { register, getRegistration: async () => undefined });
  const page = {
    isSecureContext,
    navigator: { ...(container && { serviceWorker: container as unknown as ServiceWorkerContainer }) },
    location: { reload },
    setInterval: () => 1,
    clearInterval: () => undefined,
  };
  const stop = registerPatrolWorker(page, (state) => states.push(state));
  return { states, events, reload, stop, last: () => states.at(-1) };
}
const aRegistration = (workers: object) => Object.assign(new EventTarget(), { active: null, waiting: null, installing: null, ...workers });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('over plain http the page shows that it does not open offline, as does a browser without service workers', () => {
  expect(aPage({ isSecureContext: false }).last()).toEqual({ readiness: 'insecure', update: null });
  expect(aPage().last()).toEqual({ readiness: 'unsupported', update: null });
});

it('the state is ready once a worker is active, and failed when there is none and none could be fetched', async () => {
  const ready = aPage({ register: async () => aRegistration({ active: {} }) });
  const failed = aPage({ register: () => Promise.reject(new Error('no line')) });
  await settled();
  expect([ready.last()?.readiness, failed.last()?.readiness]).toEqual(['ready', 'failed']);
});

it('a newer version is offered, and loaded only on request', async () => {
  const waiting = Object.assign(new EventTarget(), { postMessage: vi.fn() });
  const { events, reload, last } = aPage({ register: async () => aRegistration({ active: {}, waiting }) });
  await settled();
  events.dispatchEvent(new Event('controllerchange'));
  expect([waiting.postMessage.mock.calls, reload.mock.calls]).toEqual([[], []]);
  last()?.update?.();
  events.dispatchEvent(new Event('controllerchange'));
  expect([waiting.postMessage.mock.calls, reload.mock.calls.length]).toEqual([[['activate']], 1]);
});
