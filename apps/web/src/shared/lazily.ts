// Scripts loaded on demand: at most 120 s (specification §9 "chunk load timeout"). A script that failed to load can be requested again.
import { type ComponentType, createElement, lazy } from 'react';

export const SCRIPT_TIMEOUT_MS = 120_000;

/** A script failed to load, because of the connection, the server or the timeout. */
export class ScriptFailed extends Error {
  /** Requests the script again at the next render; otherwise a failed component would remain failed. */
  readonly retry: () => void;

  constructor(cause: unknown, retry: () => void = () => undefined) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'ScriptFailed';
    this.retry = retry;
  }
}

/** Loads a script within the time limit. @throws ScriptFailed */
export function loadScript<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      reject(new ScriptFailed(cause));
    };
    const timer = setTimeout(() => fail(new Error(`no script within ${SCRIPT_TIMEOUT_MS / 1000} s`)), SCRIPT_TIMEOUT_MS);
    load().then((loaded) => {
      clearTimeout(timer);
      resolve(loaded);
    }, fail);
  });
}

/** A component whose script is loaded at its first render. It fails with a ScriptFailed, for the error boundary around it. */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const attempt = (): ComponentType<object> =>
    lazy(async () => {
      try {
        return { default: (await loadScript(load)) as ComponentType<object> };
      } catch (error) {
        // React caches a failure, so the next attempt is a new component.
        throw new ScriptFailed(error instanceof ScriptFailed ? error.cause : error, () => {
          current = attempt();
        });
      }
    });
  let current = attempt();
  return (props) => createElement(current, props as object);
}
