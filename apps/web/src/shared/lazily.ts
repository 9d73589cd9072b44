// Scripts loaded on demand: at most 120 s (specification §9 "chunk load timeout"), and one that did not arrive can be asked for again.
import { type ComponentType, createElement, lazy } from 'react';

export const SCRIPT_TIMEOUT_MS = 120_000;

/** A script did not arrive: the line, the server, or the time limit. */
export class ScriptFailed extends Error {
  /** Asks for it again at the next render; a component that failed would otherwise fail for good. */
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

/** A component whose script is loaded at its first render. Its failure is a ScriptFailed, for the error boundary around it. */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const attempt = (): ComponentType<object> =>
    lazy(async () => {
      try {
        return { default: (await loadScript(load)) as ComponentType<object> };
      } catch (error) {
        // React keeps a failure: the next attempt is a new component.
        throw new ScriptFailed(error instanceof ScriptFailed ? error.cause : error, () => {
          current = attempt();
        });
      }
    });
  let current = attempt();
  return (props) => createElement(current, props as object);
}
