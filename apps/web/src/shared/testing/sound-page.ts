// Sound where there is none, for tests: a page whose browser blocks it until a gesture, and a context that nobody hears.

/** @param hasBeenActive there was a gesture before */
export function aSoundPage(hasBeenActive: boolean) {
  const listeners = new Map<string, () => void>();
  return {
    page: {
      navigator: { userActivation: { hasBeenActive } },
      addEventListener: (name: string, run: () => void) => void listeners.set(name, run),
      removeEventListener: (name: string) => void listeners.delete(name),
    },
    listeners,
    /** What the browser answers to it has come. */
    gesture: async (name: 'click' | 'keydown' = 'click') => {
      listeners.get(name)?.();
      await settled();
    },
  };
}

/** @param refusals how the browser answers when it is asked to resume it: true refuses; afterwards it allows it */
export function aSoundContext(...refusals: readonly boolean[]) {
  const left = [...refusals];
  const context = {
    state: 'suspended',
    resume: async () => {
      if (left.shift()) throw new Error('not allowed');
      context.state = 'running';
    },
    suspend: async () => {
      context.state = 'suspended';
    },
    close: async () => {
      context.state = 'closed';
    },
  };
  return context as unknown as AudioContext;
}

const parameter = () => ({ value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined });
const connect = (next: unknown) => next;

/** In place of the browser's: allowed from the first, and whatever is played on it is silent. */
export class SilentAudioContext {
  readonly state = 'running';
  readonly currentTime = 0;
  readonly destination = {};
  readonly resume = async (): Promise<void> => undefined;
  readonly suspend = async (): Promise<void> => undefined;
  readonly close = async (): Promise<void> => undefined;
  readonly createGain = () => ({ gain: parameter(), connect });
  readonly createOscillator = () => ({ type: '', frequency: parameter(), connect, start: () => undefined, stop: () => undefined });
}

/** Promises that are kept at once are kept, and what follows has run. */
export const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
