// Fake sound for tests: a page whose browser blocks sound until a gesture, and a silent context.

/** @param hasBeenActive whether there was a gesture before */
export function aSoundPage(hasBeenActive: boolean) {
  const listeners = new Map<string, () => void>();
  return {
    page: {
      navigator: { userActivation: { hasBeenActive } },
      addEventListener: (name: string, run: () => void) => void listeners.set(name, run),
      removeEventListener: (name: string) => void listeners.delete(name),
    },
    listeners,
    /** Resolves once the browser's response to the gesture has been handled. */
    gesture: async (name: 'click' | 'keydown' = 'click') => {
      listeners.get(name)?.();
      await settled();
    },
  };
}

/** @param refusals the browser's responses to successive resume calls: true refuses; later calls are allowed */
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

/** Replaces the browser's context: allowed from the start, and silent. */
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

/** Resolves after all promises that are already fulfilled, and their handlers, have run. */
export const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
